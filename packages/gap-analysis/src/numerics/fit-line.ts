import { mean } from './mean.ts';
import { studentTTail } from './student-t-tail.ts';

/** A straight line through points, least squares. */
export interface LineFit {
  readonly slope: number;
  /** Square of the correlation coefficient; NaN when all values are equal. */
  readonly r_squared: number;
  /** Probability of such a correlation if there were none, two-sided. */
  readonly p_value: number;
}

/** Keeps the t statistic finite for a perfect correlation. */
const NUDGE = 1e-20;

/**
 * Fits a line through at least three points (docs/formats/gap-analysis.md §2.3).
 *
 * @returns null when all positions are equal, so that there is no line
 */
export function fitLine(positions: ArrayLike<number>, values: ArrayLike<number>): LineFit | null {
  const count = positions.length;
  const meanX = mean(positions);
  const meanY = mean(values);
  let sumXX = 0;
  let sumXY = 0;
  let sumYY = 0;
  let isFlat = true;
  for (let i = 0; i < count; i++) {
    const dx = positions[i]! - meanX;
    const dy = values[i]! - meanY;
    sumXX += dx * dx;
    sumXY += dx * dy;
    sumYY += dy * dy;
    if (positions[i] !== positions[0]) isFlat = false;
  }
  if (isFlat) return null;
  const slope = sumXY / sumXX;
  if (sumYY === 0) return { slope: 0, r_squared: Number.NaN, p_value: Number.NaN };
  const r = Math.max(-1, Math.min(1, sumXY / count / Math.sqrt((sumXX / count) * (sumYY / count))));
  const degrees = count - 2;
  const t = r * Math.sqrt(degrees / ((1 - r + NUDGE) * (1 + r + NUDGE)));
  return { slope, r_squared: r * r, p_value: studentTTail(t, degrees) };
}
