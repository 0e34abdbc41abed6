import { MEBIBYTE } from '../run/words.ts';
import { fitHinge, fitStep } from '../statistics/change-point.ts';
import { noiseOf } from '../statistics/robust.ts';
import { theilSen } from '../statistics/theil-sen.ts';

/** Growth that goes on: a level that turns into a rising line. */
export interface GrowthFit {
  /** Index of the turn among the measured buckets' indices given. */
  readonly bucket: number;
  /** Bytes per nanosecond. */
  readonly slope: number;
  readonly growth: number;
  readonly tau: number;
  readonly noise: number;
}

const MOST_POINTS = 64;
/** Share of the run at its end that is left out. */
export const TEARDOWN_SHARE = 0.03;

/**
 * Monotone growth after a turn in a bucketed curve (docs/formats/causes.md §5.2): the broken stick explains the curve far
 * better than a constant and better than one step, the points after the turn rise by Kendall's tau, and the last third
 * still rises, so that warm-up, which levels off, is none. Null when there is no such growth.
 *
 * @param level typical bytes of the counter, of which growth must be a notable share
 */
export function findGrowth(centres: Float64Array, curve: Float64Array, level: number, from = 0): GrowthFit | null {
  const kept: number[] = [];
  for (let i = from; i < curve.length; i++) if (!Number.isNaN(curve[i]!)) kept.push(i);
  // What a process frees while it shuts down says nothing about growth.
  kept.length -= Math.ceil(TEARDOWN_SHARE * kept.length);
  if (kept.length < 8) return null;
  const times = Float64Array.from(kept, (i) => centres[i]!);
  const values = Float64Array.from(kept, (i) => curve[i]!);
  const noise = noiseOf(values);
  const hinge = fitHinge(times, values, 4);
  if (hinge === null) return null;
  const growth = hinge.after * (times.at(-1)! - times[hinge.index]!);
  if (growth < Math.max(5 * noise, 0.03 * Math.abs(level), 4 * MEBIBYTE)) return null;
  if (hinge.error > 0.4 * hinge.constantError) return null;
  const step = fitStep(values, 2);
  if (step !== null && step.error < 1.2 * hinge.error && kept.length - step.index > 3) return null;
  const after = values.subarray(hinge.index);
  const whole = trendOf(times.subarray(hinge.index), after);
  if (whole.tau < 0.7) return null;
  const third = hinge.index + Math.floor((2 * after.length) / 3);
  if (after.length >= 9) {
    const last = trendOf(times.subarray(third), values.subarray(third));
    if (!(last.slope > 0.35 * hinge.after)) return null;
  }
  return { bucket: kept[hinge.index]!, slope: hinge.after, growth, tau: whole.tau, noise };
}

/** The trend through an even choice of points. */
export function trendOf(times: Float64Array, values: Float64Array): { readonly slope: number; readonly tau: number } {
  const chosen = evenly(times.length, MOST_POINTS);
  return theilSen(
    chosen.map((i) => times[i]!),
    chosen.map((i) => values[i]!),
  );
}

/** At most `most` indices below a count, evenly apart, the first and the last among them. */
export function evenly(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

/** Running median of five, which removes single outliers and keeps edges and turns (Tukey, 1977). */
export function smooth(values: Float64Array): Float64Array {
  const window = new Float64Array(5);
  return values.map((_, i) => {
    const from = Math.min(Math.max(0, i - 2), Math.max(0, values.length - 5));
    if (values.length < 5) return values[i]!;
    for (let j = 0; j < 5; j++) window[j] = values[from + j]!;
    // Insertion sort: five values.
    for (let j = 1; j < 5; j++) {
      const value = window[j]!;
      let k = j - 1;
      while (k >= 0 && window[k]! > value) {
        window[k + 1] = window[k]!;
        k--;
      }
      window[k + 1] = value;
    }
    return window[2]!;
  });
}
