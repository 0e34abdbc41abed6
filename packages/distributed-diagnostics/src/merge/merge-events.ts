import type { TelemetryEvent } from '@stormlog/telemetry';
import { dropCopies } from './drop-copies.ts';

/** Events of one session put together, and how many copies fell away. */
export interface MergedEvents {
  readonly events: readonly TelemetryEvent[];
  readonly duplicates: number;
}

/**
 * Puts lists of events of **one** session together: ascending by time, ties in order of arrival, copies removed
 * (docs/formats/distributed-diagnostics.md §5). The session ids of the events are not looked at.
 *
 * Lists that are in order already, as loaders hand them over, cost one comparison an event and a merge; any other order
 * costs O(n log n).
 */
export function mergeEvents(lists: readonly (readonly TelemetryEvent[])[]): MergedEvents {
  const filled = lists.filter((list) => list.length > 0);
  const arrived = filled.length === 1 ? filled[0]! : filled.flat();
  const sorted = sortByTime(arrived);
  return dropCopies(sorted);
}

/** The events ascending by time, stable; the very list when it is in order. */
export function sortByTime(events: readonly TelemetryEvent[]): readonly TelemetryEvent[] {
  if (isInOrder(events)) return events;
  const keys = new Float64Array(events.length);
  for (let i = 0; i < events.length; i++) keys[i] = Number(events[i]!.timestamp_ns);
  const isAfter = (left: number, right: number): boolean => {
    const difference = keys[left]! - keys[right]!;
    // Doubles keep the order of integers but not every difference.
    return difference === 0 ? events[left]!.timestamp_ns > events[right]!.timestamp_ns : difference > 0;
  };
  const runs = [0];
  for (let i = 1; i < events.length; i++) if (isAfter(i - 1, i)) runs.push(i);
  const order = mergeRuns(runs, events.length, isAfter);
  return Array.from(order, (index) => events[index]!);
}

function isInOrder(events: readonly TelemetryEvent[]): boolean {
  for (let i = 1; i < events.length; i++) if (events[i - 1]!.timestamp_ns > events[i]!.timestamp_ns) return false;
  return true;
}

/** Merges neighbouring runs until one is left; the earlier run wins ties, which keeps the order of arrival. */
function mergeRuns(starts: number[], length: number, isAfter: (left: number, right: number) => boolean): Uint32Array {
  let from = Uint32Array.from({ length }, (_, index) => index);
  let into = new Uint32Array(length);
  let runs = starts;
  while (runs.length > 1) {
    const merged: number[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      const start = runs[run]!;
      const middle = runs[run + 1] ?? length;
      const end = runs[run + 2] ?? length;
      merged.push(start);
      let left = start;
      let right = middle;
      for (let k = start; k < end; k++) {
        const takeRight = right < end && (left >= middle || isAfter(from[left]!, from[right]!));
        into[k] = takeRight ? from[right++]! : from[left++]!;
      }
    }
    [from, into] = [into, from];
    runs = merged;
  }
  return from;
}
