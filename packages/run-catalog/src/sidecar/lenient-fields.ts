import { coerceInteger, InvalidRecordError, type JsonObject, type JsonValue } from '@stormlog/records';

/** The value when it is text of at least one character; else null. */
export function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A lenient integer; null when the value is none, is true or false, or is infinite. */
export function bigIntOrNull(value: JsonValue | undefined): bigint | null {
  if (typeof value === 'boolean') return null;
  try {
    return coerceInteger(value, 'value');
  } catch (error) {
    if (error instanceof InvalidRecordError) return null;
    throw error;
  }
}

/** As {@link bigIntOrNull} for a number that must be exact: null beyond ±(2^53−1). */
export function integerOrNull(value: JsonValue | undefined): number | null {
  const integer = Number(bigIntOrNull(value) ?? Number.NaN);
  return Number.isSafeInteger(integer) ? integer : null;
}

/** An own member of a parsed object. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
