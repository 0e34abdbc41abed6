import { InvalidRecordError } from '../errors/stormlog-error.ts';
import type { JsonValue } from '../json/json-value.ts';
import { describeValue } from '../text/describe-value.ts';
import { parseIntegerText } from './parse-integer-text.ts';
import { truncateToInteger } from './truncate-to-integer.ts';

// Python's `int` does not strip these, though its `strip` does.
const NOT_STRIPPED = /[\x1c-\x1f]/;

/**
 * The integer that lenient fields take: an integer itself, true as 1 and false as 0, a finite float cut toward zero, a
 * text that is integer text (docs/formats/json.md §3.4).
 *
 * @param field names the value in the error
 * @throws InvalidRecordError `number_out_of_range` for an infinity, else `field_invalid`, both with the field
 */
export function coerceInteger(value: JsonValue | undefined, field: string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number' && Number.isFinite(value)) return truncateToInteger(value);
  if (typeof value === 'string' && !NOT_STRIPPED.test(value)) {
    const integer = parseIntegerText(value);
    if (integer !== null) return integer;
  }
  const found = value === undefined ? null : describeValue(value);
  const code =
    value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? 'number_out_of_range' : 'field_invalid';
  throw new InvalidRecordError(code, `${field} must be an integer, found ${found ?? 'nothing'}`, {
    field,
    issues: [{ code, field, found, expected: 'an integer' }],
  });
}
