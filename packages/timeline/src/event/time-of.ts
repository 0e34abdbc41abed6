/** A time in nanoseconds: any integer, true as 1 and false as 0; null when the value is none (docs/formats/phases.md §1). */
export function timeOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === 'boolean' ? BigInt(value) : null;
}
