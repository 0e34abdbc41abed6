/** The smaller of two bigints, which `Math.min` does not take; the earlier of two times. */
export function smaller(left: bigint, right: bigint): bigint {
  return right < left ? right : left;
}

/** The larger of two bigints; the later of two times. */
export function larger(left: bigint, right: bigint): bigint {
  return left < right ? right : left;
}
