import { ArgumentError } from '../errors/stormlog-error.ts';

/**
 * The decimal text of a finite double's exact value rounded to `digits` places, exact ties to the even digit.
 *
 * `toFixed` rounds the exact value too, but ties away from zero. A tie at d places is an odd multiple of
 * 1 / (2·10^d); being a double it is a multiple of 2^−(d+1), so value·2^(d+1) is then an odd integer.
 */
export function roundToDigits(value: number, digits: number): string {
  if (!Number.isInteger(digits) || digits < 0 || digits > 100) {
    throw new ArgumentError('digits', 'digits must be an integer from 0 to 100');
  }
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  if (size >= 1e21) return `${sign}${BigInt(size)}${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`;
  const scaled = size * 2 ** (digits + 1);
  if (scaled <= Number.MAX_SAFE_INTEGER && scaled % 2 === 1) {
    const numerator = BigInt(scaled) * 10n ** BigInt(digits);
    const shift = BigInt(digits + 1);
    const floor = numerator >> shift;
    const isTie = numerator - (floor << shift) === 1n << (shift - 1n);
    if (isTie) return sign + withPoint(floor + (floor & 1n), digits);
  }
  return sign + size.toFixed(digits);
}

function withPoint(scaled: bigint, digits: number): string {
  const text = scaled.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
