/** The rank and the time of a spike. */
export interface RankTime {
  readonly rank: number;
  readonly timestamp_ns: bigint;
}

/**
 * For every spike, how many distinct ranks have a spike within the window around it, ends included; its own rank counts.
 * Windows do not chain. One sweep over the spikes in time order: O(n log n).
 */
export function countSynchronizedRanks(spikes: readonly RankTime[], windowNs: bigint): Uint32Array {
  const counts = new Uint32Array(spikes.length).fill(1);
  if (windowNs < 0n) return counts;
  const order = Array.from(spikes.keys()).sort((a, b) => compareTimes(spikes[a]!, spikes[b]!));
  const spikesByRank = new Map<number, number>();
  let first = 0;
  let next = 0;
  for (const index of order) {
    const time = spikes[index]!.timestamp_ns;
    for (; next < order.length && spikes[order[next]!]!.timestamp_ns - time <= windowNs; next++) {
      const { rank } = spikes[order[next]!]!;
      spikesByRank.set(rank, (spikesByRank.get(rank) ?? 0) + 1);
    }
    for (; time - spikes[order[first]!]!.timestamp_ns > windowNs; first++) {
      const { rank } = spikes[order[first]!]!;
      const left = spikesByRank.get(rank)! - 1;
      if (left === 0) spikesByRank.delete(rank);
      else spikesByRank.set(rank, left);
    }
    counts[index] = spikesByRank.size;
  }
  return counts;
}

function compareTimes(left: RankTime, right: RankTime): number {
  return left.timestamp_ns < right.timestamp_ns ? -1 : left.timestamp_ns > right.timestamp_ns ? 1 : 0;
}
