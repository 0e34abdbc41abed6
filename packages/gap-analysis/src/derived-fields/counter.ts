import { coerceInteger, type JsonValue } from '@stormlog/records';
import type { ExactInteger } from './integer-ratio.ts';

/**
 * A byte counter of a loosely read event: null when there is none, else an exact integer. Booleans count as 1 and 0, a
 * float is cut toward zero, a text must be integer text (docs/formats/gap-analysis.md §3.2).
 *
 * @throws InvalidRecordError naming the field when the value is none of these
 */
export function counterOf(value: unknown, field: string): ExactInteger | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value + 0;
  // Whatever is no JSON value is refused by the coercion like an array or an object.
  const integer = coerceInteger(value as JsonValue, field);
  const rounded = Number(integer);
  return Number.isSafeInteger(rounded) ? rounded : integer;
}
