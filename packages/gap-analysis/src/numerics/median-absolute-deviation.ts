import { median } from './median.ts';

/** The median distance from a median already known. */
export function medianAbsoluteDeviation(values: ArrayLike<number>, center: number): number {
  const distances = new Float64Array(values.length);
  for (let i = 0; i < distances.length; i++) distances[i] = Math.abs(values[i]! - center);
  return median(distances);
}
