import { stripWhiteSpace } from '../text/white-space.ts';
import { toAsciiDigits } from './decimal-digits.ts';

const DIGITS = '[0-9]+(?:_[0-9]+)*';
const NUMBER = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?$`);
// Python's `float` does not strip these, though its `strip` does.
const NOT_STRIPPED = /[\x1c-\x1f]/;
const WORD = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i;

/**
 * The double that a text spells as Python's `float` reads it: integer text with an optional fraction and exponent
 * (`.5`, `5.`, `1_0.5e1_0`), or `inf`, `infinity`, `nan` in any case and with a sign (docs/formats/json.md §3.3).
 *
 * @returns null when the text is not a number
 */
export function parseFloatText(text: string): number | null {
  if (NOT_STRIPPED.test(text)) return null;
  const plain = toAsciiDigits(stripWhiteSpace(text));
  if (NUMBER.test(plain)) return Number(plain.replaceAll('_', ''));
  const word = WORD.exec(plain);
  if (word === null) return null;
  if (word[2] === undefined) return Number.NaN;
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
