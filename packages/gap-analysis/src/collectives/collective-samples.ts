import { InvalidRecordError } from '@stormlog/records';
import { integerDifference, integerRatio } from '../derived-fields/integer-ratio.ts';
import { isSampleType } from '../is-sample.ts';
import { knownInteger, knownTime } from '../known-integer.ts';
import type { CollectiveEventLike } from './collective-event-like.ts';
import { carriesCollectiveToken } from './collective-token.ts';

/**
 * What spike detection needs of one rank: a plain object of columns, one element for each sample in time order, that a
 * caller may also fill from columns of its own (docs/formats/gap-analysis.md §5.2).
 */
export interface CollectiveRankSamples {
  readonly rank: number;
  /** Time of the rank's first event of any type; null when it has none, and then the rank does not count. */
  readonly first_timestamp_ns: bigint | null;
  /** Largest positive world size of the rank's events of any type; 0 when there is none. */
  readonly world_size: number;
  /** Ascending. */
  readonly timestamps_ns: ArrayLike<bigint>;
  /** Device-used minus allocator-reserved bytes, 0 where negative. */
  readonly gap_bytes: Float64Array;
  /** The gap's share of the device's memory; NaN where that is unknown. */
  readonly gap_ratios: Float64Array;
  readonly session_ids: ArrayLike<string | null>;
  /** Times of the events, of any type, that carry a collective token; ascending. */
  readonly communication_times_ns: ArrayLike<bigint>;
}

/**
 * Collects the samples and communication times of one rank (docs/formats/gap-analysis.md §5.2). Events may come in any
 * order; events of equal time keep theirs. Samples without used or reserved bytes are left out.
 *
 * @param events events of this rank only
 * @throws InvalidRecordError `number_out_of_range` for a gap above 2^53 − 1 bytes
 */
export function collectCollectiveSamples(rank: number, events: readonly CollectiveEventLike[]): CollectiveRankSamples {
  const timestamps: bigint[] = [];
  const gaps: number[] = [];
  const ratios: number[] = [];
  const sessions: (string | null)[] = [];
  const communications: bigint[] = [];
  let first: bigint | null = null;
  let worldSize = 0;
  for (const event of inTimeOrder(events)) {
    const time = knownTime(event.timestamp_ns);
    if (time === null) continue;
    first ??= time;
    const size = knownInteger(event.world_size);
    if (typeof size === 'number' && size > worldSize) worldSize = size;
    if (carriesCollectiveToken(event)) communications.push(time);
    if (!isSampleType(event.event_type)) continue;
    const used = knownInteger(event.device_used_bytes);
    const reserved = knownInteger(event.allocator_reserved_bytes);
    if (used === null || reserved === null) continue;
    const gap = positiveGap(used, reserved);
    const total = knownInteger(event.device_total_bytes);
    timestamps.push(time);
    gaps.push(gap);
    ratios.push(total === null || total <= 0 ? Number.NaN : integerRatio(gap, total));
    sessions.push(typeof event.session_id === 'string' ? event.session_id : null);
  }
  return {
    rank,
    first_timestamp_ns: first,
    world_size: worldSize,
    timestamps_ns: timestamps,
    gap_bytes: Float64Array.from(gaps),
    gap_ratios: Float64Array.from(ratios),
    session_ids: sessions,
    communication_times_ns: communications,
  };
}

function positiveGap(used: number | bigint, reserved: number | bigint): number {
  const gap = integerDifference(used, reserved);
  if (gap <= 0) return 0;
  if (typeof gap === 'number') return gap;
  throw new InvalidRecordError('number_out_of_range', 'the gap of a sample is larger than 2^53 - 1 bytes', {
    field: 'device_used_bytes',
  });
}

function inTimeOrder(events: readonly CollectiveEventLike[]): readonly CollectiveEventLike[] {
  let previous: bigint | null = null;
  for (const event of events) {
    const time = knownTime(event.timestamp_ns);
    if (time === null) continue;
    if (previous !== null && time < previous) return sortedByTime(events);
    previous = time;
  }
  return events;
}

function sortedByTime(events: readonly CollectiveEventLike[]): readonly CollectiveEventLike[] {
  return events
    .map((event) => ({ event, time: knownTime(event.timestamp_ns) ?? 0n }))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .map(({ event }) => event);
}
