import { coerceInteger, InvalidRecordError, type JsonValue } from '@stormlog/records';

/**
 * A lenient integer (`coerceInteger`) as a number.
 *
 * @throws InvalidRecordError `number_out_of_range` beyond ±(2^53−1), else as `coerceInteger`
 */
export function coerceSafeInteger(value: JsonValue | undefined, field: string): number {
  const integer = Number(coerceInteger(value, field));
  if (Number.isSafeInteger(integer)) return integer;
  const expected = 'an integer within ±(2^53−1)';
  throw new InvalidRecordError('number_out_of_range', `${field} must be ${expected}`, {
    field,
    issues: [{ code: 'number_out_of_range', field, found: String(value), expected }],
  });
}
