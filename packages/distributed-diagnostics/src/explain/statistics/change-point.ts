/** The best fit of a series with one change, and how it compares with no change. */
export interface ChangeFit {
  /** Index of the first value after the change. */
  readonly index: number;
  /** Sum of squared errors of the fit and of a constant. */
  readonly error: number;
  readonly constantError: number;
  /** Mean before. */
  readonly before: number;
  /** Mean after for a step; slope per unit of time for a hinge. */
  readonly after: number;
}

/**
 * The one change of mean that fits best by least squares, in linear time: what binary segmentation and PELT do at each
 * split (Scott and Knott, Biometrics 30, 1974; Killick, Fearnhead and Eckley, JASA 107, 2012). Null with fewer than
 * `2 * least` values.
 *
 * @param values without NaN
 */
export function fitStep(values: ArrayLike<number>, least = 3): ChangeFit | null {
  const count = values.length;
  if (count < 2 * least) return null;
  const origin = values[0]!;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]! - origin;
    sum += value;
    squares += value * value;
  }
  let left = 0;
  let best: ChangeFit | null = null;
  for (let i = 1; i <= count - least; i++) {
    left += values[i - 1]! - origin;
    if (i < least) continue;
    const right = sum - left;
    const error = squares - (left * left) / i - (right * right) / (count - i);
    if (best !== null && error >= best.error) continue;
    const constantError = Math.max(0, squares - (sum * sum) / count);
    best = {
      index: i,
      error: Math.max(0, error),
      constantError,
      before: left / i + origin,
      after: right / (count - i) + origin,
    };
  }
  return best;
}

/**
 * The level that turns into a straight line at one of its points and fits best by least squares (a broken stick:
 * Hinkley, “Inference about the intersection in two-phase regression”, Biometrika 56, 1969), in linear time by sums over
 * the values from each point on.
 *
 * @param times ascending
 * @param values as many, without NaN
 */
export function fitHinge(times: ArrayLike<number>, values: ArrayLike<number>, least = 3): ChangeFit | null {
  const count = values.length;
  if (count < 2 * least) return null;
  const origin = values[0]!;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]! - origin;
    sum += value;
    squares += value * value;
  }
  const constantError = Math.max(0, squares - (sum * sum) / count);
  const end = times[count - 1]!;
  // Sums over the tail of the time before the end (which stays small), of its square, of the value, of their product.
  let tail = 0;
  let st = 0;
  let stt = 0;
  let sy = 0;
  let sty = 0;
  let best: ChangeFit | null = null;
  for (let i = count - 1; i >= 0; i--) {
    const t = times[i]! - end;
    const y = values[i]! - origin;
    tail++;
    st += t;
    stt += t * t;
    sy += y;
    sty += t * y;
    if (tail < least) continue;
    const knot = t;
    // u = t − knot over the tail; 0 before it.
    const su = st - tail * knot;
    const suu = stt - 2 * knot * st + tail * knot * knot;
    const suy = sty - knot * sy;
    const cuu = suu - (su * su) / count;
    if (cuu <= 0) continue;
    const slope = (suy - (su * sum) / count) / cuu;
    const error = constantError - slope * (suy - (su * sum) / count);
    if (best === null || error < best.error) {
      best = { index: i, error, constantError, before: (sum - slope * su) / count + origin, after: slope };
    }
  }
  return best === null ? null : { ...best, error: Math.max(0, best.error) };
}
