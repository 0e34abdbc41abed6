/**
 * The length of the union of intervals, given their starts and their ends, each sorted for itself: the two need not be
 * paired, since only the number of open intervals matters.
 */
export function unionLength(starts: ArrayLike<bigint>, ends: ArrayLike<bigint>): bigint {
  let total = 0n;
  let open = 0;
  let from = 0n;
  let s = 0;
  for (let e = 0; e < ends.length; e++) {
    const end = ends[e]!;
    for (; s < starts.length && starts[s]! <= end; s++) {
      if (open === 0) from = starts[s]!;
      open++;
    }
    open--;
    if (open === 0) total += end - from;
  }
  return total;
}
