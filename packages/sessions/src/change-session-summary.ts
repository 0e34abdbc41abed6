import { coerceInteger, type JsonValue } from '@stormlog/records';
import { type Environment, systemEnvironment } from './environment.ts';
import { normalizeSessionStatus } from './session-status.ts';
import type { SessionSummary } from './session-summary.ts';

/** What {@link updateSessionSummary} may change; an absent member changes nothing. */
export interface SessionChanges {
  /** Null changes nothing. */
  readonly status?: JsonValue | undefined;
  /** Null clears the end; anything else is a lenient integer. */
  readonly ended_at_ns?: JsonValue | undefined;
  /** Null changes nothing; the empty text is set. */
  readonly source?: string | null | undefined;
}

/**
 * A copy of the summary with the changes made (docs/formats/sessions.md §5).
 *
 * @throws InvalidRecordError for an unknown status or an end that is no integer
 */
export function updateSessionSummary(summary: SessionSummary, changes: SessionChanges): SessionSummary {
  const status =
    changes.status === undefined || changes.status === null ? summary.status : normalizeSessionStatus(changes.status);
  let endedAtNs = summary.ended_at_ns;
  if (changes.ended_at_ns === null) endedAtNs = null;
  else if (changes.ended_at_ns !== undefined) endedAtNs = coerceInteger(changes.ended_at_ns, 'ended_at_ns');
  return { ...summary, status, ended_at_ns: endedAtNs, source: changes.source ?? summary.source };
}

/**
 * The summary of a session that has ended: `running` becomes `completed`, any other status stays; the end is set, also
 * over an earlier one (docs/formats/sessions.md §5).
 *
 * @param endedAtNs a lenient integer; absent or null: now
 * @throws InvalidRecordError for a status that is none of the four words, or an end that is no integer
 */
export function finalizeSessionSummary(
  summary: SessionSummary,
  endedAtNs?: JsonValue | undefined,
  environment: Environment = systemEnvironment(),
): SessionSummary {
  return updateSessionSummary(summary, {
    status: summary.status === 'running' ? 'completed' : normalizeSessionStatus(summary.status),
    ended_at_ns: endedAtNs === undefined || endedAtNs === null ? environment.wallNs() : endedAtNs,
  });
}
