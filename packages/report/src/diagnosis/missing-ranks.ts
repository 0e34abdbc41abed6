import { rankFromPath } from '@stormlog/distributed-diagnostics';
import { formatRankList } from '../units/rank-list.ts';
import { jobName } from './job-name.ts';
import type { Observation } from './observation.ts';
import type { OtherSession, RankOverview } from './rank-overview.ts';

/** Ranks without an event: those that are elsewhere, those whose file could not be used, and those that are nowhere. */
export function missingRanks(ranks: readonly RankOverview[], unusablePaths: readonly string[]): Observation[] {
  const missing = ranks.filter((rank) => rank.availability === 'missing');
  const elsewhere = missing.filter((rank) => rank.other_sessions.length > 0);
  const fileOf = new Map(unusablePaths.map((path) => [rankFromPath(path), path]));
  const nowhere = missing.filter((rank) => rank.other_sessions.length === 0).map((rank) => rank.rank);
  const unusable = nowhere.filter((rank) => fileOf.has(rank));
  const absent = nowhere.filter((rank) => !fileOf.has(rank));
  return [
    {
      code: 'rank_missing',
      severity: 'critical',
      ranks: absent,
      text: `missing: ${formatRankList(absent)} (no event of ${absent.length === 1 ? 'this rank' : 'these ranks'} in any input)`,
      next: 'check that its file or folder was given; if it was, the process never started recording: read its own log',
    },
    {
      code: 'rank_unusable',
      severity: 'critical',
      ranks: unusable,
      text: `missing: ${formatRankList(unusable)}, but input of ${unusable.length === 1 ? 'its' : 'their'} name could not be used: ${examples(unusable.map((rank) => fileOf.get(rank)!))}`,
      next: 'the messages say why; stormlog validate FILE lists every fault',
    },
    {
      code: 'rank_elsewhere',
      severity: 'critical',
      ranks: elsewhere.map((rank) => rank.rank),
      text: `missing: ${formatRankList(elsewhere.map((rank) => rank.rank))}, but seen in another session (${examples(elsewhere.flatMap((rank) => rank.other_sessions).map(sessionText))})`,
      next: 'stormlog sessions lists the sessions; choose one with --session ID, or one job with --job ID',
    },
  ];
}

function sessionText({ session_id, job_id }: OtherSession): string {
  return job_id === null ? session_id : `${session_id} of ${jobName(job_id)}`;
}

function examples(names: readonly string[]): string {
  const unique = [...new Set(names)];
  return unique.length > 2 ? `${unique.slice(0, 2).join(', ')} and ${unique.length - 2} more` : unique.join(', ');
}
