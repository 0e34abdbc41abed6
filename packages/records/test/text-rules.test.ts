import { describe, expect, test } from 'vitest';
import {
  compareCodePoints,
  describeValue,
  isBlank,
  type JsonValue,
  lowerCase,
  printableText,
  pythonText,
  stripWhiteSpace,
} from '../src/index.ts';

const WHITE_SPACE =
  '\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

describe('white space', () => {
  test('is what Python strips, and nothing else', () => {
    const stripped: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      if (isBlank(character)) stripped.push(character);
    }

    expect(stripped.join('')).toBe(WHITE_SPACE);
  });

  test('goes at both ends and stays inside', () => {
    expect(stripWhiteSpace(`${WHITE_SPACE}a \u0085b${WHITE_SPACE}`)).toBe('a \u0085b');
    expect(stripWhiteSpace('\ufeffa\u200b')).toBe('\ufeffa\u200b');
    expect(stripWhiteSpace(WHITE_SPACE)).toBe('');
    expect(isBlank('')).toBe(true);
  });

  test('long white space inside a text takes no time to speak of', () => {
    const text = `a${' '.repeat(1_000_000)}b`;

    expect(stripWhiteSpace(` ${text} `)).toBe(text);
  });
});

test('texts are ordered by code point', () => {
  const ordered = [
    '',
    'A',
    'a',
    'aa',
    'b',
    '\ud7ff',
    '\ud800',
    '\udfff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{1f600}',
    '\u{1f600}a',
  ];

  expect([...ordered].reverse().sort(compareCodePoints)).toEqual(ordered);
});

test.each([
  ['ÀÉ', 'àé'],
  ['İ', 'i\u0307'],
  ['ΑΣ', 'ας'],
  ['ΑΣΑ', 'ασα'],
  ['ΑΣ.', 'ας.'],
  ['ẞ', 'ß'],
  ['𐐀', '𐐨'],
])('%s in lower case is %s', (text, lower) => {
  expect(lowerCase(text)).toBe(lower);
});

test.each<[JsonValue, string]>([
  ["it's", "it's"],
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
  [12, '12'],
  [2n ** 70n, '1180591620717411303424'],
  [1.5, '1.5'],
  [-0, '-0.0'],
  [1e22, '1e+22'],
  [Number.NaN, 'nan'],
  [[], '[]'],
  [{}, '{}'],
  [[1, 'a', null, [true]], "[1, 'a', None, [True]]"],
  [{ k: "it's", 'a"b': 'c"d', both: '\'"' }, `{'k': "it's", 'a"b': 'c"d', 'both': '\\'"'}`],
  [
    ['\\', '\n\r\t', '\0\u001b\u007f', '\u0085\u00a0\u00ad', '\u200b\u2028', '\u{e0001}', '\ud800'],
    "['\\\\', '\\n\\r\\t', '\\x00\\x1b\\x7f', '\\x85\\xa0\\xad', '\\u200b\\u2028', '\\U000e0001', '\\ud800']",
  ],
  [['é 😀'], "['é 😀']"],
])("Python's text of a value (%#)", (value, text) => {
  expect(pythonText(value)).toBe(text);
});

test("Python's text has own __proto__ keys", () => {
  expect(pythonText(JSON.parse('{"__proto__": {"__proto__": 1}}'))).toBe("{'__proto__': {'__proto__': 1}}");
});

test('control, format and separator characters are escaped for showing, letters are not', () => {
  expect(printableText('a\u001b[31m\n\u009b\u202e\u2028\u{e0001}\ud800é😀')).toBe(
    'a\\x1b[31m\\x0a\\x9b\\u202e\\u2028\\u{e0001}\\ud800é😀',
  );
});

test.each<[JsonValue, string]>([
  ['a\u001b', '"a\\u001b"'],
  ['x'.repeat(100), `"${'x'.repeat(59)}…`],
  [12n, '12'],
  [null, 'null'],
  [[1, 2], 'an array of 2'],
  [{ a: 1 }, 'an object of 1 keys'],
  [Number.NaN, 'NaN'],
])('a value is described short and printable (%#)', (value, text) => {
  expect(describeValue(value)).toBe(text);
});
