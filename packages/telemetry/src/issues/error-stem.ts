import { type JsonValue, stripWhiteSpace } from '@stormlog/records';
import { normalizeText } from '../classification/normalize-text.ts';

const MAX_CODE_POINTS = 120;

/** The part of an error's text by which it is grouped: what stands before the first colon (docs/formats/issues.md §1). */
export function normalizedErrorStem(error: JsonValue | undefined): string {
  const text = normalizeText(error);
  const colon = text.indexOf(':');
  const stem = colon < 0 ? text : stripWhiteSpace(text.slice(0, colon));
  // There are never more code points than UTF-16 units, so a short stem needs no counting.
  const short = stem.length <= MAX_CODE_POINTS ? stem : Array.from(stem).slice(0, MAX_CODE_POINTS).join('');
  return short === '' ? 'unknown' : short;
}
