import { roundToDigits } from './round-to-digits.ts';

/**
 * Decimal rounding: the double's exact value rounded to `digits` places (0–100), an exact tie to the even digit, read
 * back as a double. 12.25 gives 12.2 and 12.75 gives 12.8 (docs/formats/json.md §3.6). NaN and infinities stay.
 */
export function roundDecimal(value: number, digits: number): number {
  return Number.isFinite(value) ? Number(roundToDigits(value, digits)) : value;
}
