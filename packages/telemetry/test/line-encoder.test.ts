import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integerLength, wordLength, writeInteger, writeWord } from '../src/sink-writer/byte-text.ts';
import { LineEncoder } from '../src/sink-writer/line-encoder.ts';
import { LineTemplate } from '../src/sink-writer/line-template.ts';
import { anyTelemetryEvent, sampleEvent } from './sink-samples.ts';

const SEED = 20261201;

function reference(record: object): string {
  return `${stringifyJson(record, { sortKeys: true, ascii: true, spaced: true })}\n`;
}

/** Reused among lines, as a sink does. */
function linesOf(records: readonly object[], encoder = new LineEncoder()): string[] {
  return records.map((record) => {
    encoder.encode(record);
    return Buffer.from(encoder.copy()).toString('latin1');
  });
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    'sample',
    '"',
    '\\',
    '\u007f',
    '\u2028é😀',
    '\ud800',
    'x'.repeat(300),
    'ü'.repeat(100),
    '__proto__',
  ),
);
const number = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 1, -1, 9, 10, 0x0fffffff, 0x10000000, 2 ** 53 - 1, 2 ** 53, 1e21, 1e-7, Number.NaN, -Infinity),
);
const bigint = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.constantFrom(
    0n,
    -1n,
    999_999_999n,
    10n ** 9n,
    2n ** 63n - 1n,
    2n ** 63n,
    2n ** 64n,
    2n ** 64n + 10n ** 9n,
    -(2n ** 64n) + 10n ** 9n,
  ),
);
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(text, number, bigint, fc.boolean(), fc.constant(null));
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(text, leaf, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>({}, [], [{ b: 1, a: [{}] }], { a: { b: { c: {} } } }) },
);

/** Records of few shapes, members of which change and sometimes are of another kind or not there at all. */
const series: fc.Arbitrary<JsonObject[]> = fc
  .array(fc.dictionary(text, value, { minKeys: 1, maxKeys: 6 }), { minLength: 1, maxLength: 3 })
  .chain((bases) =>
    fc.array(
      fc
        .tuple(
          fc.nat(bases.length - 1),
          fc.dictionary(text, value, { maxKeys: 1 }),
          fc.array(fc.tuple(fc.nat(5), value)),
        )
        .map(([base, more, changes]) => {
          const record: JsonObject = { ...bases[base], ...(changes.length === 3 ? more : {}) };
          const keys = Object.keys(record).filter((key) => key !== '__proto__');
          const changed = changes.filter(([place]) => place < keys.length).map(([place, to]) => [keys[place]!, to]);
          return { ...record, ...Object.fromEntries(changed) };
        }),
      { maxLength: 20 },
    ),
  );

describe('lines of records', () => {
  test(`are the canonical text of each, whatever came before (seed ${SEED})`, () => {
    fc.assert(
      fc.property(series, (records) => {
        expect(linesOf(records)).toEqual(records.map(reference));
      }),
      { seed: SEED, numRuns: 1500 },
    );
  });

  test(`of events too, with hostile texts and free metadata (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.array(anyTelemetryEvent, { maxLength: 20 }), (events) => {
        expect(linesOf(events)).toEqual(events.map(reference));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('hold what an object that is appended again has become since', () => {
    const metadata = { list: [1], nested: { n: 1 } };
    const record = { ...sampleEvent(), metadata };
    const encoder = new LineEncoder();
    linesOf([record], encoder);
    metadata.list.push(2);
    metadata.nested.n = 2;

    expect(linesOf([record], encoder)).toEqual([reference(record)]);
    expect(reference(record)).toContain('"list": [1, 2], "nested": {"n": 2}');
  });

  test('leave out members that are undefined, and inherited ones', () => {
    const records = [
      { a: 1, b: 2 },
      { a: 1, b: undefined },
      Object.create({ b: 3 }, { a: { value: 1, enumerable: true } }),
    ];

    expect(linesOf(records)).toEqual(['{"a": 1, "b": 2}\n', '{"a": 1}\n', '{"a": 1}\n']);
  });

  test('can follow one that could not be encoded', () => {
    const encoder = new LineEncoder();
    linesOf([{ a: 'first', b: 1 }], encoder);

    expect(() => encoder.encode({ a: 'second', b: () => 1 })).toThrow(
      expect.objectContaining({ code: 'argument_invalid' }),
    );
    expect(() => encoder.encode({ a: 'third', b: [Symbol.iterator] })).toThrow();
    expect(linesOf([{ a: 'fourth', b: 2 }], encoder)).toEqual(['{"a": "fourth", "b": 2}\n']);
  });

  test('are refused at the depth at which the whole record is refused', () => {
    const nested = (levels: number): JsonValue => (levels === 0 ? 1 : [nested(levels - 1)]);
    const outcome = (encode: () => unknown): unknown => {
      try {
        encode();
        return 'encoded';
      } catch (error) {
        return error instanceof Error && 'code' in error ? error.code : error;
      }
    };
    const encoder = new LineEncoder();
    encoder.encode({ a: 1 });
    const seen = new Set<unknown>();
    for (let levels = 1; levels < 2000; levels = Math.ceil(levels * 1.1)) {
      const record = { a: nested(levels) };
      const expected = outcome(() => reference(record));
      expect(outcome(() => encoder.encode(record))).toBe(expected);
      seen.add(expected);
    }
    expect(seen).toEqual(new Set(['encoded', 'json_too_deep']));
  });

  test('of one shape come from one template', () => {
    const template = LineTemplate.of(sampleEvent({ at: 1n }));
    const later = { ...sampleEvent({ at: 1_700_000_000_123_456_789n, context: 'step 1' }), device_used_bytes: 2 ** 40 };

    expect(template?.encode(later)).toBe(true);
    expect(template?.encode({ ...later, extra: 1 })).toBe(false);
    expect(template?.encode(parseJson(reference(later)) as JsonObject)).toBe(false);
  });
});

test(`digits are those of the number (seed ${SEED})`, () => {
  const bytes = new Uint8Array(64);
  const digits = (length: number) => Buffer.from(bytes.subarray(64 - length)).toString();
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.nat(20), (whole, digitsLess) => {
      const some = Math.trunc(whole / 10 ** digitsLess) + 0;
      writeInteger(bytes, 64, some);
      expect(digits(integerLength(some))).toBe(String(some));
    }),
    { seed: SEED, numRuns: 5000 },
  );
  fc.assert(
    fc.property(bigint, (whole) => {
      const length = wordLength(whole);
      if (whole < 10n ** 9n || whole >= 2n ** 63n) expect(length).toBe(-1);
      else {
        writeWord(bytes, 64);
        expect(digits(length)).toBe(String(whole));
      }
    }),
    { seed: SEED, numRuns: 5000 },
  );
});
