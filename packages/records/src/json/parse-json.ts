import { ExactParser } from './exact-parser.ts';
import type { JsonValue } from './json-value.ts';
import { MARK, markNumbers } from './marked-text.ts';
import { MarkReplacer, randomWord } from './number-marks.ts';
import type { JsonTextPlace } from './text-place.ts';

/** Made at the first call; its word never leaves this module, since every mark is replaced. */
let replacer: MarkReplacer | undefined;

/**
 * The value of a JSON text, exact to the last digit (docs/formats/json.md §1).
 *
 * `NaN`, `Infinity` and `-Infinity` are accepted, as Python writes them; the last of repeated keys wins.
 *
 * @param place where the text begins in a file; errors then carry path and line and name the column
 * @throws InvalidRecordError `json_syntax`, `json_too_deep` or `integer_too_long`
 */
export function parseJson(text: string, place?: JsonTextPlace | undefined): JsonValue {
  replacer ??= new MarkReplacer(randomWord(), markedNumber);
  const marked = markNumbers(text, replacer.word);
  if (marked === null) return new ExactParser(text, place).parse();
  let value: JsonValue;
  try {
    value = JSON.parse(marked.text);
  } catch {
    // Not JSON in the eyes of `JSON.parse`; the slow parser says what is wrong and where.
    return new ExactParser(text, place).parse();
  }
  return marked.marks === 0 ? value : replacer.replaceIn(value, marked.marks);
}

function markedNumber(rest: string): number | bigint {
  switch (rest[0]) {
    case MARK.nan:
      return Number.NaN;
    case MARK.infinity:
      return Number.POSITIVE_INFINITY;
    case MARK.minusInfinity:
      return Number.NEGATIVE_INFINITY;
    default:
  }
  const digits = rest.slice(1);
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}
