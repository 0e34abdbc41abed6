import { pairwiseSum } from './pairwise-sum.ts';

/**
 * The sample standard deviation (n − 1) around a mean already known, squares summed by {@link pairwiseSum}
 * (docs/formats/gap-analysis.md §2.2). Fewer than two values give NaN.
 */
export function standardDeviation(values: ArrayLike<number>, mean: number): number {
  const squares = new Float64Array(values.length);
  for (let i = 0; i < squares.length; i++) {
    const distance = values[i]! - mean;
    squares[i] = distance * distance;
  }
  return Math.sqrt(pairwiseSum(squares) / (values.length - 1));
}
