/** Up to this many elements are added with eight accumulators; more are halved. */
const BLOCK = 128;

/**
 * The sum of `count` elements from `start`, in exactly the order of docs/formats/gap-analysis.md §2.2: thresholds can
 * hang on the last bit of a mean, so the order of the additions is part of the result.
 */
export function pairwiseSum(values: ArrayLike<number>, start = 0, count = values.length - start): number {
  if (count < 8) {
    let sum = count > 0 ? values[start]! : 0;
    for (let i = start + 1; i < start + count; i++) sum += values[i]!;
    return sum;
  }
  if (count > BLOCK) {
    const half = Math.floor(count / 2);
    const first = half - (half % 8);
    return pairwiseSum(values, start, first) + pairwiseSum(values, start + first, count - first);
  }
  return blockSum(values, start, count);
}

function blockSum(values: ArrayLike<number>, start: number, count: number): number {
  let r0 = values[start]!;
  let r1 = values[start + 1]!;
  let r2 = values[start + 2]!;
  let r3 = values[start + 3]!;
  let r4 = values[start + 4]!;
  let r5 = values[start + 5]!;
  let r6 = values[start + 6]!;
  let r7 = values[start + 7]!;
  const end = start + count;
  let i = start + 8;
  for (; i + 8 <= end; i += 8) {
    r0 += values[i]!;
    r1 += values[i + 1]!;
    r2 += values[i + 2]!;
    r3 += values[i + 3]!;
    r4 += values[i + 4]!;
    r5 += values[i + 5]!;
    r6 += values[i + 6]!;
    r7 += values[i + 7]!;
  }
  let sum = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  for (; i < end; i++) sum += values[i]!;
  return sum;
}
