import { compareCodePoints } from '@stormlog/records';
import type { PhaseColumns } from '../signs/rank-signs.ts';
import { MAD_TO_SIGMA, median, sortedNumbers } from '../statistics/robust.ts';
import type { ClockOffset } from './clock-offset.ts';
import { isCollectivePath } from './phase-key.ts';

export interface RankPhases {
  readonly rank: number;
  readonly host: string;
  readonly phases: PhaseColumns;
}

/** Fewer pairs say too little. */
const LEAST_MATCHES = 4;
/** What recording a boundary adds by itself, in nanoseconds. */
const RECORDING_NS = 1_000_000;

/**
 * Offsets by matched ends of phases. The k-th end of a path on one rank matches the k-th on another. The offset of a host
 * is the median over the matches of (median time on the reference − median time on the host), robust against single
 * late ranks; its uncertainty is three standard errors of that median from the median absolute deviation, and for phases
 * other than collectives, where ranks may differ for good, three deviations (after Cristian, Distributed Computing 3,
 * 1989, and Mills' clock filter: only simultaneous events tell).
 */
export function estimateOffsets(ranks: readonly RankPhases[]): ClockOffset[] {
  const hosts = hostsOf(ranks);
  const reference = hosts[0]?.[0];
  if (reference === undefined) return [];
  const collective = endsByMatch(ranks, true);
  const others = hosts.length > 1 ? endsByMatch(ranks, false) : new Map<string, Map<string, number[]>>();
  return hosts.map(([host]) => {
    if (host === reference) {
      return { host, reference_host: reference, offset_ns: 0n, uncertainty_ns: 0n, matches: 0, basis: 'reference' };
    }
    return (
      offsetFrom(collective, host, reference, 'collective_ends') ??
      offsetFrom(others, host, reference, 'phase_boundaries') ?? {
        host,
        reference_host: reference,
        offset_ns: 0n,
        uncertainty_ns: null,
        matches: 0,
        basis: 'none',
      }
    );
  });
}

/** Hosts with the number of their ranks, the one with most first. */
function hostsOf(ranks: readonly RankPhases[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { host } of ranks) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1] || compareCodePoints(left[0], right[0]));
}

/** Match → host → end times of its ranks, relative to the earliest phase. */
function endsByMatch(ranks: readonly RankPhases[], collectives: boolean): Map<string, Map<string, number[]>> {
  const base = baseOf(ranks);
  const matches = new Map<string, Map<string, number[]>>();
  for (const { host, phases } of ranks) {
    const seen = new Map<number, number>();
    const wanted = phases.paths.map((path) => isCollectivePath(path) === collectives);
    for (let i = 0; i < phases.path.length; i++) {
      const path = phases.path[i]!;
      if (phases.closed[i] === 0 || !wanted[path]) continue;
      const occurrence = seen.get(path) ?? 0;
      seen.set(path, occurrence + 1);
      const key = `${occurrence}:${phases.paths[path]}`;
      const byHost = matches.get(key) ?? new Map<string, number[]>();
      matches.set(key, byHost);
      const times = byHost.get(host);
      const time = Number(phases.end_ns[i]! - base);
      if (times === undefined) byHost.set(host, [time]);
      else times.push(time);
    }
  }
  return matches;
}

function baseOf(ranks: readonly RankPhases[]): bigint {
  let base: bigint | null = null;
  for (const { phases } of ranks) {
    const first = phases.start_ns[0];
    if (first !== undefined && (base === null || first < base)) base = first;
  }
  return base ?? 0n;
}

function offsetFrom(
  matches: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>,
  host: string,
  reference: string,
  basis: 'collective_ends' | 'phase_boundaries',
): ClockOffset | null {
  const differences: number[] = [];
  for (const byHost of matches.values()) {
    const own = byHost.get(host);
    const other = byHost.get(reference);
    if (own !== undefined && other !== undefined) differences.push(median(other) - median(own));
  }
  if (differences.length < LEAST_MATCHES) return null;
  const sorted = sortedNumbers(differences);
  const centre = median(sorted);
  const deviation = MAD_TO_SIGMA * median(sorted.map((value) => Math.abs(value - centre)));
  const spread = basis === 'collective_ends' ? deviation / Math.sqrt(sorted.length) : deviation;
  return {
    host,
    reference_host: reference,
    offset_ns: BigInt(Math.round(centre)),
    uncertainty_ns: BigInt(Math.ceil(3 * spread + RECORDING_NS)),
    matches: sorted.length,
    basis,
  };
}
