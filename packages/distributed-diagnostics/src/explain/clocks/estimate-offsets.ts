import { compareCodePoints } from '@stormlog/records';
import { MAD_TO_SIGMA, median, medianOfSorted, sortedNumbers } from '../statistics/robust.ts';
import type { ClockOffset } from './clock-offset.ts';
import { isCollectivePath } from './phase-key.ts';
import type { PhaseTimes } from './phase-times.ts';

export interface RankPhases {
  readonly rank: number;
  readonly host: string;
  readonly phases: PhaseTimes;
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
  const collective = endsByHost(hosts.length > 1 ? ranks : [], true);
  let others: Map<string, EndsByPath> | null = null;
  return hosts.map(([host]) => {
    if (host === reference) {
      return { host, reference_host: reference, offset_ns: 0n, uncertainty_ns: 0n, matches: 0, basis: 'reference' };
    }
    const byCollectives = offsetFrom(collective, host, reference, 'collective_ends');
    if (byCollectives !== null) return byCollectives;
    others ??= endsByHost(ranks, false);
    return (
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

/** Path → median end over the ranks of a host of its k-th occurrence. */
type EndsByPath = ReadonlyMap<string, Float64Array>;

/** The ends of each host; only closed phases count. */
function endsByHost(ranks: readonly RankPhases[], collectives: boolean): Map<string, EndsByPath> {
  const byHost = new Map<string, RankPhases[]>();
  for (const each of ranks) {
    const own = byHost.get(each.host);
    if (own === undefined) byHost.set(each.host, [each]);
    else own.push(each);
  }
  return new Map(
    [...byHost].map(([host, own]) => [host, mediansOf(own.map(({ phases }) => endsOf(phases, collectives)))]),
  );
}

function endsOf({ paths, path, ends, closed }: PhaseTimes, collectives: boolean): Map<string, Float64Array> {
  const counts = new Int32Array(paths.length);
  for (let i = 0; i < path.length; i++) counts[path[i]!]! += closed[i]!;
  const columns = paths.map((text, i) =>
    isCollectivePath(text) === collectives ? new Float64Array(counts[i]!) : null,
  );
  counts.fill(0);
  for (let i = 0; i < path.length; i++) {
    const column = columns[path[i]!];
    if (closed[i] === 1 && column != null) column[counts[path[i]!]!++] = ends[i]!;
  }
  return new Map(paths.flatMap((text, i) => (columns[i] === null ? [] : [[text, columns[i]!] as const])));
}

function mediansOf(ranks: readonly EndsByPath[]): EndsByPath {
  const first = ranks[0]!;
  if (ranks.length === 1) return first;
  const paths = new Set(ranks.flatMap((ends) => [...ends.keys()]));
  return new Map(
    [...paths].map((path) => {
      const columns = ranks.flatMap((ends) => ends.get(path) ?? []);
      const length = columns.reduce((most, column) => Math.max(most, column.length), 0);
      const times = new Float64Array(columns.length);
      const medians = new Float64Array(length);
      for (let k = 0; k < length; k++) {
        let count = 0;
        for (const column of columns) if (k < column.length) times[count++] = column[k]!;
        medians[k] = medianOfSorted(times.subarray(0, count).sort());
      }
      return [path, medians];
    }),
  );
}

function offsetFrom(
  ends: ReadonlyMap<string, EndsByPath>,
  host: string,
  reference: string,
  basis: 'collective_ends' | 'phase_boundaries',
): ClockOffset | null {
  const differences: number[] = [];
  for (const [path, own] of ends.get(host)!) {
    const other = ends.get(reference)!.get(path);
    const matches = Math.min(own.length, other?.length ?? 0);
    for (let k = 0; k < matches; k++) differences.push(other![k]! - own[k]!);
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
