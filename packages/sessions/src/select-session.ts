import { compareCodePoints } from '@stormlog/records';
import type { SessionSummary } from './session-summary.ts';

const PRIORITY: ReadonlyMap<string, number> = new Map([
  ['completed', 0],
  ['interrupted', 1],
  ['incomplete', 2],
  ['running', 3],
]);
const LAST = 99;

/**
 * Orders sessions by how good a default they are: by status in the order of `SESSION_STATUSES`, then the later end (the
 * start, when the end is null or 0), then the later start, then by id (docs/formats/sessions.md §8).
 *
 * @returns negative, 0 or positive, for `Array.prototype.sort`
 */
export function compareSessionSummaries(left: SessionSummary, right: SessionSummary): number {
  return (
    (PRIORITY.get(left.status) ?? LAST) - (PRIORITY.get(right.status) ?? LAST) ||
    compareBigInts(endOrStart(right), endOrStart(left)) ||
    compareBigInts(right.started_at_ns, left.started_at_ns) ||
    compareCodePoints(left.session_id, right.session_id)
  );
}

/** The sessions in the order of {@link compareSessionSummaries}; equal ones keep theirs. */
export function sortSessionSummaries(summaries: Iterable<SessionSummary>): SessionSummary[] {
  return [...summaries].sort(compareSessionSummaries);
}

/** A summary, or something that has one. */
export type SessionLike = SessionSummary | { readonly summary: SessionSummary };

/** The first session in the order of {@link compareSessionSummaries}, itself as handed in; null when there is none. */
export function selectDefaultSession<Session extends SessionLike>(sessions: Iterable<Session>): Session | null {
  let best: Session | null = null;
  for (const session of sessions) {
    if (best === null || compareSessionSummaries(summaryOf(session), summaryOf(best)) < 0) best = session;
  }
  return best;
}

/** A session with its events. */
export interface LoadedSessionLike {
  readonly summary: SessionSummary;
  readonly events: { readonly length: number };
}

/** As {@link selectDefaultSession}, among the sessions that have events if any has. */
export function selectDefaultLoadedSession<Loaded extends LoadedSessionLike>(
  sessions: Iterable<Loaded>,
): Loaded | null {
  const all = [...sessions];
  const withEvents = all.filter((session) => session.events.length > 0);
  return selectDefaultSession(withEvents.length > 0 ? withEvents : all);
}

function summaryOf(session: SessionLike): SessionSummary {
  return 'summary' in session ? session.summary : session;
}

/** An end of 0 says as little as none. */
function endOrStart(summary: SessionSummary): bigint {
  return summary.ended_at_ns || summary.started_at_ns;
}

function compareBigInts(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
