import { MAX_INTEGER_DIGITS } from '../json/limits.ts';
import { stripWhiteSpace } from '../text/white-space.ts';
import { toAsciiDigits } from './decimal-digits.ts';

const INTEGER = /^[+-]?[0-9]+(?:_[0-9]+)*$/;

/**
 * The integer that a text spells: white space stripped, an optional sign, decimal digits of any script, single
 * underscores between digits (docs/formats/json.md §3.2).
 *
 * @returns null when the text is not an integer, or one of more than 4300 digits
 */
export function parseIntegerText(text: string): bigint | null {
  const plain = toAsciiDigits(stripWhiteSpace(text));
  if (!INTEGER.test(plain)) return null;
  const signed = plain[0] === '-' || plain[0] === '+' ? plain.slice(1) : plain;
  const digits = signed.includes('_') ? signed.replaceAll('_', '') : signed;
  if (digits.length > MAX_INTEGER_DIGITS) return null;
  const size = BigInt(digits);
  return plain[0] === '-' ? -size : size;
}
