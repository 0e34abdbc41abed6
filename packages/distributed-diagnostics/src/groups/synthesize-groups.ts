import { compareCodePoints, type JsonValue, pythonText } from '@stormlog/records';
import { stableLegacySessionId } from '@stormlog/sessions';
import type { DistributedSession, SessionGroup } from '../load/artifact-load-result.ts';
import { mergeSessions } from '../merge/merge-sessions.ts';
import { smaller } from '../numbers/bigint-extremes.ts';
import type { DiagnosticsWarning } from '../warnings/diagnostics-warning.ts';
import { findJobs, type Job } from './job-attempts.ts';

/** What came of looking for jobs. */
export interface SynthesizedGroups {
  /** One for each attempt with two ranks or more. */
  readonly sessions: readonly DistributedSession[];
  /** Ids of the sessions that stand for their jobs: of each the newest attempt that has a session here. */
  readonly representatives: ReadonlySet<string>;
  readonly groups: readonly SessionGroup[];
  readonly warnings: readonly DiagnosticsWarning[];
}

/**
 * Puts the sessions of each attempt of each job together (docs/formats/distributed-diagnostics.md §6).
 *
 * @param sessions in selection order, without those of merged legacy file inputs
 */
export function synthesizeGroups(sessions: readonly DistributedSession[]): SynthesizedGroups {
  const made: DistributedSession[] = [];
  const representatives = new Set<string>();
  const groups: SessionGroup[] = [];
  const warnings: DiagnosticsWarning[] = [];
  for (const job of findJobs(sessions)) {
    let newest: DistributedSession | null = null;
    for (const [index, members] of job.attempts.entries()) {
      const merged = members.length > 1 && members.length <= job.world_size ? mergeAttempt(job, members) : null;
      if (merged !== null) made.push(merged);
      newest = merged ?? newest;
      groups.push(describe(job, index, members, merged));
    }
    if (newest !== null) representatives.add(newest.summary.session_id);
    warnings.push(...warningsOf(job, newest));
  }
  return { sessions: made, representatives, groups, warnings };
}

function mergeAttempt(job: Job, members: readonly DistributedSession[]): DistributedSession {
  const ids = members.map(({ summary }) => summary.session_id).sort(compareCodePoints);
  return mergeSessions(members, {
    session_id: stableLegacySessionId('distributed.rank_group', job.job_id, job.world_size, ...ids),
    source: 'stormlog.diagnostics.distributed',
  });
}

function describe(
  job: Job,
  index: number,
  members: readonly DistributedSession[],
  merged: DistributedSession | null,
): SessionGroup {
  return {
    session_id: merged?.summary.session_id ?? (members.length === 1 ? members[0]!.summary.session_id : null),
    job_id: job.job_id,
    world_size: job.world_size,
    attempt: index + 1,
    attempts: job.attempts.length,
    started_at_ns: members.map(({ summary }) => summary.started_at_ns).reduce(smaller),
    members: members
      .map(({ summary }) => ({ session_id: summary.session_id, rank: summary.rank }))
      .sort((left, right) => left.rank - right.rank),
  };
}

function warningsOf(job: Job, newest: DistributedSession | null): DiagnosticsWarning[] {
  if (newest === null) return [];
  const session_id = newest.summary.session_id;
  if (job.job_id === null) {
    const count = job.attempts[0]!.length;
    return [
      {
        code: 'sessions_grouped_without_job',
        message: `${count} sessions name no job; they are taken as one run, because they ran at the same time with a world size of ${job.world_size} and different ranks. Select one of them to see it alone.`,
        count,
        world_size: job.world_size,
        session_id,
      },
    ];
  }
  if (job.attempts.length < 2) return [];
  return [
    {
      code: 'attempts_found',
      message: `The job ${jobText(job.job_id)} was started again: ${job.attempts.length} attempts were found. The newest with several ranks stands for it (session ${session_id}); select another by its session id.`,
      job_id: job.job_id,
      world_size: job.world_size,
      count: job.attempts.length,
      session_id,
    },
  ];
}

function jobText(jobId: JsonValue): string {
  return typeof jobId === 'string' ? JSON.stringify(jobId) : pythonText(jobId);
}
