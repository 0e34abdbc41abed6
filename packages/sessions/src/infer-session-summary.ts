import { coerceInteger, type JsonValue, pythonText } from '@stormlog/records';
import { createSessionSummary } from './create-session-summary.ts';
import { type Environment, systemEnvironment } from './environment.ts';
import { normalizeSessionStatus } from './session-status.ts';
import type { SessionSummary } from './session-summary.ts';

/** What is looked at in an event; telemetry events have all of it, looser records may lack members. */
export interface SessionEvent {
  readonly timestamp_ns?: JsonValue | undefined;
  readonly event_type?: JsonValue | undefined;
  readonly host?: JsonValue | undefined;
  readonly pid?: JsonValue | undefined;
  readonly job_id?: JsonValue | undefined;
  readonly rank?: JsonValue | undefined;
  readonly local_rank?: JsonValue | undefined;
  readonly world_size?: JsonValue | undefined;
}

/** How {@link inferSessionSummary} fills in what events do not say. */
export interface InferSessionOptions {
  readonly source: string;
  /** The status of a session without a `stop` event; default `incomplete`. */
  readonly fallbackStatus?: JsonValue | undefined;
  readonly environment?: Environment | undefined;
}

/**
 * The summary that a session's events imply: start and identity of the earliest event, completed at the latest event of
 * type `stop` if there is one (docs/formats/sessions.md §7). Events may come in any order and are read once.
 *
 * @throws InvalidRecordError naming the field: a timestamp or, in the earliest event, an integer that cannot be read
 */
export function inferSessionSummary(
  sessionId: string,
  events: Iterable<SessionEvent>,
  options: InferSessionOptions,
): SessionSummary {
  const environment = options.environment ?? systemEnvironment();
  const fallbackStatus = options.fallbackStatus === undefined ? 'incomplete' : options.fallbackStatus;
  const { first, startedAtNs, stoppedAtNs } = scan(events);
  if (first === null) {
    return createSessionSummary({ source: options.source, status: fallbackStatus, session_id: sessionId }, environment);
  }
  const status = normalizeSessionStatus(fallbackStatus);
  return createSessionSummary(
    {
      source: options.source,
      status: stoppedAtNs === null ? status : 'completed',
      session_id: sessionId,
      started_at_ns: startedAtNs,
      ended_at_ns: stoppedAtNs,
      host: pythonText(first.host === undefined ? 'unknown' : first.host),
      pid: integerOf(first, 'pid', -1),
      job_id: first.job_id,
      rank: integerOf(first, 'rank', 0),
      local_rank: integerOf(first, 'local_rank', 0),
      world_size: integerOf(first, 'world_size', 1),
    },
    environment,
  );
}

interface Scan {
  readonly first: SessionEvent | null;
  readonly startedAtNs: bigint;
  readonly stoppedAtNs: bigint | null;
}

function scan(events: Iterable<SessionEvent>): Scan {
  let first: SessionEvent | null = null;
  let startedAtNs = 0n;
  let stoppedAtNs: bigint | null = null;
  for (const event of events) {
    const timestampNs = coerceInteger(event.timestamp_ns, 'timestamp_ns');
    if (first === null || timestampNs < startedAtNs) {
      first = event;
      startedAtNs = timestampNs;
    }
    if (event.event_type === 'stop' && (stoppedAtNs === null || timestampNs > stoppedAtNs)) stoppedAtNs = timestampNs;
  }
  return { first, startedAtNs, stoppedAtNs };
}

/** Null is refused where `createSessionSummary` would take it for "not said". */
function integerOf(event: SessionEvent, field: 'pid' | 'rank' | 'local_rank' | 'world_size', absent: number): bigint {
  const value = event[field];
  return value === undefined ? BigInt(absent) : coerceInteger(value, field);
}
