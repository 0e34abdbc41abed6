import { coerceInteger, type JsonValue } from '@stormlog/records';
import { type Environment, systemEnvironment } from './environment.ts';
import { coerceSafeInteger } from './lenient-integer.ts';
import { normalizeSessionStatus } from './session-status.ts';
import type { SessionSummary } from './session-summary.ts';

/**
 * What a new session may be told; absent members are filled in. Numbers are lenient integers: integers, booleans, floats
 * cut toward zero, integer text (docs/formats/sessions.md §4).
 */
export interface NewSessionFields {
  readonly source: string;
  /** Default `running`. */
  readonly status?: JsonValue | undefined;
  /** Default, also for null and the empty text: a new id. */
  readonly session_id?: string | null | undefined;
  /** Default, also for null: now. */
  readonly started_at_ns?: JsonValue | undefined;
  readonly ended_at_ns?: JsonValue | undefined;
  /** Default, also for null and the empty text: the machine's name. */
  readonly host?: string | null | undefined;
  /** Default, also for null: this process. */
  readonly pid?: JsonValue | undefined;
  /** Kept unchecked; default null. */
  readonly job_id?: JsonValue | undefined;
  readonly rank?: JsonValue | undefined;
  readonly local_rank?: JsonValue | undefined;
  /** Default 1; anything below is raised to 1. */
  readonly world_size?: JsonValue | undefined;
}

/**
 * The summary of a session that begins, or is described from outside (docs/formats/sessions.md §4).
 *
 * @throws InvalidRecordError naming the field: an unknown status, a value that is no integer, one that is too large
 */
export function createSessionSummary(
  fields: NewSessionFields,
  environment: Environment = systemEnvironment(),
): SessionSummary {
  const status = fields.status === undefined ? 'running' : normalizeSessionStatus(fields.status);
  const startedAtNs =
    fields.started_at_ns === undefined || fields.started_at_ns === null
      ? environment.wallNs()
      : coerceInteger(fields.started_at_ns, 'started_at_ns');
  const host = fields.host || environment.hostName;
  const pid = fields.pid === undefined || fields.pid === null ? environment.pid : coerceSafeInteger(fields.pid, 'pid');
  const endedAtNs =
    fields.ended_at_ns === undefined || fields.ended_at_ns === null
      ? null
      : coerceInteger(fields.ended_at_ns, 'ended_at_ns');
  return {
    session_id: fields.session_id || environment.newId(),
    status,
    started_at_ns: startedAtNs,
    ended_at_ns: endedAtNs,
    host,
    pid,
    job_id: fields.job_id ?? null,
    rank: coerceWithDefault(fields.rank, 0, 'rank'),
    local_rank: coerceWithDefault(fields.local_rank, 0, 'local_rank'),
    world_size: Math.max(1, coerceWithDefault(fields.world_size, 1, 'world_size')),
    source: fields.source,
  };
}

function coerceWithDefault(value: JsonValue | undefined, absent: number, field: string): number {
  return value === undefined ? absent : coerceSafeInteger(value, field);
}
