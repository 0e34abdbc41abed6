import type { ArtifactLoadResult, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import { type JsonValue, stringifyJson } from '@stormlog/records';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { formatWallClock } from '../units/wall-clock.ts';
import { jobName } from './job-name.ts';
import { commonDay, type RankOverview } from './rank-overview.ts';

/** What a diagnosis is of, as plain texts that may quote strings from files. */
export interface RunHeading {
  /** `Job train-7`, or that the run names none. */
  readonly subject: string;
  /** `4 of 5 ranks present, missing: 4`. */
  readonly attendance: string;
  /** Which session, and what it was put together from. */
  readonly session: string;
  /** From when to when, and whether hosts' clocks may differ. */
  readonly span: string;
  /** Jobs that were read too and are not in this diagnosis. */
  readonly others: readonly string[];
}

/** What a diagnosis is of. @param filtered true when the model shows only some of the ranks, which is then said */
export function describeRun(
  load: ArtifactLoadResult,
  model: DistributedDiagnosticsModel,
  ranks: readonly RankOverview[],
  filtered: boolean,
): RunHeading {
  const selected = load.sessions.find((session) => session.summary.session_id === load.selected_session_id);
  const present = model.present_ranks.length;
  const missing = model.missing_ranks.length === 0 ? 'none missing' : `missing: ${formatRankList(model.missing_ranks)}`;
  const jobId = selected?.summary.job_id ?? null;
  const subject =
    jobId === null ? 'Run without a job id' : `Job ${typeof jobId === 'string' ? jobId : stringifyJson(jobId)}`;
  const only = filtered ? `, only ranks ${formatRankList(model.expected_ranks)}` : '';
  return {
    subject: subject + only,
    attendance: `${present} of ${model.expected_ranks.length} ranks present, ${missing}`,
    session: `Session ${load.selected_session_id}${groupText(load)}`,
    span: timeSpan(load, ranks),
    others: otherJobs(load, jobId),
  };
}

/** Jobs whose sessions were read too: their ranks are not in this diagnosis. */
function otherJobs(load: ArtifactLoadResult, own: JsonValue): string[] {
  const ids = load.sessions.map((session) => session.summary.job_id).filter((id) => id !== null && id !== own);
  const names = [...new Set(ids.map(jobName))].filter((name) => name !== jobName(own));
  if (names.length === 0) return [];
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return [`These inputs also hold ${names.slice(0, 3).join(', ')}${more}: --job ID chooses`];
}

/** Which attempt of a restarted job this is, or how many recordings the session was put together from. */
function groupText(load: ArtifactLoadResult): string {
  const group = load.groups.find(
    (candidate) =>
      candidate.session_id === load.selected_session_id ||
      candidate.members.some((member) => member.session_id === load.selected_session_id),
  );
  if (group === undefined) return '';
  // A recorded session chosen by itself is a member of its group, not the group.
  const isGroup = group.session_id === load.selected_session_id;
  const members = isGroup && group.members.length > 1 ? `, from ${group.members.length} recorded sessions` : '';
  if (group.attempts < 2) return members;
  return `${members}; attempt ${group.attempt} of ${group.attempts} (stormlog sessions lists the others)`;
}

function timeSpan(load: ArtifactLoadResult, ranks: readonly RankOverview[]): string {
  const first = load.events[0]?.timestamp_ns;
  const last = load.events.at(-1)?.timestamp_ns;
  if (first === undefined || last === undefined) return 'no events';
  const day = commonDay(ranks);
  const from = formatWallClock(first);
  const to = day !== null && from.startsWith(day) ? formatWallClock(last).slice(day.length + 1) : formatWallClock(last);
  const hosts = new Set(ranks.flatMap((rank) => (rank.host === null ? [] : [rank.host]))).size;
  const clocks = hosts > 1 ? `; ${hosts} hosts, whose clocks may differ` : '';
  return `${from} to ${to} UTC (${formatDuration(last - first)})${clocks}`;
}
