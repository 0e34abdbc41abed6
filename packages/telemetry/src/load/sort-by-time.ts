import type { TelemetryEvent } from '../event/telemetry-event.ts';

/** Sorts events by time in place, equal times keeping their order; recordings mostly are in order already. */
export function sortByTime(events: TelemetryEvent[]): TelemetryEvent[] {
  return isInOrder(events) ? events : events.sort(compareTimes);
}

function isInOrder(events: readonly TelemetryEvent[]): boolean {
  for (let i = 1; i < events.length; i++) {
    if (events[i]!.timestamp_ns < events[i - 1]!.timestamp_ns) return false;
  }
  return true;
}

function compareTimes(left: TelemetryEvent, right: TelemetryEvent): number {
  return left.timestamp_ns < right.timestamp_ns ? -1 : left.timestamp_ns > right.timestamp_ns ? 1 : 0;
}
