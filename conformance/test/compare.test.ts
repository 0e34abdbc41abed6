import { InvalidRecordError } from '@stormlog/records';
import { describe, expect, test } from 'vitest';
import { findDifference } from '../src/compare.ts';

describe('integers', () => {
  test('are compared exactly, whether they are numbers or bigints', () => {
    expect(findDifference(5, 5n)).toBeNull();
    expect(findDifference(1_700_000_000_123_456_789n, 1_700_000_000_123_456_789n)).toBeNull();
    expect(findDifference(1_700_000_000_123_456_789n, 1_700_000_000_123_456_768n)).not.toBeNull();
    expect(findDifference(1_000_000_000_000, 1_000_000_000_001)).not.toBeNull();
  });

  test('are neither texts nor booleans nor null', () => {
    for (const other of ['1', true, null, undefined]) expect(findDifference(1, other)).not.toBeNull();
    expect(findDifference(true, 1)).not.toBeNull();
    expect(findDifference(null, 0)).not.toBeNull();
  });
});

test('floats agree to 1e-9 relative', () => {
  expect(findDifference(0.1 + 0.2, 0.3)).toBeNull();
  expect(findDifference(1234.5, 1234.5 * (1 + 2e-9))).not.toBeNull();
  expect(findDifference(0.5, -0.5)).not.toBeNull();
  expect(findDifference(Number.NaN, Number.NaN)).toBeNull();
  expect(findDifference(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)).not.toBeNull();
});

describe('arrays', () => {
  test('are compared in order, and the first difference is named by its place', () => {
    expect(findDifference({ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3 }] })).toEqual({
      path: 'a[1].b',
      expected: 2,
      got: 3,
    });
    expect(findDifference([1, 2], [2, 1])?.path).toBe('[0]');
  });

  test('differ when one is longer', () => {
    expect(findDifference([1], [1, 2])?.path).toBe('[1]');
    expect(findDifference([1, 2], [1])?.path).toBe('[1]');
  });

  test('may be typed arrays', () => {
    expect(findDifference([1, 2], BigInt64Array.of(1n, 2n))).toBeNull();
    expect(findDifference([1, 2], Float64Array.of(1, 3))?.path).toBe('[1]');
  });
});

describe('objects', () => {
  test('are compared by their key sets, in any order', () => {
    expect(findDifference({ a: 1, b: 2 }, { b: 2, a: 1 })).toBeNull();
    expect(findDifference({ a: 1 }, { a: 1, b: null })?.path).toBe('b');
    expect(findDifference({ a: 1, b: null }, { a: 1 })?.path).toBe('b');
  });

  test('may be Maps, and `__proto__` is a key as any other', () => {
    expect(findDifference({ a: 1 }, new Map([['a', 1]]))).toBeNull();
    const withProto = JSON.parse('{"__proto__": 1}');
    expect(findDifference(withProto, {})?.path).toBe('__proto__');
    expect(findDifference({}, withProto)?.path).toBe('__proto__');
  });

  test('are not arrays', () => {
    expect(findDifference({}, [])).not.toBeNull();
    expect(findDifference([], {})).not.toBeNull();
  });
});

test('an expected error inside a result is any error of ours and no other', () => {
  const ours = new InvalidRecordError('field_invalid', 'no');
  expect(findDifference([{ error: 'ValueError' }], [ours])).toBeNull();
  expect(findDifference([{ error: 'ValueError' }], [new TypeError('accident')])).not.toBeNull();
  expect(findDifference([{ error: 'ValueError' }], [null])).not.toBeNull();
  expect(findDifference([1], [ours])).not.toBeNull();
});
