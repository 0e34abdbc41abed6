import { InvalidRecordError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePythonLiteral } from '../src/csv/python-literal.ts';
import { readPythonLiteral } from '../src/csv/read-python-literal.ts';

const backslash = '\\';

describe('a Python literal', () => {
  it.each([
    ["{'a': 1}", { a: 1 }],
    [`{"it's": 'say "x"', 'n': None, 't': True, 'f': False}`, { "it's": 'say "x"', n: null, t: true, f: false }],
    ["{'shape': (8, 1024), 'one': (1,), 'none': (), 'group': (3)}", { shape: [8, 1024], one: [1], none: [], group: 3 }],
    [
      "{'list': [1, 2.5, -3, +4,], 'set': {1, 2,}, 'empty': set(), 'dict': {}}",
      { list: [1, 2.5, -3, 4], set: [1, 2], empty: [], dict: {} },
    ],
    ["{1: 'a', None: 'b', True: 'c', 2.5: 'd', 3.0: 'e'}", { 1: 'a', null: 'b', true: 'c', 2.5: 'd', 3: 'e' }],
    [
      "{'x': 1e5, 'y': .5, 'z': 5., 'w': 1_000, 'h': 0x1F, 'o': 0o17, 'b': 0b11}",
      { x: 1e5, y: 0.5, z: 5, w: 1000, h: 31, o: 15, b: 3 },
    ],
    ["{'l': nan, 'i': inf, 'm': -inf}", { l: Number.NaN, i: Number.POSITIVE_INFINITY, m: Number.NEGATIVE_INFINITY }],
    [
      "{'big': 9007199254740993, 'neg': -18446744073709551615}",
      { big: 9007199254740993n, neg: -18446744073709551615n },
    ],
    ["{'a': u'x', 'b': b'\\xff', 'c': r'\\n', 'd': 'join' 'ed'}", { a: 'x', b: 'ÿ', c: '\\n', d: 'joined' }],
    ["{'a': 'first', 'a': 'last'}", { a: 'last' }],
    [" \n{ 'a' :\t1 , } ", { a: 1 }],
  ])('%s is read', (text, expected) => {
    expect(parsePythonLiteral(text)).toEqual(expected);
  });

  it('reads every escape of a text', () => {
    const text = `'${backslash}${backslash} ${backslash}' ${backslash}" ${backslash}a${backslash}b${backslash}f${backslash}n${backslash}r${backslash}t${backslash}v ${backslash}101 ${backslash}x41 ${backslash}u0041 ${backslash}U0001F600 ${backslash}q'`;
    expect(parsePythonLiteral(text)).toBe('\\ \' " \x07\b\f\n\r\t\v A A A \u{1F600} \\q');
  });

  it('keeps __proto__ as data', () => {
    const value = parsePythonLiteral("{'__proto__': {'polluted': 1}, 'constructor': 2}");
    expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    "{'x': __import__('os')._exit(97)}",
    "{'x': process.exit(97)}",
    "{'a': 1",
    "{'a' 1}",
    "{'a': }",
    "{'a': 1 'b': 2}",
    "{'a': 1,, 'b': 2}",
    '[1 2]',
    '(,)',
    "'open",
    "'two\nlines'",
    "f'{x}'",
    "{'a': lambda: 1}",
    "{'a': 1 + 1}",
    "{'a': datetime.datetime(2024, 1, 1)}",
    '007',
    '1__0',
    '1j',
    '--1',
    '-True',
    '{(1, 2): 3}',
    `'${backslash}x4'`,
    `'${backslash}U00110000'`,
    `'${backslash}N{BULLET}'`,
    '',
    '{} {}',
  ])('%s is refused', (text) => {
    expect(() => parsePythonLiteral(text)).toThrow(InvalidRecordError);
  });

  it.each(['{', '[', '(', "{'a':"])('refuses 100000 nested %s at once', (opening) => {
    expect(() => parsePythonLiteral(opening.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'json_too_deep' }),
    );
  });

  it('refuses an integer of more than 4300 digits', () => {
    expect(() => parsePythonLiteral('9'.repeat(4301))).toThrow(expect.objectContaining({ code: 'integer_too_long' }));
  });

  it('answers any text with a value or a coded error', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ',',
      ':',
      "'",
      '"',
      '\\',
      'x41',
      'u',
      'b',
      'r',
      '1',
      '.',
      'e',
      '-',
      'None',
      'set',
      ' ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (parts) => {
        try {
          parsePythonLiteral(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidRecordError);
        }
      }),
      { seed: 7, numRuns: 3000 },
    );
  });
});

describe('the fast way to read a literal', () => {
  const outcome = (read: (text: string) => unknown, text: string): unknown => {
    try {
      return read(text);
    } catch (error) {
      return error instanceof InvalidRecordError ? error.code : error;
    }
  };

  it.each([
    "{'a': 1, 'b': True, 'c': None, 'd': [1, 2.5], 'e': {'f': 'g'}}",
    `{"it's": 'x', 'a "b': 1, 'c" d': 2}`,
    "{'a \"b': 1, 'c\" d': 2}",
    "{'a': true, 'b': null}",
    "{'a': NaN}",
    "{'a': nan}",
    "{'a': u'x'}",
    "{'a': 'x' 'y'}",
    "{'a': 1e5, 'b': 1_0, 'c': 007}",
    "{'a': 9007199254740993, 'b': -18446744073709551615}",
    "{'a': (1, 2), 'b': '(x)'}",
    "{'a': '\\x41'}",
    '{1: 2}',
    "{'a', 'b'}",
    "{'a': 'tab\there'}",
    "{'__proto__': 1, 'a': 1, 'a': 2}",
    '['.repeat(201) + ']'.repeat(201),
    '['.repeat(200) + ']'.repeat(200),
  ])('agrees on %s', (text) => {
    expect(outcome(readPythonLiteral, text)).toEqual(outcome(parsePythonLiteral, text));
  });

  it('agrees on whatever pieces make up a text', () => {
    const pieces = [
      "{'a': ",
      "'b'",
      '"c"',
      ': ',
      ', ',
      '}',
      '[',
      ']',
      '1',
      '-2.5',
      'True',
      'None',
      'true',
      "'",
      '"',
      ' ',
      '\\',
      '(',
      'e',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
        const text = parts.join('');
        expect(outcome(readPythonLiteral, text)).toEqual(outcome(parsePythonLiteral, text));
      }),
      { seed: 3, numRuns: 20_000 },
    );
  });
});
