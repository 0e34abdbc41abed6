import type { Interval } from '@stormlog/correlation-events';

/**
 * The share of each of `count` equal stretches of time that intervals fill, 0 to 1.
 *
 * @param intervals ascending, without overlaps, on the clock of `start`, nanoseconds
 */
export function busyShares(intervals: readonly Interval[], start: bigint, end: bigint, count: number): Float64Array {
  const shares = new Float64Array(count);
  const width = Number(end - start) / count;
  if (!(width > 0)) return shares;
  for (const [from, to] of intervals) {
    const low = Number(from - start) / width;
    const high = Number(to - start) / width;
    const last = Math.min(count - 1, Math.floor(high));
    for (let bucket = Math.max(0, Math.floor(low)); bucket <= last; bucket++) {
      shares[bucket]! += Math.max(0, Math.min(high, bucket + 1) - Math.max(low, bucket));
    }
  }
  return shares.map((share) => Math.min(1, share));
}
