import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArgumentError, InvalidRecordError, type JsonTextOptions, parseJson, stringifyJson } from '../src/index.ts';
import { isSameValue } from './exact-json-comparison.ts';

const CANONICAL: JsonTextOptions = { sortKeys: true, ascii: true, spaced: true };

describe('reading', () => {
  test.each<[string, unknown]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['12.0', 12],
    ['9007199254740993.0', 9007199254740992],
    ['-0', 0],
    ['-0.0', -0],
    ['1e400', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['[NaN]', [Number.NaN]],
    ['"\\ud800"', '\ud800'],
    ['{"a": 1, "a": 2}', { a: 2 }],
    [' \t\r\n1 ', 1],
  ])('%s is exact', (text, value) => {
    expect(parseJson(text)).toStrictEqual(value);
  });

  test.each([
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    '01',
    '+1',
    '.5',
    '1.',
    '"\t"',
    "'a'",
    'nan',
    '-NaN',
    '\ufeff1',
    '1 2',
    '\u00a01',
    '{NaN: 1}',
  ])('%j is not JSON', (text) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'json_syntax' }));
  });

  test('integers of 4300 digits are read, longer ones refused, also under a key that comes again', () => {
    expect(parseJson('9'.repeat(4300))).toBe(BigInt('9'.repeat(4300)));
    expect(() => parseJson(`{"a": -${'9'.repeat(4301)}, "a": 1}`)).toThrow(
      expect.objectContaining({ code: 'integer_too_long' }),
    );
    expect(parseJson(`0.${'9'.repeat(5000)}`)).toBe(1);
  });

  test('1000 levels are read, more refused', () => {
    expect(() => parseJson('['.repeat(1000) + ']'.repeat(1000))).not.toThrow();
    expect(() => parseJson(`${'{"a":'.repeat(1001)}1${'}'.repeat(1001)}`)).toThrow(
      expect.objectContaining({ code: 'json_too_deep' }),
    );
    expect(() => parseJson('['.repeat(1_000_000))).toThrow(expect.objectContaining({ code: 'json_too_deep' }));
  });

  test('__proto__, constructor and toString are own keys', () => {
    const value = parseJson('{"__proto__": {"polluted": 1}, "constructor": 12345678901234567890, "toString": NaN}');

    expect(Object.entries(value ?? {})).toEqual([
      ['__proto__', { polluted: 1 }],
      ['constructor', 12345678901234567890n],
      ['toString', Number.NaN],
    ]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('a fault names line and column when the place of the text is known, else the character', () => {
    expect(() => parseJson('{"a":\n tru}')).toThrow(/^not JSON: expected a JSON value, found "t" at character 8$/);
    expect(() => parseJson('{"a":\r\n tru}', { path: 'x.json', line: 7, column: 3 })).toThrow(
      expect.objectContaining({
        path: 'x.json',
        line: 8,
        message: 'not JSON: expected a JSON value, found "t" at column 2',
      }),
    );
    expect(() => parseJson('tru', { line: 7, column: 3 })).toThrow(/at column 3$/);
  });

  test('the character found is shown escaped', () => {
    expect(() => parseJson('\u009b')).toThrow(/found "\\u009b" at/);
    expect(() => parseJson('😀')).toThrow(/found "\\ud83d\\ude00" at/);
  });
});

describe('writing', () => {
  test('canonical text is what Python writes with sorted keys', () => {
    const value = {
      b: [1, 1.5, 1e-7, 1e16, -0, 2n ** 70n],
      a: { '\u{1f600}': null, '\uffff': true },
      '/': 'é\u007f"\\\b\f\n\r\t\u0001',
    };

    expect(stringifyJson(value, CANONICAL)).toBe(
      '{"/": "\\u00e9\\u007f\\"\\\\\\b\\f\\n\\r\\t\\u0001", "a": {"\\uffff": true, "\\ud83d\\ude00": null}, "b": [1, 1.5, 1e-07, 1e+16, -0.0, 1180591620717411303424]}',
    );
  });

  test('the default is compact, in the order of the object, beyond ASCII', () => {
    expect(stringifyJson({ b: [1, { c: 'é' }], a: Number.NaN })).toBe('{"b":[1,{"c":"é"}],"a":NaN}');
  });

  test('indented text puts one member on a line, empty ones stay together', () => {
    expect(stringifyJson({ b: [1, []], a: {} }, { indent: 2, sortKeys: true })).toBe(
      '{\n  "a": {},\n  "b": [\n    1,\n    []\n  ]\n}',
    );
  });

  test('own __proto__ keys are written, undefined members are not', () => {
    expect(stringifyJson(JSON.parse('{"__proto__": 1}'))).toBe('{"__proto__":1}');
    expect(stringifyJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
  });

  test('lone surrogates are escaped, never written raw', () => {
    expect(stringifyJson('\ud800é')).toBe('"\\ud800é"');
  });

  test('what JSON cannot hold is an ArgumentError', () => {
    for (const value of [() => 1, Symbol('a'), undefined]) expect(() => stringifyJson(value)).toThrow(ArgumentError);
  });

  test('a cycle is json_too_deep', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);

    expect(() => stringifyJson(cycle)).toThrow(InvalidRecordError);
    expect(() => stringifyJson(cycle)).toThrow(expect.objectContaining({ code: 'json_too_deep' }));
  });

  test('what can be read can be written, at 1000 levels too', () => {
    const text = '['.repeat(1000) + ']'.repeat(1000);

    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  test('what was written reads back the same (seed 4)', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.maxSafeInteger(),
      // Within the safe range an integer is a number.
      fc.bigInt().map((value) => (value >= -(2n ** 53n) + 1n && value < 2n ** 53n ? Number(value) : value)),
      fc.constantFrom(null, true, false),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'a', '1')), tie('value'), {
          maxKeys: 4,
          noNullPrototype: true,
        }),
      ),
    }));
    const options = fc.record(
      { ascii: fc.boolean(), spaced: fc.boolean(), indent: fc.nat({ max: 3 }) },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(value, options, (written, style) => {
        expect(isSameValue(parseJson(stringifyJson(written, style)), written)).toBe(true);
      }),
      { seed: 4, numRuns: 2000 },
    );
  });
});
