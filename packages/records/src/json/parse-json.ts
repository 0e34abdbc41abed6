import { ExactParser } from './exact-parser.ts';
import type { JsonValue } from './json-value.ts';

/**
 * The value of a JSON text, exact to the last digit (docs/formats/json.md §1).
 *
 * `NaN`, `Infinity` and `-Infinity` are accepted, as Python writes them; the last of repeated keys wins.
 *
 * @throws InvalidRecordError `json_syntax`, `json_too_deep` or `integer_too_long`
 */
export function parseJson(text: string): JsonValue {
  return new ExactParser(text).parse();
}
