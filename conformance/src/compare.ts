import { isJsonObject, type JsonValue, StormlogError } from '@stormlog/records';

/** The first place where two answers differ. */
export interface Difference {
  /** Path of keys and indexes, such as `events[3].rank`; empty for the answer itself. */
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

const RELATIVE_TOLERANCE = 1e-9;

/**
 * Compares an answer with the expected one: integers exactly, floats to 1e-9 relative, arrays in order, objects by key
 * set. A typed array counts as an array, a Map as an object, and an expected `{ "error": name }` matches any
 * `StormlogError` in its place.
 */
export function findDifference(expected: unknown, got: unknown, path = ''): Difference | null {
  if (isErrorAnswer(expected) && got instanceof StormlogError) return null;
  if (typeof expected === 'number' || typeof expected === 'bigint') {
    return sameNumber(expected, got) ? null : { path, expected, got };
  }
  if (Array.isArray(expected)) return arrayDifference(expected, got, path);
  if (isJsonObject(expected)) return objectDifference(expected, got, path);
  return expected === got ? null : { path, expected, got };
}

function isErrorAnswer(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 1 && typeof value['error'] === 'string';
}

function sameNumber(expected: number | bigint, got: unknown): boolean {
  if (typeof got !== 'number' && typeof got !== 'bigint') return false;
  // biome-ignore lint/suspicious/noDoubleEquals: a number and a bigint of equal value are one integer here
  if (expected == got) return true;
  if (typeof expected === 'bigint' || typeof got === 'bigint') return false;
  if (Number.isNaN(expected)) return Number.isNaN(got);
  // An infinity is within any share of itself of every number; it equals only itself, which was asked above.
  if (!Number.isFinite(expected) || !Number.isFinite(got)) return false;
  if (Number.isSafeInteger(expected) && Number.isSafeInteger(got)) return false;
  return Math.abs(expected - got) <= RELATIVE_TOLERANCE * Math.max(Math.abs(expected), Math.abs(got));
}

function arrayDifference(expected: readonly unknown[], got: unknown, path: string): Difference | null {
  const items =
    ArrayBuffer.isView(got) && !(got instanceof DataView)
      ? Array.from(got as Iterable<unknown> & ArrayBufferView)
      : got;
  if (!Array.isArray(items)) return { path, expected, got };
  const shared = Math.min(expected.length, items.length);
  for (let i = 0; i < shared; i++) {
    const difference = findDifference(expected[i], items[i], `${path}[${i}]`);
    if (difference !== null) return difference;
  }
  return expected.length === items.length
    ? null
    : { path: `${path}[${shared}]`, expected: expected[shared], got: items[shared] };
}

function objectDifference(
  expected: { readonly [key: string]: JsonValue },
  got: unknown,
  path: string,
): Difference | null {
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return { path, expected, got };
  const found = new Map<string, unknown>(got instanceof Map ? got : Object.entries(got));
  for (const [key, value] of Object.entries(expected)) {
    const place = path === '' ? key : `${path}.${key}`;
    if (!found.has(key)) return { path: place, expected: value, got: undefined };
    const difference = findDifference(value, found.get(key), place);
    if (difference !== null) return difference;
  }
  for (const [key, value] of found) {
    if (!Object.hasOwn(expected, key))
      return { path: path === '' ? key : `${path}.${key}`, expected: undefined, got: value };
  }
  return null;
}
