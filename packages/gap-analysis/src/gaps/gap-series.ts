import { InvalidRecordError } from '@stormlog/records';
import { createFragmentationReader } from '../derived-fields/fragmentation-reader.ts';
import { type ExactInteger, integerDifference, integerRatio } from '../derived-fields/integer-ratio.ts';
import { isSampleType } from '../is-sample.ts';
import { knownInteger, knownTime } from '../known-integer.ts';
import type { GapEventLike } from './gap-event-like.ts';

/**
 * The columns that gap analysis needs, one element for each usable sample in list order: a plain object that a caller
 * may also fill from columns of its own (docs/formats/gap-analysis.md §4.1). All columns have the same length.
 */
export interface GapSeries {
  /** Device-used minus allocator-reserved bytes, computed exactly and rounded once; may be negative. */
  readonly gaps: Float64Array;
  /** The gap's share of the device's memory, correctly rounded. */
  readonly gap_ratios: Float64Array;
  readonly timestamps_ns: ArrayLike<bigint>;
  /** Share of reserved memory in inactive split blocks; NaN where it cannot be known. */
  readonly fragmentation_ratios: Float64Array;
  /** Position of each sample in the list it was collected from. */
  readonly event_indexes: ArrayLike<number>;
}

/**
 * Collects the usable samples of a list of events, whatever ranks, devices and sessions it holds: they form one series.
 * A sample is usable when its used, reserved and total bytes are known and the total is above 0.
 *
 * @throws InvalidRecordError `number_out_of_range` for a gap or a ratio beyond the double range
 */
export function collectGapSeries(events: readonly GapEventLike[]): GapSeries {
  const gaps = new Float64Array(events.length);
  const gapRatios = new Float64Array(events.length);
  const fragmentationRatios = new Float64Array(events.length);
  const eventIndexes = new Uint32Array(events.length);
  const timestamps: bigint[] = [];
  const fragmentationOf = createFragmentationReader();
  let count = 0;
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!;
    if (!isSampleType(event.event_type)) continue;
    const total = knownInteger(event.device_total_bytes);
    const used = knownInteger(event.device_used_bytes);
    const reserved = knownInteger(event.allocator_reserved_bytes);
    const time = knownTime(event.timestamp_ns);
    if (total === null || total <= 0 || used === null || reserved === null || time === null) continue;
    const gap = integerDifference(used, reserved);
    gaps[count] = doubleOf(gap);
    gapRatios[count] = integerRatio(gap, total);
    fragmentationRatios[count] = fragmentationOf(event) ?? Number.NaN;
    eventIndexes[count] = i;
    timestamps.push(time);
    count++;
  }
  return {
    gaps: gaps.slice(0, count),
    gap_ratios: gapRatios.slice(0, count),
    timestamps_ns: timestamps,
    fragmentation_ratios: fragmentationRatios.slice(0, count),
    event_indexes: eventIndexes.slice(0, count),
  };
}

function doubleOf(gap: ExactInteger): number {
  const rounded = Number(gap);
  if (Number.isFinite(rounded)) return rounded;
  throw new InvalidRecordError('number_out_of_range', 'the gap of a sample is larger than any double', {
    field: 'device_used_bytes',
  });
}
