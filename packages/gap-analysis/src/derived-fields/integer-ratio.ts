import { ratioOfIntegers } from '@stormlog/records';

/** An exact integer: a `number` while it is safe, else a `bigint`. */
export type ExactInteger = number | bigint;

/**
 * The correctly rounded quotient of two exact integers; the divisor is not 0.
 *
 * @throws InvalidRecordError `number_out_of_range` when it exceeds every double
 */
export function integerRatio(numerator: ExactInteger, divisor: ExactInteger): number {
  // A double division of exact operands is already correctly rounded, and keeps the sign of 0 / −5.
  if (typeof numerator === 'number' && typeof divisor === 'number') return numerator / divisor;
  return numerator === 0 ? (divisor < 0 ? -0 : 0) : ratioOfIntegers(numerator, divisor);
}

/** The exact difference of two exact integers. */
export function integerDifference(left: ExactInteger, right: ExactInteger): ExactInteger {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return canonical(BigInt(left) - BigInt(right));
}

function canonical(value: bigint): ExactInteger {
  const rounded = Number(value);
  return Number.isSafeInteger(rounded) ? rounded : value;
}
