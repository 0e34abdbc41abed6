import type { ExactInteger } from './derived-fields/integer-ratio.ts';

/** A measured integer in canonical form; null when the value is null or no integer. Booleans are none. */
export function knownInteger(value: unknown): ExactInteger | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : null;
  if (typeof value !== 'bigint') return null;
  const rounded = Number(value);
  return Number.isSafeInteger(rounded) ? rounded : value;
}

/** A time in nanoseconds; null when the value is no integer. */
export function knownTime(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
}
