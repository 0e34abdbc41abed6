import { ArgumentError, InvalidRecordError } from '../errors/stormlog-error.ts';

/** Bits kept of a quotient before the one rounding: more than a double has, plus a sticky bit. */
const KEPT_BITS = 66;
/** The smallest double is 2^−1074; two more bits decide how it is rounded. */
const SMALLEST_SHIFT = 1076;

/**
 * The quotient of two exact integers, correctly rounded once: 10^400 / (2·10^400) is 0.5
 * (docs/formats/json.md §3.7).
 *
 * @throws ArgumentError `division_by_zero`
 * @throws InvalidRecordError `number_out_of_range` when the quotient exceeds every double
 */
export function ratioOfIntegers(numerator: bigint | number, denominator: bigint | number): number {
  if (typeof numerator === 'number' && typeof denominator === 'number') {
    if (denominator !== 0 && Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator)) {
      return numerator / denominator;
    }
  }
  const a = exactInteger(numerator, 'numerator');
  const b = exactInteger(denominator, 'denominator');
  if (b === 0n) {
    throw new ArgumentError('denominator', 'the denominator must not be 0', { code: 'division_by_zero' });
  }
  if (a === 0n) return 0;
  const quotient = positiveRatio(a < 0n ? -a : a, b < 0n ? -b : b);
  return a < 0n === b < 0n ? quotient : -quotient;
}

function positiveRatio(a: bigint, b: bigint): number {
  const shift = Math.min(KEPT_BITS - (bitLength(a) - bitLength(b)), SMALLEST_SHIFT);
  const scaledA = shift > 0 ? a << BigInt(shift) : a;
  const scaledB = shift < 0 ? b << BigInt(-shift) : b;
  const floor = scaledA / scaledB;
  const kept = floor * scaledB === scaledA ? floor : floor | 1n;
  if (shift === SMALLEST_SHIFT && bitLength(kept) <= 55) {
    const units = kept >> 2n;
    const rest = kept & 3n;
    const rounded = rest > 2n || (rest === 2n && (units & 1n) === 1n) ? units + 1n : units;
    return Number(rounded) * 2 ** -1074;
  }
  const half = Math.trunc(shift / 2);
  const quotient = Number(kept) * 2 ** -half * 2 ** -(shift - half);
  if (quotient === Number.POSITIVE_INFINITY) {
    throw new InvalidRecordError('number_out_of_range', 'a quotient of integers is larger than any double');
  }
  return quotient;
}

function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex[0]!, 16)) + 28;
}

function exactInteger(value: bigint | number, name: string): bigint {
  if (typeof value === 'bigint') return value;
  if (!Number.isInteger(value)) throw new ArgumentError(name, `the ${name} must be an integer`);
  return BigInt(value);
}
