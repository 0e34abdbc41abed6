import { ArgumentError, roundDecimal } from '@stormlog/records';
import { argMax } from '../numerics/arg-max.ts';
import { mean } from '../numerics/mean.ts';
import { standardDeviation } from '../numerics/standard-deviation.ts';
import type { DetectedGap } from './detected-gap.ts';

/**
 * Samples whose gap stands out upward from the series (docs/formats/gap-analysis.md §4.3).
 *
 * @throws ArgumentError `division_by_zero` when the threshold is 0 and there is a spike
 */
export function detectTransientSpike(gaps: Float64Array, threshold: number): DetectedGap | null {
  const center = mean(gaps);
  const spread = standardDeviation(gaps, center);
  if (!(spread > 0)) return null;
  let spikes = 0;
  for (const gap of gaps) if ((gap - center) / spread > threshold) spikes++;
  if (spikes === 0) return null;
  if (threshold === 0) {
    throw new ArgumentError('gap_spike_zscore', 'the threshold gap_spike_zscore must not be 0', {
      code: 'division_by_zero',
    });
  }
  const position = argMax(gaps);
  const zscore = (gaps[position]! - center) / spread;
  return {
    classification: 'transient_spike',
    severity: zscore > 2 * threshold ? 'critical' : 'warning',
    confidence: roundDecimal(Math.min(1, zscore / (3 * threshold)), 3),
    position,
    evidence: {
      spike_count: spikes,
      max_gap_bytes: gaps[position]!,
      max_zscore: roundDecimal(zscore, 3),
      mean_gap_bytes: roundDecimal(center, 1),
      std_gap_bytes: roundDecimal(spread, 1),
    },
    description: `${spikes} of ${gaps.length} samples stand out of the gap between device and allocator; the highest z-score is ${zscore.toFixed(1)}`,
  };
}
