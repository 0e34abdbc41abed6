/** An integer in canonical form: a `number` while it is safe, else a `bigint`. */
export type CanonicalInteger = number | bigint;

/**
 * An integer of any size in canonical form, or null when the value is none. Booleans are none
 * (docs/formats/phases.md §1).
 */
export function integerOf(value: unknown): CanonicalInteger | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : null;
  if (typeof value !== 'bigint') return null;
  const rounded = Number(value);
  return Number.isSafeInteger(rounded) ? rounded : value;
}

/** The same, with true as 1 and false as 0. */
export function integerOrBooleanOf(value: unknown): CanonicalInteger | null {
  return typeof value === 'boolean' ? Number(value) : integerOf(value);
}

/** An integer within ±(2^53−1); null for everything else, booleans too. */
export function safeIntegerOf(value: unknown): number | null {
  const integer = integerOf(value);
  return typeof integer === 'number' ? integer : null;
}
