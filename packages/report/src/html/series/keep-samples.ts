import { longestJoin } from './sample-gaps.ts';
import type { Track } from './track.ts';

/**
 * Indexes of the samples that stand for a track, ascending (docs/formats/report-page.md §5): all of them when there are
 * no more than `limit`; else the smallest and the largest value of every counter in equal stretches of time, the ends of
 * the track and of every pause, and the samples nearest to the times given, which may go beyond the limit.
 *
 * @param wanted offsets in nanoseconds, in any order
 */
export function keepSamples(track: Track, limit: number, wanted: readonly number[]): Uint32Array {
  const count = track.times.length;
  if (count <= limit) return Uint32Array.from({ length: count }, (_, i) => i);
  const always = fixedSamples(track, wanted);
  let buckets = Math.max(1, Math.floor(limit / 2));
  for (;;) {
    const kept = mark(track, always, buckets);
    const total = kept.reduce((sum, flag) => sum + flag, 0);
    if (total <= limit || buckets === 1) return indexesOf(kept, total);
    buckets = Math.max(1, Math.min(buckets - 1, Math.floor((buckets * limit * 0.98) / total)));
  }
}

function indexesOf(kept: Uint8Array, total: number): Uint32Array {
  const indexes = new Uint32Array(total);
  let at = 0;
  for (let i = 0; i < kept.length; i++) if (kept[i] === 1) indexes[at++] = i;
  return indexes;
}

/** Ends, both sides of pauses, and what is asked for. Of very many pauses only the first thousand are kept. */
function fixedSamples({ times }: Track, wanted: readonly number[]): Set<number> {
  const fixed = new Set([0, times.length - 1]);
  const join = longestJoin(times);
  for (let i = 1, pauses = 0; i < times.length && pauses < 1000; i++) {
    if (times[i]! - times[i - 1]! <= join) continue;
    fixed.add(i - 1).add(i);
    pauses++;
  }
  for (const time of wanted) fixed.add(nearestSample(times, time));
  return fixed;
}

function mark({ times, columns }: Track, always: ReadonlySet<number>, buckets: number): Uint8Array {
  const kept = new Uint8Array(times.length);
  for (const index of always) kept[index] = 1;
  const first = times[0]!;
  const width = (times.at(-1)! - first) / buckets || 1;
  const starts: number[] = [];
  for (let i = 0, bucket = -1; i < times.length; i++) {
    const own = Math.min(buckets - 1, Math.floor((times[i]! - first) / width));
    if (own !== bucket) starts.push(i);
    bucket = own;
  }
  for (const column of columns.values()) {
    for (let b = 0; b < starts.length; b++) markExtremes(column, starts[b]!, starts[b + 1] ?? times.length, kept);
  }
  return kept;
}

/** The first smallest and first largest value of a stretch, and one sample without a value when there is any. */
function markExtremes(column: Float64Array, from: number, to: number, kept: Uint8Array): void {
  let low = -1;
  let high = -1;
  let hole = -1;
  for (let i = from; i < to; i++) {
    const value = column[i]!;
    if (Number.isNaN(value)) {
      if (hole < 0) hole = i;
      continue;
    }
    if (low < 0 || value < column[low]!) low = i;
    if (high < 0 || value > column[high]!) high = i;
  }
  for (const index of [low, high, hole]) if (index >= 0) kept[index] = 1;
}

/** The index of the sample nearest to a time. */
export function nearestSample(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - times[low - 1]! <= times[low]! - time ? low - 1 : low;
}
