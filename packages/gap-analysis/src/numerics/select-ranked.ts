/** Below this many elements sorting is fastest. */
const SMALL = 32;

/**
 * The value that would stand at `rank` if the values were sorted. Reorders them so that smaller ones stand before that
 * position and larger ones after it. O(n): a run of bad pivots ends in a sort.
 */
export function selectRanked(values: Float64Array, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  let patience = 2 * Math.ceil(Math.log2(values.length + 1));
  while (high - low >= SMALL && patience > 0) {
    patience--;
    const pivot = middleOfThree(values[low]!, values[(low + high) >>> 1]!, values[high]!);
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const swapped = values[left]!;
      values[left++] = values[right]!;
      values[right--] = swapped;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return values[rank]!;
  }
  values.subarray(low, high + 1).sort();
  return values[rank]!;
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
