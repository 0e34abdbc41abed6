import { ArgumentError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { parseRankFilter } from '../src/index.ts';

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];

describe('parseRankFilter', () => {
  it.each([
    ['0-3,7', [0, 1, 2, 3, 7]],
    [' ALL ', EIGHT],
    ['*', EIGHT],
    [null, EIGHT],
    [',,', []],
    ['6-12, 9', [6, 7]],
    ['3-5,4-6,5', [3, 4, 5, 6]],
    ['٣', [3]],
  ])('reads %j', (expression, expected) => {
    expect([...parseRankFilter(expression, EIGHT)]).toEqual(expected);
  });

  it('takes ranges of any size without listing them', () => {
    const chosen = parseRankFilter('1-99999999999999999999999,0', [3, 0, 2 ** 40]);

    expect([...chosen]).toEqual([0, 3, 2 ** 40]);
  });

  it('does not take a rank for a neighbour beyond 2^53', () => {
    expect([...parseRankFilter('9007199254740993', [0, Number.MAX_SAFE_INTEGER])]).toEqual([]);
  });

  it('does not look at the expression without ranks', () => {
    expect([...parseRankFilter('no ranks', [])]).toEqual([]);
  });

  it.each([
    ['1,x', '"x"'],
    ['5-2', '"5-2"'],
    ['3-', '"3-"'],
    ['-3', '"-3"'],
    ['1-2-3', '"1-2-3"'],
    ['1.0', '"1.0"'],
  ])('refuses %j and names the token', (expression, token) => {
    let thrown: unknown;
    try {
      parseRankFilter(expression, EIGHT);
    } catch (error) {
      thrown = error;
    }

    expect(thrown).toBeInstanceOf(ArgumentError);
    expect(thrown).toMatchObject({ argument: 'ranks', message: expect.stringContaining(token) });
  });
});
