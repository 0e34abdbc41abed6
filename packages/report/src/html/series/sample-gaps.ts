/** The median distance of neighbouring samples, looked at in at most 1,001 places; 0 with fewer than two samples. */
export function usualInterval(times: Float64Array): number {
  const count = times.length - 1;
  if (count < 1) return 0;
  const stride = Math.max(1, Math.floor(count / 1000));
  const distances: number[] = [];
  for (let i = 0; i < count; i += stride) distances.push(times[i + 1]! - times[i]!);
  distances.sort((left, right) => left - right);
  return distances[distances.length >> 1]!;
}

/** Samples further apart than this are not joined by a line: nothing is known of the time between them. */
export function longestJoin(times: Float64Array): number {
  return Math.max(usualInterval(times) * 5, 1);
}
