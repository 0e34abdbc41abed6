import type { CollectiveAttribution } from './collective-attribution.ts';
import type { CollectiveAttributionConfig } from './collective-config.ts';
import type { CollectiveRankSpikes } from './collective-spike.ts';
import { mergeCollectiveAttributions } from './merge-collective-attributions.ts';
import { requireFiniteConfig } from './require-finite-config.ts';
import { scoreCollectiveSpike } from './score-collective-spike.ts';
import { countSynchronizedRanks } from './synchronized-ranks.ts';

/**
 * Scores the spikes of all ranks against each other and joins overlapping intervals (docs/formats/gap-analysis.md §5.5,
 * §5.6), in O(s log s) for s spikes. The order of the ranks does not matter; a rank may have several entries (one a
 * device) and still counts once.
 *
 * @throws ArgumentError when a number of the configuration is not finite, or `division_by_zero` when its z-score
 * threshold is 0 and there is a spike
 */
export function attributeCollectiveSpikes(
  ranks: readonly CollectiveRankSpikes[],
  config: CollectiveAttributionConfig,
): CollectiveAttribution[] {
  requireFiniteConfig(config);
  const spikes = ranks.flatMap(({ rank, spikes }) =>
    spikes.map((spike) => ({ rank, timestamp_ns: spike.timestamp_ns, spike })),
  );
  if (spikes.length === 0) return [];
  const synchronized = countSynchronizedRanks(spikes, config.synchrony_window_ns);
  const worldSize = worldSizeOf(ranks);
  const traceStartNs = traceStartOf(ranks);
  const scored: CollectiveAttribution[] = [];
  for (const [i, { rank, spike }] of spikes.entries()) {
    const surroundings = { rank, synchronizedRanks: synchronized[i]!, worldSize, traceStartNs };
    const attribution = scoreCollectiveSpike(spike, surroundings, config);
    if (attribution !== null && attribution.confidence >= config.min_confidence) scored.push(attribution);
  }
  return mergeCollectiveAttributions(scored);
}

/** The largest world size that an event names, else how many ranks have events. */
function worldSizeOf(ranks: readonly CollectiveRankSpikes[]): number {
  let largest = 0;
  const present = new Set<number>();
  for (const { rank, world_size, first_timestamp_ns } of ranks) {
    largest = Math.max(largest, world_size);
    if (first_timestamp_ns !== null) present.add(rank);
  }
  return largest > 0 ? largest : Math.max(1, present.size);
}

/** The time of the first event of all, not before the epoch. */
function traceStartOf(ranks: readonly CollectiveRankSpikes[]): bigint {
  let first: bigint | null = null;
  for (const { first_timestamp_ns: start } of ranks) {
    if (start !== null && (first === null || start < first)) first = start;
  }
  return first === null || first < 0n ? 0n : first;
}
