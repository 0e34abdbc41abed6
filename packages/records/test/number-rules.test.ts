import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ArgumentError,
  coerceInteger,
  floatText,
  formatFixed,
  InvalidRecordError,
  type JsonValue,
  parseFloatText,
  parseIntegerText,
  ratioOfIntegers,
  roundDecimal,
  roundScaled,
  truncateToInteger,
} from '../src/index.ts';

// The right-hand sides of these tables are what Python answers.

test.each([
  [0, '0.0'],
  [-0, '-0.0'],
  [1, '1.0'],
  [1_700_000_000, '1700000000.0'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [0.000015, '1.5e-05'],
  [999_999_999_999_999.9, '999999999999999.9'],
  [1e15, '1000000000000000.0'],
  [9_999_999_999_999_998, '9999999999999998.0'],
  [1e16, '1e+16'],
  [1.5e22, '1.5e+22'],
  [1e100, '1e+100'],
  [5e-324, '5e-324'],
  [-1.7976931348623157e308, '-1.7976931348623157e+308'],
  [Number.NaN, 'nan'],
  [Number.POSITIVE_INFINITY, 'inf'],
  [Number.NEGATIVE_INFINITY, '-inf'],
])('the double %d is spelled %s', (value, text) => {
  expect(floatText(value)).toBe(text);
});

test('a spelled double reads back the same (seed 1)', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(floatText(value))).toBe(value);
      expect(parseFloatText(floatText(value))).toBe(value);
    }),
    { seed: 1, numRuns: 3000 },
  );
});

describe('integer text', () => {
  test.each<[string, bigint | null]>([
    ['12', 12n],
    [' \u3000-12\u001f\n', -12n],
    ['+0', 0n],
    ['007', 7n],
    ['1_000', 1000n],
    ['٣', 3n],
    ['８1', 81n],
    ['𝟗𝟎', 90n],
    ['170000000012345678912345', 170000000012345678912345n],
    ['', null],
    [' ', null],
    ['1.0', null],
    ['1e3', null],
    ['0x10', null],
    ['1__0', null],
    ['_1', null],
    ['1_', null],
    ['- 5', null],
    ['+-5', null],
    ['1 2', null],
    ['²', null],
    ['\ufeff1', null],
    ['nan', null],
  ])('%j is %s', (text, value) => {
    expect(parseIntegerText(text)).toBe(value);
  });

  test('4300 digits are an integer, 4301 are not, signs and underscores do not count', () => {
    expect(parseIntegerText(`-${'1_'.repeat(4299)}1`)).toBe(-BigInt('1'.repeat(4300)));
    expect(parseIntegerText('1'.repeat(4301))).toBeNull();
    expect(parseIntegerText('0'.repeat(4301))).toBeNull();
  });
});

test.each<[string, number | null]>([
  ['1', 1],
  ['.5', 0.5],
  ['5.', 5],
  ['1_0.5e1_0', 10.5e10],
  [' -1e-3\u0085', -0.001],
  ['٣.٥', 3.5],
  ['1e400', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['+Infinity', Number.POSITIVE_INFINITY],
  ['-NaN', Number.NaN],
  ['-0', -0],
  ['', null],
  ['.', null],
  ['1e', null],
  ['1._5', null],
  ['1_.5', null],
  ['0x10', null],
  ['1,000', null],
  ['infinit', null],
  ['1\u001c', null],
])('the float text %j is %s', (text, value) => {
  expect(parseFloatText(text)).toBe(value);
});

describe('integers from floats', () => {
  test('fractions are cut toward zero, exactly', () => {
    expect(truncateToInteger(-0.9)).toBe(0n);
    expect(truncateToInteger(12.9)).toBe(12n);
    expect(truncateToInteger(Number(1700000000123456789n))).toBe(1700000000123456768n);
    expect(truncateToInteger(1e16 * 1e9)).toBe(10000000000000000905969664n);
  });

  test('infinity and not-a-number have none', () => {
    expect(() => truncateToInteger(Number.NEGATIVE_INFINITY)).toThrow(
      expect.objectContaining({ code: 'number_out_of_range' }),
    );
    expect(() => truncateToInteger(Number.NaN)).toThrow(expect.objectContaining({ code: 'field_invalid' }));
  });
});

describe('lenient integers', () => {
  test.each<[JsonValue, bigint]>([
    [true, 1n],
    [false, 0n],
    [7, 7n],
    [2n ** 70n, 2n ** 70n],
    [-12.9, -12n],
    [-0, 0n],
    [1.7e18, 1700000000000000000n],
    [' 1_0 ', 10n],
  ])('%s is %s', (value, integer) => {
    expect(coerceInteger(value, 'pid')).toBe(integer);
  });

  test.each<[JsonValue | undefined, string]>([
    [undefined, 'field_invalid'],
    [null, 'field_invalid'],
    [[1], 'field_invalid'],
    [{}, 'field_invalid'],
    ['2.0', 'field_invalid'],
    ['', 'field_invalid'],
    ['5\u001c', 'field_invalid'],
    [Number.NaN, 'field_invalid'],
    [Number.POSITIVE_INFINITY, 'number_out_of_range'],
  ])('%s is refused with the field', (value, code) => {
    let error: unknown;
    try {
      coerceInteger(value, 'pid');
    } catch (thrown) {
      error = thrown;
    }

    expect(error).toBeInstanceOf(InvalidRecordError);
    expect(error).toMatchObject({ code, field: 'pid', issues: [{ code, field: 'pid', expected: 'an integer' }] });
  });

  test('the error shows the value, printable and short', () => {
    expect(() => coerceInteger(`\u001b[31m${'x'.repeat(100)}`, 'pid')).toThrow(
      /^pid must be an integer, found "\\u001b\[31mx+…$/,
    );
  });
});

describe('rounding', () => {
  test.each([
    [12.25, 1, 12.2],
    [12.75, 1, 12.8],
    [0.6245, 3, 0.625],
    [2.675, 2, 2.67],
    [0.5, 0, 0],
    [1.5, 0, 2],
    [2.5, 0, 2],
    [-2.5, 0, -2],
    [-12.25, 1, -12.2],
    [-0.04, 1, -0],
    [0.125, 2, 0.12],
    [0.375, 2, 0.38],
    [5e-324, 3, 0],
    [1e22, 2, 1e22],
    [1.7976931348623157e308, 2, 1.7976931348623157e308],
    [2251799813685249.5, 0, 2251799813685250],
    [2251799813685248.5, 0, 2251799813685248],
    [Number.POSITIVE_INFINITY, 1, Number.POSITIVE_INFINITY],
    [Number.NaN, 1, Number.NaN],
  ])('%d rounded to %i places is %d', (value, digits, rounded) => {
    expect(roundDecimal(value, digits)).toBe(rounded);
  });

  test.each([
    [0.6245, 3, 0.624],
    [12.25, 1, 12.2],
    [2.675, 2, 2.68],
    [-2.5, 0, -2],
    [-0.5, 0, -0],
    [0.5, 0, 0],
    [1.5, 0, 2],
    [1e300, 3, 1e300],
    [Number.NaN, 3, Number.NaN],
    [Number.NEGATIVE_INFINITY, 3, Number.NEGATIVE_INFINITY],
  ])('%d rounded by scaling to %i places is %d', (value, digits, rounded) => {
    expect(roundScaled(value, digits)).toBe(rounded);
  });

  test.each([
    [0.125, 2, '0.12'],
    [0.375, 2, '0.38'],
    [-0, 1, '-0.0'],
    [-0.04, 1, '-0.0'],
    [2.5, 0, '2'],
    [1e21, 1, '1000000000000000000000.0'],
    [1e23, 0, '99999999999999991611392'],
    [1234.5, 2, '1234.50'],
    [Number.NaN, 2, 'nan'],
    [Number.NEGATIVE_INFINITY, 2, '-inf'],
  ])('%d with %i places is written %s', (value, digits, text) => {
    expect(formatFixed(value, digits)).toBe(text);
  });

  test('every exact tie goes to the even digit (seed 2)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 0, max: 6 }), (half, digits) => {
        // Odd multiples of 5^d over 2·10^d are the ties at d places; as odd over 2^(d+1) they are exact doubles.
        const odd = 2 * half + 1;
        const lower = (BigInt(odd) * 5n ** BigInt(digits) - 1n) / 2n;
        const even = Number(`${lower + (lower % 2n)}e-${digits}`);
        expect(roundDecimal(odd / 2 ** (digits + 1), digits)).toBe(even);
        expect(roundDecimal(-odd / 2 ** (digits + 1), digits)).toBe(-even);
      }),
      { seed: 2, numRuns: 2000 },
    );
  });

  test('places beyond 0 to 100 are an ArgumentError', () => {
    for (const digits of [-1, 101, 1.5]) expect(() => roundDecimal(1, digits)).toThrow(ArgumentError);
  });
});

describe('ratios of integers', () => {
  test.each<[bigint | number, bigint | number, number]>([
    [1, 3, 1 / 3],
    [0, 5, 0],
    [10n ** 400n, 2n * 10n ** 400n, 0.5],
    [-(10n ** 30n), 3n * 10n ** 30n, -1 / 3],
    [9007199254740993n, 1n, 9007199254740992],
    [9007199254740995n, 1n, 9007199254740996],
    [2n ** 54n + 2n, 1n, 2 ** 54],
    [2n ** 54n + 3n, 1n, 2 ** 54 + 4],
    [2 ** 60, 2n ** 59n, 2],
    [1n, 2n ** 1074n, 5e-324],
    [1n, 2n ** 1075n, 0],
    [3n, 2n ** 1076n, 5e-324],
    [1n, 10n ** 400n, 0],
    [2n ** 1024n - 2n ** 970n - 1n, 1n, Number.MAX_VALUE],
  ])('%s / %s is %s', (numerator, denominator, quotient) => {
    expect(ratioOfIntegers(numerator, denominator)).toBe(quotient);
  });

  test('scaling both by the same factor changes nothing (seed 3)', () => {
    const factor = 3n ** 500n;
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (a, b) => {
        fc.pre(b !== 0);
        expect(ratioOfIntegers(BigInt(a) * factor, BigInt(b) * factor)).toBe(a === 0 ? 0 : a / b);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });

  test('division by zero, a quotient beyond all doubles and fractions are refused with a code', () => {
    expect(() => ratioOfIntegers(1, 0)).toThrow(expect.objectContaining({ code: 'division_by_zero' }));
    expect(() => ratioOfIntegers(2n ** 1024n - 2n ** 970n, 1n)).toThrow(
      expect.objectContaining({ code: 'number_out_of_range' }),
    );
    expect(() => ratioOfIntegers(1.5, 2)).toThrow(expect.objectContaining({ argument: 'numerator' }));
  });
});
