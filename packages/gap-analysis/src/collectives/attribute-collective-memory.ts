import type { PhaseReplayIndex } from '@stormlog/timeline';
import { knownInteger } from '../known-integer.ts';
import { attributeCollectiveSpikes } from './attribute-collective-spikes.ts';
import type { CollectiveAttribution } from './collective-attribution.ts';
import {
  type CollectiveAttributionConfig,
  type CollectiveOverrides,
  resolveCollectiveAttributionConfig,
} from './collective-config.ts';
import type { CollectiveEventLike } from './collective-event-like.ts';
import { collectCollectiveSamples } from './collective-samples.ts';
import { detectCollectiveSpikes } from './detect-collective-spikes.ts';

/** How to attribute. */
export interface CollectiveAttributionOptions {
  /** Used as it is, its ranges unchecked; preset and overrides are then ignored. */
  readonly config?: CollectiveAttributionConfig | undefined;
  readonly preset?: string | null | undefined;
  readonly overrides?: CollectiveOverrides | null | undefined;
  /** Names the phase of each spike. */
  readonly phaseIndex?: Pick<PhaseReplayIndex, 'resolve'> | undefined;
}

/**
 * Which hidden-memory spikes of a rank coincide with communication, over events of all ranks in any order
 * (docs/formats/gap-analysis.md §5). Events without an integer rank and time are left out. No events, no results: not
 * even the options are looked at.
 *
 * @throws ArgumentError as {@link resolveCollectiveAttributionConfig} and {@link attributeCollectiveSpikes} do;
 * InvalidRecordError `number_out_of_range` for a gap above 2^53 − 1 bytes
 */
export function attributeCollectiveMemory(
  events: readonly CollectiveEventLike[],
  options: CollectiveAttributionOptions = {},
): CollectiveAttribution[] {
  if (events.length === 0) return [];
  const config = options.config ?? resolveCollectiveAttributionConfig(options.preset, options.overrides);
  const spikes = [...groupByRank(events)].map(([rank, ofRank]) =>
    detectCollectiveSpikes(collectCollectiveSamples(rank, ofRank), config, { phaseIndex: options.phaseIndex }),
  );
  return attributeCollectiveSpikes(spikes, config);
}

function groupByRank(events: readonly CollectiveEventLike[]): Map<number, CollectiveEventLike[]> {
  const byRank = new Map<number, CollectiveEventLike[]>();
  for (const event of events) {
    const rank = knownInteger(event.rank);
    if (typeof rank !== 'number') continue;
    const group = byRank.get(rank);
    if (group === undefined) byRank.set(rank, [event]);
    else group.push(event);
  }
  return byRank;
}
