import type { Cause } from '@stormlog/distributed-diagnostics';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { Statement } from './statement.ts';

/** Events before and after the onset that are shown. */
const AROUND = 5;
const MOST_STATEMENTS = 64;

/** An event near the beginning of what a statement says. */
export interface OnsetRecord {
  readonly event: TelemetryEvent;
  /** True for the first event at or after the onset. */
  readonly isOnset: boolean;
}

/**
 * The events of the first rank of each statement around its onset, or its last ones when it says that the rank stopped,
 * by the statement's id. One pass over the events for all statements.
 */
export function onsetRecords(
  events: readonly TelemetryEvent[],
  statements: readonly Statement[],
): ReadonlyMap<string, readonly OnsetRecord[]> {
  const wanted = statements
    .filter(({ cause, ranks }) => cause !== null && cause.onset_ns !== null && ranks.length > 0)
    .slice(0, MOST_STATEMENTS);
  const byRank = new Map<number, TelemetryEvent[]>(wanted.map(({ ranks }) => [ranks[0]!, []]));
  for (const event of events) byRank.get(event.rank)?.push(event);
  return new Map(wanted.map(({ id, ranks, cause }) => [id, around(byRank.get(ranks[0]!)!, cause!)]));
}

function around(events: readonly TelemetryEvent[], cause: Cause): OnsetRecord[] {
  const own = cause.devices.length === 0 ? events : events.filter(({ device_id }) => cause.devices.includes(device_id));
  const onset = cause.onset_ns!;
  const found = own.findIndex((event) => event.timestamp_ns >= onset);
  const at = found < 0 ? own.length - 1 : found;
  const first = Math.max(0, Math.min(at - AROUND, own.length - 2 * AROUND - 1));
  return own.slice(first, first + 2 * AROUND + 1).map((event, index) => ({ event, isOnset: first + index === at }));
}
