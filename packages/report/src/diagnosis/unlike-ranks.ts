import type { DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import { formatBinarySize } from '../units/binary-size.ts';
import { wallClockTime } from '../units/wall-clock.ts';
import { inPhase, type Observation } from './observation.ts';
import type { RankOverview } from './rank-overview.ts';

const MEBIBYTE = 1024 * 1024;
/** Below this a difference between ranks is noise of the process, not of the job. */
const LEAST_NOTABLE_BYTES = 32 * MEBIBYTE;
const NOTABLE_RATIO = 2;

/** Ranks that grew, or peaked, unlike their peers; a peak that growth explains is left out. */
export function unlikeRanks(model: DistributedDiagnosticsModel, ranks: readonly RankOverview[]): Observation[] {
  const growth = unlikeGrowth(model);
  return [...growth, ...unlikePeak(ranks, growth)];
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
