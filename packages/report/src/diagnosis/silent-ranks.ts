import { counted } from '../units/counted.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { inPhase, type Observation } from './observation.ts';
import type { RankOverview } from './rank-overview.ts';

/** A rank that ends this much earlier than its peers did not merely finish first. */
const NOTABLE_SILENCE_NS = 1_000_000_000n;
/** So many are described one by one, the earliest first; the others are listed. */
const MOST_DESCRIBED = 3;

/** Ranks that were last seen well before their peers, the earliest first. */
export function silentRanks(ranks: readonly RankOverview[]): Observation[] {
  const silent = ranks.filter(isSilent).sort((left, right) => Number(right.before_peers_ns! - left.before_peers_ns!));
  const others = silent
    .slice(MOST_DESCRIBED)
    .map((rank) => rank.rank)
    .sort((left, right) => left - right);
  return [
    ...silent.slice(0, MOST_DESCRIBED).map((rank) => (isShifted(rank, ranks) ? shifted(rank) : stopped(rank))),
    {
      code: 'stopped_before_peers',
      severity: 'warning',
      ranks: others,
      text: `${counted(others.length, 'more rank')} fell silent early too, but later than these: ${formatRankList(others)}`,
      next: 'look at the earliest first: the others may only have followed',
    },
  ];
}

function stopped(rank: RankOverview): Observation {
  const state = isUnfinished(rank) ? `; its session is still "${rank.session_status}"` : '';
  return {
    code: 'stopped_before_peers',
    severity: isUnfinished(rank) ? 'critical' : 'warning',
    ranks: [rank.rank],
    text: `rank ${rank.rank} was last seen ${formatDuration(rank.before_peers_ns!)} before its peers${inPhase(rank.last_phase_path)}${state}`,
    next: `look at what ended ${processOf(rank)} then: its own log, the kernel log (out of memory), the scheduler`,
  };
}

/**
 * True when the rank was also first seen about as much earlier, so that its whole recording is shifted, not cut; not when
 * a peer on the same host, with the same clock, is not early.
 */
function isShifted(rank: RankOverview, ranks: readonly RankOverview[]): boolean {
  const shift = rank.started_before_peers_ns ?? 0n;
  const clockIsShared = ranks.some((peer) => peer !== rank && peer.host === rank.host && !isSilent(peer));
  return 10n * shift >= 9n * rank.before_peers_ns! && !clockIsShared;
}

function shifted(rank: RankOverview): Observation {
  const host = rank.host === null || rank.host === 'unknown' ? 'its host' : `host ${rank.host}`;
  return {
    code: 'stopped_before_peers',
    severity: 'warning',
    ranks: [rank.rank],
    text: `rank ${rank.rank} was last seen ${formatDuration(rank.before_peers_ns!)} before its peers, and first seen ${formatDuration(rank.started_before_peers_ns!)} before them: it ran as long, so the clock of ${host} may be off`,
    next: 'compare the clocks of the hosts (timedatectl, chronyc tracking) before trusting the order of times between them',
  };
}

/** Ranks whose session has no recorded end and that were heard of to the last. */
export function unfinishedRanks(ranks: readonly RankOverview[]): Observation[] {
  const present = ranks.filter((rank) => rank.availability === 'present' && rank.session_status !== null);
  const everyone = present.every(isUnfinished);
  const unfinished = present.filter((rank) => isUnfinished(rank) && !isSilent(rank));
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

function isSilent(rank: RankOverview): boolean {
  return (rank.before_peers_ns ?? 0n) >= NOTABLE_SILENCE_NS;
}

function isUnfinished(rank: RankOverview): boolean {
  return rank.session_status !== null && rank.session_status !== 'completed';
}

function processOf(rank: RankOverview): string {
  const process = rank.pid !== null && rank.pid >= 0 ? `pid ${rank.pid}` : 'the process';
  return rank.host === null || rank.host === 'unknown' ? process : `${process} on ${rank.host}`;
}
