import {
  coerceInteger,
  describeValue,
  InvalidRecordError,
  type JsonValue,
  parseFloatText,
  pythonText,
} from '@stormlog/records';

/** An integer of any size: a number while it is safe, else a bigint, so that equal values are equal keys of a Map. */
export type Id = number | bigint;

/** The one form of an integer. */
export function idOf(value: bigint): Id {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/**
 * INT of docs/formats/trace-collectors.md §1.
 *
 * @throws InvalidRecordError that names `field`
 */
export function integerOf(value: JsonValue | undefined, field: string): Id {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value + 0;
  return idOf(coerceInteger(value, field));
}

/**
 * OPTINT of docs/formats/trace-collectors.md §1: null for what is no integer.
 *
 * @throws InvalidRecordError that names `field`, for an infinite number
 */
export function integerOrNull(value: JsonValue | undefined, field: string): Id | null {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value + 0;
    if (Number.isNaN(value)) return null;
    return integerOf(value, field);
  }
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'object') return null;
  try {
    return integerOf(value, field);
  } catch (error) {
    if (error instanceof InvalidRecordError) return null;
    throw error;
  }
}

/**
 * NUM of docs/formats/trace-collectors.md §1, finite.
 *
 * @throws InvalidRecordError that names `field`
 */
export function finiteOf(value: JsonValue | undefined, field: string): number {
  const number = numberOf(value);
  if (number !== null && Number.isFinite(number)) return number;
  const found = value === undefined ? null : describeValue(value);
  throw new InvalidRecordError('field_invalid', `${field} must be a finite number, found ${found ?? 'nothing'}`, {
    field,
    issues: [{ code: 'field_invalid', field, found, expected: 'a finite number' }],
  });
}

function numberOf(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? parseFloatText(value) : null;
}

/** TEXT of docs/formats/trace-collectors.md §1. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : pythonText(value);
}

/** Whether Python's `if` takes a value. */
export function isTruthy(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'object') return Boolean(value);
  return (Array.isArray(value) ? value : Object.keys(value)).length > 0;
}

/** Ascending order of integers. */
export function compareIds(left: Id, right: Id): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
