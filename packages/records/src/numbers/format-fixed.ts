import { floatText } from './float-text.ts';
import { roundToDigits } from './round-to-digits.ts';

/**
 * A double with exactly `digits` places (0–100) after the point, rounded half to even on its exact value: 0.125 with two
 * places is `0.12` (docs/formats/json.md §3.6). `nan`, `inf`, `-inf` for values that are not finite.
 */
export function formatFixed(value: number, digits: number): string {
  return Number.isFinite(value) ? roundToDigits(value, digits) : floatText(value);
}
