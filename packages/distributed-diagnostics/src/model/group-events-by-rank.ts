import type { TelemetryEvent } from '@stormlog/telemetry';

/** The events of each rank, ranks ascending, events in the order given. */
export function groupEventsByRank(events: Iterable<TelemetryEvent>): Map<number, TelemetryEvent[]> {
  const byRank = new Map<number, TelemetryEvent[]>();
  let rank = -1;
  let own: TelemetryEvent[] | undefined;
  for (const event of events) {
    if (own === undefined || event.rank !== rank) {
      rank = event.rank;
      own = byRank.get(rank);
      if (own === undefined) {
        own = [];
        byRank.set(rank, own);
      }
    }
    own.push(event);
  }
  return new Map([...byRank].sort(([left], [right]) => left - right));
}
