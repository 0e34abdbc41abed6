/** The later of two times. */
export function latestTime(left: bigint, right: bigint): bigint {
  if (left > right) return left;
  return right;
}
