import { compareCodePoints, type JsonValue, pythonText } from '@stormlog/records';
import { stableLegacySessionId } from '@stormlog/sessions';
import type { DistributedSession, SessionGroup } from '../load/artifact-load-result.ts';
import { mergeSessions } from '../merge/merge-sessions.ts';
import { smaller } from '../numbers/bigint-extremes.ts';
import type { DiagnosticsWarning } from '../warnings/diagnostics-warning.ts';
import { findJobs, type Job, ranksOf } from './job-attempts.ts';

/** What came of looking for jobs. */
export interface SynthesizedGroups {
  /** One for each attempt with several sessions. */
  readonly sessions: readonly DistributedSession[];
  /** Ids of the sessions put together from the attempts that stand for their jobs. */
  readonly representatives: ReadonlySet<string>;
  /** Ids of the sessions of other attempts, which are not chosen unless asked for. */
  readonly superseded: ReadonlySet<string>;
  readonly groups: readonly SessionGroup[];
  readonly warnings: readonly DiagnosticsWarning[];
}

interface Attempt {
  readonly members: readonly DistributedSession[];
  /** The members put together; null when there is one, or more than the world has ranks. */
  readonly merged: DistributedSession | null;
  readonly group: SessionGroup;
}

/**
 * Puts the sessions of each attempt of each job together (docs/formats/distributed-diagnostics.md §6). The newest attempt
 * with two ranks or more stands for its job; without such an attempt the newest.
 *
 * @param sessions in selection order, without those of merged legacy file inputs
 */
export function synthesizeGroups(sessions: readonly DistributedSession[]): SynthesizedGroups {
  const made: DistributedSession[] = [];
  const representatives = new Set<string>();
  const superseded = new Set<string>();
  const groups: SessionGroup[] = [];
  const warnings: DiagnosticsWarning[] = [];
  for (const job of findJobs(sessions)) {
    const attempts = job.attempts.map((members, index) => attemptOf(job, index, members));
    const standing = attempts.findLast(({ group }) => rankCount(group) > 1) ?? attempts.at(-1)!;
    for (const attempt of attempts) {
      groups.push(attempt.group);
      if (attempt.merged !== null) made.push(attempt.merged);
      if (attempt === standing) continue;
      for (const { summary } of attempt.members) superseded.add(summary.session_id);
    }
    if (standing.merged !== null) representatives.add(standing.merged.summary.session_id);
    warnings.push(...warningsOf(job, standing));
  }
  return { sessions: made, representatives, superseded, groups, warnings };
}

function attemptOf(job: Job, index: number, members: readonly DistributedSession[]): Attempt {
  const merged = members.length > 1 && members.length <= job.world_size ? mergeAttempt(job, members) : null;
  const sole = members.length === 1 ? members[0]! : null;
  const group: SessionGroup = {
    session_id: (merged ?? sole)?.summary.session_id ?? null,
    job_id: job.job_id,
    world_size: job.world_size,
    attempt: index + 1,
    attempts: job.attempts.length,
    started_at_ns: members.map(({ summary }) => summary.started_at_ns).reduce(smaller),
    members: members
      .map((member) => ({
        session_id: member.summary.session_id,
        ranks: [...ranksOf(member)].sort((left, right) => left - right),
      }))
      .sort((left, right) => left.ranks[0]! - right.ranks[0]!),
  };
  return { members, merged, group };
}

function rankCount(group: SessionGroup): number {
  return new Set(group.members.flatMap(({ ranks }) => ranks)).size;
}

function mergeAttempt(job: Job, members: readonly DistributedSession[]): DistributedSession {
  const ids = members.map(({ summary }) => summary.session_id).sort(compareCodePoints);
  return mergeSessions(members, {
    session_id: stableLegacySessionId('distributed.rank_group', job.job_id, job.world_size, ...ids),
    source: 'stormlog.diagnostics.distributed',
  });
}

function warningsOf(job: Job, standing: Attempt): DiagnosticsWarning[] {
  const session_id = standing.group.session_id ?? undefined;
  if (job.job_id === null) {
    if (standing.merged === null) return [];
    const count = standing.members.length;
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
  const number = standing.group.attempt;
  return [
    {
      code: 'attempts_found',
      message: `The job ${jobText(job.job_id)} was started again: ${job.attempts.length} attempts were found. Number ${number} stands for it${session_id === undefined ? '' : ` (session ${session_id})`}; select another by its session id.`,
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
