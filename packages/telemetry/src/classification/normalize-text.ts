import { collapseWhiteSpace, type JsonValue, lowerCase, pythonText, stripWhiteSpace } from '@stormlog/records';

const HEX = /0x[0-9a-f]+/g;
/** Digits that stand free of letters, numbers and underscores, with a fraction and a percent sign where they fit. */
const NUMBER = /(?<![\p{L}\p{N}_])\p{Nd}+(?:\.\p{Nd}+)?%?(?![\p{L}\p{N}_])/gu;

/**
 * A text by which events are grouped: lower case, white space runs as one space, hexadecimal runs as `<hex>`, numbers
 * that stand free as `<num>`; values that are not text by their text (docs/formats/telemetry.md §9).
 *
 * @param absent the answer for null, undefined and blank text
 */
export function normalizeText(value: JsonValue | undefined, absent = 'unknown'): string {
  if (value === null || value === undefined) return absent;
  const text = lowerCase(stripWhiteSpace(pythonText(value)));
  if (text === '') return absent;
  return collapseWhiteSpace(text.replace(HEX, '<hex>').replace(NUMBER, '<num>'));
}
