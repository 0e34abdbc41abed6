import { type DistinctEvents, dropEventCopies, sortEventsByTime, type TelemetryEvent } from '@stormlog/telemetry';

/**
 * Puts lists of events of **one** session together: ascending by time, ties in order of arrival, copies removed
 * (docs/formats/distributed-diagnostics.md §5). The session ids of the events are not looked at.
 *
 * Lists that are in order already, as loaders hand them over, cost one comparison an event and a merge; any other order
 * costs O(n log n).
 */
export function mergeEvents(lists: readonly (readonly TelemetryEvent[])[]): DistinctEvents {
  const filled = lists.filter((list) => list.length > 0);
  return dropEventCopies(sortEventsByTime(filled.length === 1 ? filled[0]! : filled.flat()));
}
