import { ArgumentError, pythonText } from '@stormlog/records';
import { selectDefaultLoadedSession } from '@stormlog/sessions';
import type { DistributedSession } from './artifact-load-result.ts';

/** What the choice depends on. */
export interface SelectionRequest {
  /** In selection order. */
  readonly sessions: readonly DistributedSession[];
  /** Ids of the sessions put together from the attempts that stand for their jobs. */
  readonly representatives: ReadonlySet<string>;
  /** Ids of the sessions of other attempts. */
  readonly superseded: ReadonlySet<string>;
  readonly sessionId: string | null | undefined;
  readonly jobId: string | null | undefined;
}

/**
 * The session to look at (docs/formats/distributed-diagnostics.md §7): the one asked for, else the best of those that stand
 * for jobs, else the best with events, else the best.
 *
 * @throws ArgumentError `session_unknown`, `job_unknown`, listing what there is
 */
export function selectSession(request: SelectionRequest): DistributedSession | null {
  const sessions = sessionsOfJob(request);
  const { sessionId } = request;
  if (sessionId !== null && sessionId !== undefined) {
    const found = sessions.find(({ summary }) => summary.session_id === sessionId);
    if (found !== undefined) return found;
    throw new ArgumentError(
      'sessionId',
      `There is no session ${JSON.stringify(sessionId)}; ${listing(sessions.map(({ summary }) => summary.session_id))}`,
      { code: 'session_unknown' },
    );
  }
  const standing = sessions.filter(({ summary }) => request.representatives.has(summary.session_id));
  if (standing.length > 0) return selectDefaultLoadedSession(standing);
  return selectDefaultLoadedSession(sessions.filter(({ summary }) => !request.superseded.has(summary.session_id)));
}

function sessionsOfJob({ sessions, jobId }: SelectionRequest): readonly DistributedSession[] {
  if (jobId === null || jobId === undefined) return sessions;
  const found = sessions.filter(({ summary }) => summary.job_id !== null && pythonText(summary.job_id) === jobId);
  if (found.length > 0) return found;
  const jobs = sessions.flatMap(({ summary }) => (summary.job_id === null ? [] : pythonText(summary.job_id)));
  throw new ArgumentError('jobId', `There is no job ${JSON.stringify(jobId)}; ${listing(jobs)}`, {
    code: 'job_unknown',
  });
}

const LISTED = 5;

function listing(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  if (distinct.length === 0) return 'nothing of the kind was found';
  const more = distinct.length - LISTED;
  const listed = distinct.slice(0, LISTED).map((name) => JSON.stringify(name));
  return `found: ${listed.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}
