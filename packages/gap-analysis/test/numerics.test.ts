import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLine } from '../src/numerics/fit-line.ts';
import { mean } from '../src/numerics/mean.ts';
import { median } from '../src/numerics/median.ts';
import { pairwiseSum } from '../src/numerics/pairwise-sum.ts';
import { standardDeviation } from '../src/numerics/standard-deviation.ts';
import { studentTTail } from '../src/numerics/student-t-tail.ts';

const SEED = 20261130;

describe('pairwise sum', () => {
  it.each([
    [9, 2.6999999999999997],
    [10, 2.9999999999999996],
    [16, 4.8],
    [127, 38.09999999999997],
    [128, 38.39999999999999],
    [129, 38.7],
    [137, 41.099999999999994],
    [200, 59.999999999999986],
    [300, 90],
  ])('of %i times 0.3 has the bits that NumPy gives', (count, expected) => {
    expect(pairwiseSum(new Float64Array(count).fill(0.3))).toBe(expected);
  });

  it('decides on which side of a threshold a mean falls', () => {
    const meanOf = (count: number): number => mean(new Float64Array(count).fill(0.3));
    expect([10, 11, 12, 15, 20].map(meanOf).every((each) => each < 0.3)).toBe(true);
    expect([16, 17, 129, 130].map(meanOf).every((each) => each >= 0.3)).toBe(true);
  });

  it('adds in the stated order, as a slow transcription of the rule does', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), {
      maxLength: 700,
      size: 'max',
    });
    fc.assert(
      fc.property(values, (list) => {
        expect(pairwiseSum(Float64Array.from(list))).toBe(transcribedSum(list));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

/** The rule of docs/formats/gap-analysis.md §2.2 word by word, on copies of the list. */
function transcribedSum(list: readonly number[]): number {
  const leftToRight = (items: readonly number[], start: number): number =>
    items.reduce((sum, item) => sum + item, start);
  if (list.length < 8) return list.length === 0 ? 0 : leftToRight(list.slice(1), list[0]!);
  if (list.length > 128) {
    const half = Math.floor(list.length / 2);
    const first = half - (half % 8);
    return transcribedSum(list.slice(0, first)) + transcribedSum(list.slice(first));
  }
  const r = list.slice(0, 8);
  const whole = list.length - (list.length % 8);
  for (let i = 8; i < whole; i++) r[i % 8]! += list[i]!;
  const sum = r[0]! + r[1]! + (r[2]! + r[3]!) + (r[4]! + r[5]! + (r[6]! + r[7]!));
  return leftToRight(list.slice(whole), sum);
}

describe('median', () => {
  it('is the middle of the sorted values for any values, repeated and presorted ones too', () => {
    const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer()), {
      minLength: 1,
      maxLength: 400,
      size: 'max',
    });
    const lists = fc.tuple(numbers, fc.constantFrom('as given', 'ascending', 'descending')).map(([list, order]) => {
      if (order === 'as given') return list;
      return list.sort((a, b) => (order === 'ascending' ? a - b : b - a));
    });
    fc.assert(
      fc.property(lists, (list) => {
        const sorted = [...list].sort((a, b) => a - b);
        const upper = sorted[sorted.length >>> 1]!;
        const expected = sorted.length % 2 === 1 ? upper : (sorted[(sorted.length >>> 1) - 1]! + upper) / 2;
        expect(median(list)).toBe(expected);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('is right where every pivot is a bad one', () => {
    expect(median(worstForMiddleOfThree(2000))).toBe(999.5);
  });

  it('leaves the values as they were', () => {
    const values = Float64Array.of(3, 1, 2);
    median(values);
    expect([...values]).toEqual([3, 1, 2]);
  });
});

/**
 * A permutation of 0 … n − 1 made by an adversary who answers the comparisons of a selection of the middle (first, middle,
 * last as pivot) such that every pivot turns out to be among the smallest: 2000 values take 501 rounds instead of 11.
 */
function worstForMiddleOfThree(count: number): number[] {
  const values = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
  const order = values.map((_, i) => i);
  let decided = 0;
  let candidate = 0;
  const compare = (x: number, y: number): number => {
    if (values[x] === Number.POSITIVE_INFINITY && values[y] === Number.POSITIVE_INFINITY) {
      values[x === candidate ? x : y] = decided++;
    }
    if (values[x] === Number.POSITIVE_INFINITY) candidate = x;
    else if (values[y] === Number.POSITIVE_INFINITY) candidate = y;
    return values[x]! - values[y]!;
  };
  let low = 0;
  let high = count - 1;
  while (high - low >= 32) {
    const pivot = [order[low]!, order[(low + high) >>> 1]!, order[high]!].sort(compare)[1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (order[left] !== pivot && compare(order[left]!, pivot) < 0) left++;
      while (order[right] !== pivot && compare(order[right]!, pivot) > 0) right--;
      if (left > right) break;
      [order[left], order[right]] = [order[right]!, order[left]!];
      left++;
      right--;
    }
    if (count / 2 <= right) high = right;
    else if (count / 2 >= left) low = left;
    else break;
  }
  return values.map((value) => (value === Number.POSITIVE_INFINITY ? decided++ : value));
}

describe('standard deviation', () => {
  it('divides by one less than the count', () => {
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9], 5)).toBeCloseTo(Math.sqrt(32 / 7), 14);
  });
});

describe('Student t tail', () => {
  it.each([
    [0.5, 3, 0.651447964848151],
    [1.0, 3, 0.3910022189557705],
    [2.0, 3, 0.13932596855884305],
    [12.7, 3, 0.0010530526821985991],
    [2.5, 10, 0.03144684423660882],
    [0.001, 10, 0.999221783374741],
    [4.3, 28, 0.00018710216155750603],
    [1.96, 1000, 0.050273184955748736],
    [3.2, 99998, 0.0013747046775012084],
    [0.3, 999998, 0.7641772179791189],
    [40, 50, 1.2412423784372691e-39],
  ])('of %d with %i degrees of freedom is %d', (t, degrees, expected) => {
    expect(Math.abs(studentTTail(t, degrees) / expected - 1)).toBeLessThan(1e-10);
  });

  it('agrees with the finite sums that exist for whole degrees of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 30, noNaN: true }), fc.integer({ min: 1, max: 300 }), (t, degrees) => {
        expect(Math.abs(studentTTail(t, degrees) - (1 - insideByFiniteSum(t, degrees)))).toBeLessThan(1e-12);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('is 1 at 0 and 0 at infinity', () => {
    expect(studentTTail(0, 7)).toBe(1);
    expect(studentTTail(Number.POSITIVE_INFINITY, 7)).toBe(0);
  });
});

/** P(|T| < t) by the trigonometric sums of the textbooks. */
function insideByFiniteSum(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const square = Math.cos(angle) ** 2;
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = 0;
  for (let k = isOdd ? 1 : 0; k <= degrees - 2; k += 2) {
    sum += term;
    term *= (square * (k + 1)) / (k + 2);
  }
  const part = Math.sin(angle) * sum;
  return isOdd ? (2 / Math.PI) * (angle + part) : part;
}

describe('line through points', () => {
  it('agrees with a reference fit', () => {
    const fit = fitLine([0, 1, 2, 3, 4, 5], [1, 3, 2, 5, 4, 6]);
    expect(fit?.slope).toBeCloseTo(0.8857142857142857, 13);
    expect(fit?.r_squared).toBeCloseTo(0.8857142857142857 ** 2, 13);
    expect(fit?.p_value).toBeCloseTo(0.01884548104956269, 13);
  });

  it('is none when all positions are equal', () => {
    expect(fitLine([4, 4, 4, 4, 4], [1, 2, 3, 4, 5])).toBeNull();
  });

  it('is flat, without a correlation, when all values are equal', () => {
    expect(fitLine([0, 1, 2, 3, 4], [7, 7, 7, 7, 7])).toEqual({
      slope: 0,
      r_squared: Number.NaN,
      p_value: Number.NaN,
    });
  });
});
