/** The first position of the largest value; −1 of nothing. */
export function argMax(values: ArrayLike<number>): number {
  let best = values.length > 0 ? 0 : -1;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}
