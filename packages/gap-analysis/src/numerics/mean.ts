import { pairwiseSum } from './pairwise-sum.ts';

/** The mean by {@link pairwiseSum}; NaN of nothing. */
export function mean(values: ArrayLike<number>): number {
  return pairwiseSum(values) / values.length;
}
