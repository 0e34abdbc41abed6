import { medianOfSorted } from './robust.ts';

/** A trend through points. */
export interface Trend {
  /** Median of the slopes of all pairs of points. */
  readonly slope: number;
  /** Kendall's tau: share of the pairs that rise minus the share that falls. */
  readonly tau: number;
}

/**
 * The Theil–Sen slope and Kendall's tau of points (Sen, “Estimates of the regression coefficient based on Kendall's
 * tau”, JASA 63, 1968). Quadratic in the points: give a bounded subsample. NaN slope with fewer than two times.
 *
 * @param times ascending
 */
export function theilSen(times: ArrayLike<number>, values: ArrayLike<number>): Trend {
  const slopes: number[] = [];
  let rising = 0;
  let pairs = 0;
  for (let i = 0; i < times.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    for (let j = i + 1; j < times.length; j++) {
      const change = values[j]! - values[i]!;
      const span = times[j]! - times[i]!;
      if (Number.isNaN(change) || span <= 0) continue;
      slopes.push(change / span);
      rising += Math.sign(change);
      pairs++;
    }
  }
  return { slope: medianOfSorted(Float64Array.from(slopes).sort()), tau: pairs === 0 ? 0 : rising / pairs };
}
