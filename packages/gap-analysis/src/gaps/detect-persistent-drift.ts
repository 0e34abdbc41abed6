import { roundScaled, truncateToInteger } from '@stormlog/records';
import { fitLine } from '../numerics/fit-line.ts';
import type { DetectedGap } from './detected-gap.ts';

const FEWEST_SAMPLES = 5;
const NS_PER_SECOND = 1e9;

/**
 * A gap that grows along a straight line (docs/formats/gap-analysis.md §4.4). Equal times make no line and therefore no
 * drift; times are compared after rounding to doubles, which near 1.7e18 are multiples of 256 ns.
 *
 * @param formatMemory makes a text of a number of bytes, for the description
 */
export function detectPersistentDrift(
  gaps: Float64Array,
  timestampsNs: ArrayLike<bigint>,
  threshold: number,
  formatMemory: (bytes: bigint) => string,
): DetectedGap | null {
  const count = gaps.length;
  if (count < FEWEST_SAMPLES) return null;
  const times = new Float64Array(count);
  const first = Number(timestampsNs[0]!);
  for (let i = 0; i < count; i++) times[i] = Number(timestampsNs[i]!) - first;
  const fit = fitLine(times, gaps);
  if (fit === null || fit.slope <= 0 || !(fit.r_squared >= threshold)) return null;
  const slope = fit.slope * NS_PER_SECOND;
  return {
    classification: 'persistent_drift',
    severity: fit.r_squared > 0.85 ? 'critical' : 'warning',
    confidence: roundScaled(Math.min(1, fit.r_squared), 3),
    position: count - 1,
    evidence: {
      slope_bytes_per_sec: roundScaled(slope, 1),
      r_squared: roundScaled(fit.r_squared, 4),
      p_value: roundScaled(fit.p_value, 6),
      gap_start_bytes: gaps[0]!,
      gap_end_bytes: gaps[count - 1]!,
    },
    description: `The gap between device and allocator grows by ${formatMemory(truncateToInteger(slope))} a second (r² ${fit.r_squared.toFixed(2)})`,
  };
}
