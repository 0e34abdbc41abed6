import { InvalidRecordError } from '@stormlog/records';
import type { ActivityReferenceEvent } from '../events/activity-reference-event.ts';
import { findIntervalFault, readIntervalPair } from './interval-fault.ts';

/** A half-open stretch of time on one clock, in nanoseconds. */
export type Interval = readonly [start: bigint, end: bigint];

/**
 * The intervals in which an activity kept its device busy, in order (docs/formats/correlation-events.md §5): those of
 * `metadata.intervals`, else the whole span; null when neither is known.
 *
 * @throws InvalidRecordError when `metadata.intervals` is unsound, which a parsed event never is
 */
export function activityBusyIntervals(
  activity: Pick<ActivityReferenceEvent, 'metadata' | 'start_ns' | 'end_ns'>,
): Interval[] | null {
  const { start_ns: start, end_ns: end } = activity;
  const intervals = Object.hasOwn(activity.metadata, 'intervals') ? activity.metadata['intervals'] : null;
  if (intervals === undefined || intervals === null) return start === null || end === null ? null : [[start, end]];
  const fault = findIntervalFault(activity);
  if (fault !== null || start === null || !Array.isArray(intervals)) {
    const field = (fault?.path ?? ['metadata', 'intervals']).join('.');
    throw new InvalidRecordError('field_invalid', `${field}: expected ${fault?.expected ?? 'a list'}`, { field });
  }
  return intervals.map((item) => {
    const [offset, duration] = readIntervalPair(item) ?? [0n, 0n];
    return [start + offset, start + offset + duration];
  });
}
