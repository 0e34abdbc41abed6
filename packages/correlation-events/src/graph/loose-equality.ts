/**
 * Equality of data as the Python package sees it (docs/formats/correlation-events.md §1.3): numbers and booleans by
 * their mathematical value, so that `1`, `1n` and `true` are equal; NaN equals NaN; objects whatever the order of their
 * keys. Works without recursion limits of its own; parsed data is at most 1000 levels deep.
 */
export function looselyEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isNumeric(left)) {
    // biome-ignore lint/suspicious/noDoubleEquals: == compares numbers, bigints and booleans by exact value
    return isNumeric(right) && (left == right || (Number.isNaN(left) && Number.isNaN(right)));
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && equalLists(left, right);
  return !Array.isArray(right) && equalObjects(left, right, null);
}

/** {@link looselyEqual} for two objects, leaving out one key. */
export function looselyEqualExcept(left: object, right: object, key: string): boolean {
  return equalObjects(left, right, key);
}

function isNumeric(value: unknown): value is number | bigint | boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

function equalLists(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => looselyEqual(item, right[index]));
}

function equalObjects(left: object, right: object, except: string | null): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) return false;
    if (key !== except && !looselyEqual(Reflect.get(left, key), Reflect.get(right, key))) return false;
  }
  return true;
}
