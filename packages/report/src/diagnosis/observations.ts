import type { ArtifactLoadResult, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import { formatBinarySize } from '../units/binary-size.ts';
import { formatDuration } from '../units/duration.ts';
import { formatRankList } from '../units/rank-list.ts';
import { wallClockTime } from '../units/wall-clock.ts';
import type { RankOverview } from './rank-overview.ts';

/** Something about the run that a person should look at, and how. Texts are plain; they may quote strings from files. */
export interface Observation {
  readonly code:
    | 'rank_missing'
    | 'rank_elsewhere'
    | 'stopped_before_peers'
    | 'session_not_completed'
    | 'growth_unlike_peers'
    | 'level_unlike_peers';
  readonly severity: 'critical' | 'warning' | 'info';
  readonly ranks: readonly number[];
  readonly text: string;
  /** What to do about it. */
  readonly next: string;
}

const MEBIBYTE = 1024 * 1024;
/** Below this a difference between ranks is noise of the process, not of the job. */
const LEAST_NOTABLE_BYTES = 32 * MEBIBYTE;
const NOTABLE_RATIO = 2;
/** A rank that ends this much earlier than its peers did not merely finish first. */
const NOTABLE_SILENCE_NS = 1_000_000_000n;

/**
 * What stands out in a run, the gravest first: ranks that are missing or belong to another session, ranks that fell
 * silent before their peers or whose session has no end, and ranks whose memory is unlike that of the others
 * (docs/formats/command-line.md §4). Plain comparisons of the figures shown, no guess at a cause.
 */
export function observeRun(
  load: ArtifactLoadResult,
  model: DistributedDiagnosticsModel,
  ranks: readonly RankOverview[],
): Observation[] {
  const growth = unlikeGrowth(model);
  return [
    ...missingRanks(ranks),
    ...silentRanks(ranks),
    ...unfinishedRanks(ranks),
    ...growth,
    ...unlikePeak(ranks, growth),
  ].filter((observation) => observation.ranks.length > 0 && load.events.length > 0);
}

function missingRanks(ranks: readonly RankOverview[]): Observation[] {
  const missing = ranks.filter((rank) => rank.availability === 'missing');
  const elsewhere = missing.filter((rank) => rank.other_sessions.length > 0);
  const nowhere = missing.filter((rank) => rank.other_sessions.length === 0).map((rank) => rank.rank);
  return [
    {
      code: 'rank_missing',
      severity: 'critical',
      ranks: nowhere,
      text: `missing: ${formatRankList(nowhere)} (no event of ${nowhere.length === 1 ? 'this rank' : 'these ranks'} in any input)`,
      next: 'check that its file or folder was given; if it was, the process never started recording: read its own log',
    },
    {
      code: 'rank_elsewhere',
      severity: 'critical',
      ranks: elsewhere.map((rank) => rank.rank),
      text: `missing: ${formatRankList(elsewhere.map((rank) => rank.rank))}, but seen in another session (${sessionExamples(elsewhere)})`,
      next: 'stormlog sessions lists the sessions; choose one with --session ID, or one job with --job ID',
    },
  ];
}

function sessionExamples(ranks: readonly RankOverview[]): string {
  const ids = [...new Set(ranks.flatMap((rank) => rank.other_sessions))];
  return ids.length > 2 ? `${ids.slice(0, 2).join(', ')} and ${ids.length - 2} more` : ids.join(', ');
}

function silentRanks(ranks: readonly RankOverview[]): Observation[] {
  return ranks
    .filter((rank) => (rank.before_peers_ns ?? 0n) >= NOTABLE_SILENCE_NS)
    .sort((left, right) => Number(right.before_peers_ns! - left.before_peers_ns!))
    .slice(0, 3)
    .map((rank) => {
      const unfinished = rank.session_status !== null && rank.session_status !== 'completed';
      const state = unfinished ? `; its session is still "${rank.session_status}"` : '';
      return {
        code: 'stopped_before_peers',
        severity: unfinished ? 'critical' : 'warning',
        ranks: [rank.rank],
        text: `rank ${rank.rank} was last seen ${formatDuration(rank.before_peers_ns!)} before its peers${inPhase(rank.last_phase_path)}${state}`,
        next: `look at what ended ${processOf(rank)} then: its own log, the kernel log (out of memory), the scheduler`,
      };
    });
}

function unfinishedRanks(ranks: readonly RankOverview[]): Observation[] {
  const present = ranks.filter((rank) => rank.availability === 'present' && rank.session_status !== null);
  const unfinished = present.filter(
    (rank) => rank.session_status !== 'completed' && (rank.before_peers_ns ?? 0n) < NOTABLE_SILENCE_NS,
  );
  const states = [...new Set(unfinished.map((rank) => rank.session_status))].join(', ');
  const everyone = unfinished.length === present.length;
  const first = unfinished[0];
  const silence = unfinished.length === 1 ? (first?.before_peers_ns ?? 0n) : 0n;
  const phase = unfinished.length === 1 ? inPhase(first?.last_phase_path ?? null) : '';
  const before = silence > 0n ? `, last seen ${formatDuration(silence)} before its peers` : '';
  return [
    {
      code: 'session_not_completed',
      severity: everyone ? 'info' : 'warning',
      ranks: unfinished.map((rank) => rank.rank),
      text: `not completed: ${formatRankList(unfinished.map((rank) => rank.rank))} (session ${states}${before}${phase})`,
      next: everyone
        ? 'the job may still run; if it does not, all ranks ended without closing their recordings'
        : `if the job is over, the process was killed: look for ${first === undefined ? 'it' : processOf(first)} in the kernel log and the scheduler`,
    },
  ];
}

function processOf(rank: RankOverview): string {
  const process = rank.pid !== null && rank.pid >= 0 ? `pid ${rank.pid}` : 'the process';
  return rank.host === null || rank.host === 'unknown' ? process : `${process} on ${rank.host}`;
}

function unlikeGrowth(model: DistributedDiagnosticsModel): Observation[] {
  const growth = model.rows.flatMap((row) => {
    const bytes = row.allocated_delta_bytes ?? row.device_used_delta_bytes;
    return bytes === null ? [] : [{ rank: row.rank, bytes }];
  });
  return unlikePeers(growth).map(({ rank, bytes, peers }) => ({
    code: 'growth_unlike_peers',
    severity: 'info',
    ranks: [rank],
    text: `rank ${rank} grew by ${formatBinarySize(bytes, { sign: true })}, its peers typically by ${formatBinarySize(peers, { sign: true })}`,
    next: `compare what rank ${rank} keeps between steps; --ranks ${rank} --timelines --json gives its curve`,
  }));
}

/** Ranks with an unlike peak, those left out whose growth explains it. */
function unlikePeak(ranks: readonly RankOverview[], growth: readonly Observation[]): Observation[] {
  const explained = new Set(growth.flatMap((observation) => observation.ranks));
  const peaks = ranks.flatMap((rank) =>
    rank.allocated_peak_bytes === null ? [] : [{ rank: rank.rank, bytes: rank.allocated_peak_bytes }],
  );
  return unlikePeers(peaks)
    .filter(({ rank }) => !explained.has(rank))
    .map(({ rank, bytes, peers }) => {
      const overview = ranks.find((candidate) => candidate.rank === rank);
      const when = overview?.allocated_peak_timestamp_ns;
      const time = when === null || when === undefined ? '' : ` at ${wallClockTime(when)} UTC`;
      return {
        code: 'level_unlike_peers',
        severity: 'info',
        ranks: [rank],
        text: `rank ${rank} peaked at ${formatBinarySize(bytes)}${time}${inPhase(overview?.allocated_peak_phase_path ?? null)}, its peers typically at ${formatBinarySize(peers)}`,
        next: `see what rank ${rank} does there that its peers do not; --ranks ${rank} --timelines --json gives its curve`,
      };
    });
}

function inPhase(path: string | null): string {
  return path === null ? '' : ` in phase "${path}"`;
}

interface Unlike {
  readonly rank: number;
  readonly bytes: number;
  /** The median of the other ranks. */
  readonly peers: number;
}

/** The (at most three) ranks that exceed the median of the others notably, the largest first; two or more peers needed. */
function unlikePeers(values: readonly { readonly rank: number; readonly bytes: number }[]): Unlike[] {
  if (values.length < 3) return [];
  const sorted = values.map((value) => value.bytes).sort((left, right) => left - right);
  return values
    .map(({ rank, bytes }) => {
      const ownIndex = sorted.indexOf(bytes);
      const middle = Math.floor((sorted.length - 1) / 2);
      return { rank, bytes, peers: sorted[middle < ownIndex ? middle : middle + 1]! };
    })
    .filter(({ bytes, peers }) => bytes >= NOTABLE_RATIO * peers && bytes - peers >= LEAST_NOTABLE_BYTES)
    .sort((left, right) => right.bytes - left.bytes)
    .slice(0, 3);
}
