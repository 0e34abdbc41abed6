import type { TelemetryEvent } from '../event/telemetry-event.ts';

/**
 * The events ascending by time, equal times keeping their order; the very list when it is in order. Stretches that are in
 * order already cost one comparison an event and a merge; any other order costs O(n log n).
 */
export function sortEventsByTime(events: readonly TelemetryEvent[]): readonly TelemetryEvent[] {
  const starts = runStarts(events);
  if (starts.length < 2) return events;
  const keys = new Float64Array(events.length);
  for (let i = 0; i < events.length; i++) keys[i] = Number(events[i]!.timestamp_ns);
  const order = mergeRuns(events, keys, starts);
  const sorted = new Array<TelemetryEvent>(events.length);
  for (let i = 0; i < order.length; i++) sorted[i] = events[order[i]!]!;
  return sorted;
}

/** Where the stretches begin that are in order. */
function runStarts(events: readonly TelemetryEvent[]): number[] {
  if (events.length === 0) return [];
  const starts = [0];
  let previous = events[0]!.timestamp_ns;
  for (let i = 1; i < events.length; i++) {
    const time = events[i]!.timestamp_ns;
    if (time < previous) starts.push(i);
    previous = time;
  }
  return starts;
}

/** Merges neighbouring runs until one is left; the earlier run wins ties, which keeps the order of arrival. */
function mergeRuns(events: readonly TelemetryEvent[], keys: Float64Array, starts: readonly number[]): Uint32Array {
  const { length } = events;
  let from = new Uint32Array(length);
  for (let i = 0; i < length; i++) from[i] = i;
  let into = new Uint32Array(length);
  let runs = starts;
  while (runs.length > 1) {
    const merged: number[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      const start = runs[run]!;
      merged.push(start);
      mergePair(events, keys, from, into, { start, middle: runs[run + 1] ?? length, end: runs[run + 2] ?? length });
    }
    [from, into] = [into, from];
    runs = merged;
  }
  return from;
}

function mergePair(
  events: readonly TelemetryEvent[],
  keys: Float64Array,
  from: Uint32Array,
  into: Uint32Array,
  { start, middle, end }: { readonly start: number; readonly middle: number; readonly end: number },
): void {
  let left = start;
  let right = middle;
  for (let k = start; k < end; k++) {
    let takeRight = left >= middle;
    if (!takeRight && right < end) {
      const a = from[left]!;
      const b = from[right]!;
      // Doubles keep the order of integers but not every difference.
      takeRight = keys[b]! < keys[a]! || (keys[b]! === keys[a]! && events[b]!.timestamp_ns < events[a]!.timestamp_ns);
    }
    into[k] = takeRight ? from[right++]! : from[left++]!;
  }
}
