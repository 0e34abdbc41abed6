import { ArgumentError, roundDecimal } from '@stormlog/records';
import type { CollectiveAttribution } from './collective-attribution.ts';
import type { CollectiveAttributionConfig } from './collective-config.ts';
import type { CollectiveSpike } from './collective-spike.ts';
import { latestTime } from './latest-time.ts';

/** What all ranks together say about a spike of one. */
export interface SpikeSurroundings {
  readonly rank: number;
  readonly synchronizedRanks: number;
  readonly worldSize: number;
  readonly traceStartNs: bigint;
}

type ReasonCode = CollectiveAttribution['reason_codes'][number];

/**
 * The attribution of one spike, or null when nothing speaks for it (docs/formats/gap-analysis.md §5.5). The order of the
 * additions is part of the result.
 *
 * @throws ArgumentError `division_by_zero` for a z-score threshold of 0
 */
export function scoreCollectiveSpike(
  spike: CollectiveSpike,
  surroundings: SpikeSurroundings,
  config: CollectiveAttributionConfig,
): CollectiveAttribution | null {
  const { rank, synchronizedRanks, worldSize, traceStartNs } = surroundings;
  if (config.robust_zscore_threshold === 0) {
    throw new ArgumentError('robust_zscore_threshold', 'robust_zscore_threshold must not be 0', {
      code: 'division_by_zero',
    });
  }
  const hasCommunication = spike.communication_count > 0;
  const synchrony = worldSize <= 1 ? 0 : Math.min(1, (synchronizedRanks - 1) / (worldSize - 1));
  const divergence = divergenceOf(spike, config);
  const isAlone = worldSize <= 1 || synchronizedRanks <= 1;
  let score = hasCommunication ? 0.34 : 0;
  score += 0.34 * synchrony;
  score += 0.16 * Math.min(1, spike.robust_zscore / config.robust_zscore_threshold);
  score += 0.16 * divergence;
  if (!hasCommunication) score -= 0.15;
  if (isAlone) score -= 0.15;
  if (spike.gap_ratio === null) score -= 0.05;
  const confidence = Math.max(0, Math.min(1, score));
  if (confidence === 0) return null;
  const reasons: (ReasonCode | false)[] = [
    divergence >= 0.5 && 'allocator_device_divergence',
    synchrony >= config.min_synchrony_ratio && 'cross_rank_synchrony',
    'gap_spike_statistical_outlier',
    hasCommunication && 'marker_collective_token',
    hasCommunication && 'marker_spike_overlap',
    isAlone && 'single_rank_only',
    !hasCommunication && 'weak_marker_signal',
  ];
  return {
    rank,
    interval_start_ns: latestTime(latestTime(0n, traceStartNs), earliestOf(spike) - config.interval_padding_ns),
    interval_end_ns: latestOf(spike) + config.interval_padding_ns,
    classification: classify(confidence),
    confidence: roundDecimal(confidence, 3),
    reason_codes: reasons.filter((reason) => reason !== false),
    evidence: {
      marker_hits: spike.communication_count,
      synchronized_ranks: synchronizedRanks,
      expected_world_size: worldSize,
      synchrony_ratio: roundDecimal(synchrony, 4),
      peak_gap_bytes: spike.gap_bytes,
      peak_gap_ratio: spike.gap_ratio === null ? null : roundDecimal(spike.gap_ratio, 6),
      robust_zscore: spike.robust_zscore,
    },
    phase_attribution: spike.phase_attribution,
  };
}

function divergenceOf(spike: CollectiveSpike, config: CollectiveAttributionConfig): number {
  const bytes = config.min_gap_bytes > 0 ? Math.min(1, spike.gap_bytes / config.min_gap_bytes) : 1;
  const ratio = config.min_gap_ratio > 0 ? Math.min(1, (spike.gap_ratio ?? 0) / config.min_gap_ratio) : 1;
  return Math.max(bytes, ratio);
}

/** From the score before rounding, so that 0.7996 is likely and is reported as 0.8. */
function classify(confidence: number): CollectiveAttribution['classification'] {
  if (confidence >= 0.8) return 'collective_confident';
  return confidence >= 0.6 ? 'collective_likely' : 'collective_suspect';
}

function earliestOf({ timestamp_ns, first_communication_ns }: CollectiveSpike): bigint {
  return first_communication_ns !== null && first_communication_ns < timestamp_ns
    ? first_communication_ns
    : timestamp_ns;
}

function latestOf({ timestamp_ns, last_communication_ns }: CollectiveSpike): bigint {
  return last_communication_ns === null ? timestamp_ns : latestTime(timestamp_ns, last_communication_ns);
}
