import { stringifyJson } from '@stormlog/records';
import type { ArtifactLoadResult, SessionGroup } from '../../load/artifact-load-result.ts';
import type { AttemptEnd, Cause, EventMark } from '../cause.ts';

const MARK_TYPES: ReadonlySet<string> = new Set(['warning', 'critical', 'error']);

/** The attempts of the selected session's job, when there are several, and what ended each (docs/formats/causes.md §5.9). */
export function restartCause(load: ArtifactLoadResult): Cause[] {
  const own = load.groups.find(
    ({ session_id, members }) =>
      session_id === load.selected_session_id ||
      members.some((member) => member.session_id === load.selected_session_id),
  );
  if (own === undefined || own.attempts < 2) return [];
  const job = stringifyJson(own.job_id, { sortKeys: true });
  const attempts = load.groups
    .filter((group) => group.world_size === own.world_size && stringifyJson(group.job_id, { sortKeys: true }) === job)
    .sort((left, right) => left.attempt - right.attempt)
    .map((group) => endOf(group, load));
  const failed = attempts.slice(0, -1).filter(({ ended }) => ended !== 'completed');
  const last = failed.at(-1) ?? attempts[0]!;
  return [
    {
      kind: 'restarts',
      ranks: [...new Set(failed.flatMap(({ unfinished_ranks }) => unfinished_ranks))].sort((a, b) => a - b),
      devices: [],
      onset_ns: last.last_event_ns,
      onset_uncertainty_ns: last.last_event_ns === null ? null : 1_000_000_000n,
      severity: failed.length > 0 ? 'warning' : 'info',
      confidence: own.job_id === null ? 0.7 : 0.95,
      reason_codes: ['several_attempts', ...(failed.length > 0 ? ['attempt_not_completed'] : [])].sort(),
      summary: `the job was started ${attempts.length} times; ${attempts
        .slice(0, -1)
        .map(
          ({ attempt, ended, marks }) =>
            `attempt ${attempt} ${endWords(ended)}${marks.length > 0 ? ' after an alert' : ''}`,
        )
        .slice(0, 3)
        .join(', ')}`,
      evidence: { job_id: own.job_id, attempts },
      phase_path: null,
      next_step: 'stormlog sessions lists the attempts; diagnose the first that failed with --session ID',
    },
  ];
}

function endWords(ended: string): string {
  if (ended === 'completed') return 'completed';
  return ended === 'cut_off' ? 'was cut off' : `ended ${ended}`;
}

function endOf(group: SessionGroup, load: ArtifactLoadResult): AttemptEnd {
  const byId = new Map(load.sessions.map((session) => [session.summary.session_id, session]));
  const members = group.members.flatMap(({ session_id, ranks }) => {
    const session = byId.get(session_id);
    return session === undefined ? [] : [{ session, ranks }];
  });
  const unfinished = members.filter(({ session }) => session.summary.status !== 'completed');
  const open = unfinished.some(({ session }) => session.summary.status === 'running');
  let last: bigint | null = null;
  const marks: EventMark[] = [];
  for (const { session } of members) {
    const time = session.events.at(-1)?.timestamp_ns;
    if (time !== undefined && (last === null || time > last)) last = time;
    for (const { event_type, timestamp_ns, context } of session.events) {
      if (MARK_TYPES.has(event_type)) marks.push({ timestamp_ns, event_type, context: (context ?? '').slice(0, 400) });
    }
  }
  return {
    attempt: group.attempt,
    session_id: group.session_id,
    started_at_ns: group.started_at_ns,
    last_event_ns: last,
    ended: unfinished.length === 0 ? 'completed' : open ? 'cut_off' : unfinished[0]!.session.summary.status,
    unfinished_ranks: unfinished.flatMap(({ ranks }) => ranks).sort((left, right) => left - right),
    marks: marks.slice(-4),
  };
}
