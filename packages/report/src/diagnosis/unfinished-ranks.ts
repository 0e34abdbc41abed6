import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { inPhase, type Observation } from './observation.ts';
import type { RankOverview } from './rank-overview.ts';

/** Ranks whose session has no recorded end. */
export function unfinishedRanks(ranks: readonly RankOverview[]): Observation[] {
  const present = ranks.filter((rank) => rank.availability === 'present' && rank.session_status !== null);
  const everyone = present.every(isUnfinished);
  const unfinished = present.filter((rank) => isUnfinished(rank));
  const states = [...new Set(unfinished.map((rank) => rank.session_status))].join(', ');
  return [
    {
      code: 'session_not_completed',
      severity: everyone ? 'info' : 'warning',
      ranks: unfinished.map((rank) => rank.rank),
      text: `not completed: ${formatRankList(unfinished.map((rank) => rank.rank))} (session ${states}${unfinished.length === 1 ? lastSeen(unfinished[0]!) : ''})`,
      next: everyone
        ? 'the job may still run; if it does not, its ranks ended without closing their recordings'
        : `if the job is over, the process was killed: look for ${unfinished[0] === undefined ? 'it' : processOf(unfinished[0])} in the kernel log and the scheduler`,
    },
  ];
}

function lastSeen(rank: RankOverview): string {
  const silence = rank.before_peers_ns ?? 0n;
  const before = silence > 0n ? `, last seen ${formatDuration(silence)} before its peers` : '';
  return before + inPhase(rank.last_phase_path);
}

function isUnfinished(rank: RankOverview): boolean {
  return rank.session_status !== null && rank.session_status !== 'completed';
}

function processOf(rank: RankOverview): string {
  const process = rank.pid !== null && rank.pid >= 0 ? `pid ${rank.pid}` : 'the process';
  return rank.host === null || rank.host === 'unknown' ? process : `${process} on ${rank.host}`;
}
