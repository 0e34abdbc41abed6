import { isInteger, type JsonObject, type JsonValue } from '@stormlog/records';

/** What is wrong with `metadata.intervals`, as a path below the event and a phrase for what was expected there. */
export interface IntervalFault {
  readonly path: (string | number)[];
  readonly expected: string;
}

interface ActivitySpan {
  readonly metadata: JsonObject;
  readonly start_ns: bigint | null;
  readonly end_ns: bigint | null;
}

/** The first fault of an activity's intervals; null when they are sound, null or absent (docs/formats/correlation-events.md §5). */
export function findIntervalFault(activity: ActivitySpan): IntervalFault | null {
  const { intervals } = activity.metadata;
  const path = ['metadata', 'intervals'];
  if (intervals === undefined || intervals === null) return null;
  if (!Array.isArray(intervals) || intervals.length === 0) {
    return { path, expected: 'null or a non-empty list of [offset_ns, duration_ns]' };
  }
  if (activity.start_ns === null) return { path: ['start_ns'], expected: 'an integer ≥ 0, since there are intervals' };
  if (activity.end_ns === null) return { path: ['end_ns'], expected: 'an integer ≥ 0, since there are intervals' };
  const length = activity.end_ns - activity.start_ns;
  let cursor = 0n;
  for (const [index, item] of intervals.entries()) {
    const pair = readIntervalPair(item);
    const place = [...path, index];
    if (pair === null) return { path: place, expected: 'two integers ≥ 0: [offset_ns, duration_ns]' };
    if (pair[0] < cursor)
      return { path: place, expected: `an offset of at least ${cursor}, where the one before ends` };
    cursor = pair[0] + pair[1];
    if (cursor > length) return { path: place, expected: `an end of at most ${length}, where the activity ends` };
  }
  return null;
}

/** An item of `metadata.intervals` as offset and duration; null when it is not a pair of integers ≥ 0. */
export function readIntervalPair(item: JsonValue | undefined): readonly [bigint, bigint] | null {
  if (!Array.isArray(item) || item.length !== 2) return null;
  const [offset, duration] = item;
  if (!isInteger(offset) || !isInteger(duration) || offset < 0 || duration < 0) return null;
  return [BigInt(offset), BigInt(duration)];
}
