import { roundDecimal } from '@stormlog/records';
import type { PhaseReplayIndex } from '@stormlog/timeline';
import { mean } from '../numerics/mean.ts';
import { median } from '../numerics/median.ts';
import { medianAbsoluteDeviation } from '../numerics/median-absolute-deviation.ts';
import { standardDeviation } from '../numerics/standard-deviation.ts';
import type { CollectiveAttributionConfig } from './collective-config.ts';
import type { CollectiveRankSamples } from './collective-samples.ts';
import type { CollectiveRankSpikes, CollectiveSpike } from './collective-spike.ts';
import { requireFiniteConfig } from './require-finite-config.ts';

/** What detection is told besides samples and configuration. */
export interface CollectiveSpikeOptions {
  /** Names the phase of each spike, by its time, session and rank alone. */
  readonly phaseIndex?: Pick<PhaseReplayIndex, 'resolve'> | undefined;
}

/** Makes the median absolute deviation comparable with a standard deviation. */
const ROBUST_SCALE = 0.6745;

/**
 * The spikes of one rank (docs/formats/gap-analysis.md §5.4), in O(n log n): the rank's median and deviation are
 * computed once, and communication times near a spike are found by binary search.
 *
 * @throws ArgumentError when a number of the configuration is not finite
 */
export function detectCollectiveSpikes(
  samples: CollectiveRankSamples,
  config: CollectiveAttributionConfig,
  options: CollectiveSpikeOptions = {},
): CollectiveRankSpikes {
  requireFiniteConfig(config);
  const { rank, first_timestamp_ns, world_size, gap_bytes, gap_ratios } = samples;
  const spikes: CollectiveSpike[] = [];
  if (gap_bytes.length >= config.min_samples_per_rank) {
    let zscoreOf: ((gap: number) => number) | null = null;
    for (let i = 0; i < gap_bytes.length; i++) {
      const gap = gap_bytes[i]!;
      // An unknown ratio is NaN, which is never large.
      if (!(gap_ratios[i]! >= config.min_gap_ratio || gap >= config.min_gap_bytes)) continue;
      zscoreOf ??= robustZscore(gap_bytes);
      const zscore = zscoreOf(gap);
      if (zscore >= config.robust_zscore_threshold) spikes.push(spikeAt(samples, i, zscore, config, options));
    }
  }
  return { rank, first_timestamp_ns, world_size, spikes };
}

/** The outlier score against all gaps of the rank, the scored one included; 0 when they do not differ. */
function robustZscore(gaps: Float64Array): (gap: number) => number {
  if (gaps.length < 3) return () => 0;
  const middle = median(gaps);
  const deviation = medianAbsoluteDeviation(gaps, middle);
  if (deviation > 0) return (gap) => Math.max(0, (ROBUST_SCALE * (gap - middle)) / deviation);
  const center = mean(gaps);
  const spread = standardDeviation(gaps, center);
  return spread > 0 ? (gap) => Math.max(0, (gap - center) / spread) : () => 0;
}

function spikeAt(
  samples: CollectiveRankSamples,
  index: number,
  zscore: number,
  config: CollectiveAttributionConfig,
  options: CollectiveSpikeOptions,
): CollectiveSpike {
  const { rank, communication_times_ns: times } = samples;
  const timestampNs = samples.timestamps_ns[index]!;
  const sessionId = samples.session_ids[index] ?? null;
  const ratio = samples.gap_ratios[index]!;
  const from = countBelow(times, timestampNs - config.marker_window_ns);
  const count = Math.max(0, countBelow(times, timestampNs + config.marker_window_ns + 1n) - from);
  return {
    timestamp_ns: timestampNs,
    gap_bytes: samples.gap_bytes[index]!,
    gap_ratio: Number.isNaN(ratio) ? null : ratio,
    robust_zscore: roundDecimal(zscore, 4),
    communication_count: count,
    first_communication_ns: count > 0 ? times[from]! : null,
    last_communication_ns: count > 0 ? times[from + count - 1]! : null,
    phase_attribution: options.phaseIndex?.resolve({ timestampNs, sessionId, rank }) ?? null,
  };
}

/** How many of the ascending times lie before a bound. */
function countBelow(times: ArrayLike<bigint>, bound: bigint): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
