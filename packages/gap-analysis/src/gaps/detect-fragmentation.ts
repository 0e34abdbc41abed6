import { formatFixed, roundDecimal } from '@stormlog/records';
import { argMax } from '../numerics/arg-max.ts';
import { mean } from '../numerics/mean.ts';
import type { DetectedGap } from './detected-gap.ts';

/** Reserved memory that sits in inactive split blocks (docs/formats/gap-analysis.md §4.5). */
export function detectFragmentation(
  gaps: Float64Array,
  fragmentationRatios: Float64Array,
  threshold: number,
): DetectedGap | null {
  const isKnown = (ratio: number): boolean => !Number.isNaN(ratio);
  const ratios = fragmentationRatios.filter(isKnown);
  if (ratios.length === 0) return null;
  const average = mean(ratios);
  if (average < threshold) return null;
  const largest = ratios[argMax(ratios)]!;
  return {
    classification: 'fragmentation_like',
    severity: average > 0.5 ? 'critical' : 'warning',
    confidence: roundDecimal(Math.min(1, average / 0.6), 3),
    position: fragmentationRatios.indexOf(largest),
    evidence: {
      avg_fragmentation_ratio: roundDecimal(average, 4),
      max_fragmentation_ratio: roundDecimal(largest, 4),
      avg_gap_bytes: roundDecimal(mean(gaps), 1),
      sample_count: ratios.length,
    },
    description: `On average ${formatFixed(average * 100, 0)}% of the reserved memory is stuck in inactive split blocks of segments that are still in use`,
  };
}
