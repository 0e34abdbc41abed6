import { selectRanked } from './select-ranked.ts';

/** The middle value, or the mean of the two middle ones; NaN of nothing. The values are not changed. O(n). */
export function median(values: ArrayLike<number>): number {
  const count = values.length;
  if (count === 0) return Number.NaN;
  const copy = Float64Array.from(values);
  const middle = count >>> 1;
  const upper = selectRanked(copy, middle);
  if (count % 2 === 1) return upper;
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < middle; i++) lower = Math.max(lower, copy[i]!);
  return (lower + upper) / 2;
}
