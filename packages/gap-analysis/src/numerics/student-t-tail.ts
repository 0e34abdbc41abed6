import { incompleteBetaHalf } from './incomplete-beta.ts';

/**
 * The probability that a Student-t variable lies at least as far from 0 as `t`, on either side, to about 1e-12
 * (docs/formats/gap-analysis.md §2.3).
 *
 * @param degrees degrees of freedom, a positive integer
 */
export function studentTTail(t: number, degrees: number): number {
  return incompleteBetaHalf(degrees / 2, (t * t) / degrees);
}
