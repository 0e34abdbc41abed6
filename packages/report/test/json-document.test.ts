import { renderJsonDocument } from '@stormlog/report';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const text = (value: unknown, options = {}) => renderJsonDocument(value, options).join('');

describe('JSON documents', () => {
  test('integers keep every digit and stand bare', () => {
    expect(text({ timestamp_ns: 1787650005123456844n, n: 9007199254740991 })).toBe(
      '{\n  "timestamp_ns": 1787650005123456844,\n  "n": 9007199254740991\n}\n',
    );
  });

  test('nanoseconds are quoted on demand, in lists too, and nothing else is', () => {
    const value = { timestamps_ns: new BigInt64Array([1n, 2n]), ended_at_ns: null, at_ns: 5n, id: 7n };
    expect(JSON.parse(text(value, { nanosecondsAsText: true }))).toEqual({
      timestamps_ns: ['1', '2'],
      ended_at_ns: null,
      at_ns: '5',
      id: 7,
    });
  });

  test('what was not measured or is not finite is null', () => {
    expect(JSON.parse(text({ gap: new Float64Array([1, Number.NaN]), x: Number.POSITIVE_INFINITY }))).toEqual({
      gap: [1, null],
      x: null,
    });
  });

  test('maps become objects in their order, absent properties are left out', () => {
    const value = new Map<unknown, unknown>([
      [3, { a: undefined, b: [] }],
      [1, {}],
    ]);
    expect(text(value)).toBe('{\n  "3": {\n    "b": []\n  },\n  "1": {}\n}\n');
  });

  test('lists of plain values stay on one line, others do not', () => {
    expect(text([[1, 'a', null], [{ b: 1 }]])).toBe('[\n  [1, "a", null],\n  [\n    {\n      "b": 1\n    }\n  ]\n]\n');
  });

  test('an own __proto__ key is data', () => {
    expect(text(JSON.parse('{"__proto__": {"x": 1}}'))).toContain('"__proto__": {');
  });

  test('nothing that a terminal obeys is left raw', () => {
    const value = { context: '\u001b[31m\u009b0m\u202e\u200b\u2028\ufeff\ud800\u{e0041}' };
    const result = text(value);
    expect(result).toMatch(/^[\x20-\x7e\n]*$/);
    expect(JSON.parse(result)).toEqual(value);
  });

  test('any JSON value reads back as itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // JSON has no negative zero worth keeping.
        const expected = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(text(value))).toEqual(expected);
      }),
      { seed: 20261130 },
    );
  });

  test('a long document comes in several pieces', () => {
    const pieces = renderJsonDocument(Array.from({ length: 50_000 }, (_, i) => i));
    expect(pieces.length).toBeGreaterThan(3);
    expect(JSON.parse(pieces.join(''))).toHaveLength(50_000);
  });
});
