import { describe, expect, test } from 'vitest';
import { parseAddress } from '../browser/parse-address.ts';
import { rankFilter } from '../browser/tables/rank-filter.ts';
import { byteTicks } from '../src/html/axis/ticks.ts';
import { clockText, relativeText, relativeTicks, wallTicks } from '../src/html/axis/time-text.ts';
import type { RankRow } from '../src/html/page-data.ts';

const GIB = 1024 ** 3;

describe('ticks', () => {
  test('of sizes are round in the unit of the largest', () => {
    expect(byteTicks(0, 4.2 * GIB, 4).texts).toEqual(['0', '2 GiB', '4 GiB']);
    expect(byteTicks(9.9 * GIB, 10.2 * GIB, 3).texts).toEqual(['9.9 GiB', '10.0 GiB', '10.1 GiB', '10.2 GiB']);
    expect(byteTicks(-300, 800, 4).texts).toEqual(['0', '500 B']);
    expect(byteTicks(5, 5, 4).texts).toEqual(['5 B']);
  });

  test('of times after the start are round in seconds, minutes and hours', () => {
    expect(relativeTicks(0, 6.6, 6).texts).toEqual(['0', '2 s', '4 s', '6 s']);
    expect(relativeTicks(0, 0.0031, 3).texts).toEqual(['0', '2 ms']);
    expect(relativeTicks(0, 400, 4).texts).toEqual(['0', '2:00 min', '4:00 min', '6:00 min']);
    expect(relativeTicks(0, 9000, 3).texts).toEqual(['0', '1:00:00 h', '2:00:00 h']);
  });

  test('of the clock are round on the clock, not after the start', () => {
    const startMs = Date.UTC(2026, 10, 30, 23, 59, 57, 250);
    const { values, texts } = wallTicks(0, 8, 4, startMs);

    expect(texts).toEqual(['23:59:58', '00:00:00 +1 d', '00:00:02 +1 d', '00:00:04 +1 d']);
    expect(values[0]).toBeCloseTo(0.75, 9);
  });

  test('texts carry into the next second instead of showing sixty', () => {
    expect(clockText(59.9996, 0.001)).toBe('00:01:00.000');
    expect(relativeText(89.9999, 1)).toBe('90 s');
    expect(relativeText(0.0000021, 1e-7)).toBe('0.0021 ms');
  });
});

describe('an address within the page', () => {
  const known = new Set([0, 1, 2, 3]);

  test('names ranks, a counter, a part and a time', () => {
    expect(parseAddress('#view?ranks=2,1,2&counter=hidden&from=1&to=2.5&at=2', known, 10)).toEqual({
      kind: 'view',
      change: { ranks: [2, 1], counter: 'hidden', from: 1, to: 2.5, at: 2 },
    });
  });

  test('is taken as far as it makes sense', () => {
    expect(parseAddress('#view?ranks=9,x,-1,1e3&counter=__proto__&from=5&to=2&at=nan', known, 10)).toEqual({
      kind: 'view',
      change: { at: null },
    });
    expect(parseAddress('#signs?rank=abc', known, 10)).toEqual({ kind: 'signs', rank: null });
    expect(parseAddress('', known, 10)).toEqual({ kind: 'element', id: '' });
  });
});

describe('the filter of the table of ranks', () => {
  const row = (rank: number, change: Partial<RankRow> = {}): RankRow => ({
    rank,
    missing: false,
    status: 'completed',
    host: 'node-7',
    samples: 1,
    last: 0,
    silence: null,
    allocated: 0,
    reserved: 0,
    used: 0,
    peak: 0,
    gap: 0,
    gap_peak: 0,
    sign: null,
    statements: [],
    ...change,
  });

  test('takes ranks and ranges of them', () => {
    expect([0, 3, 4, 7, 8].filter((rank) => rankFilter(' 0-3, 7 ')(row(rank)))).toEqual([0, 3, 7]);
  });

  test('takes words of host, state and sign, all of which must be there', () => {
    expect(rankFilter('NODE-7 alert')(row(1, { sign: 'alert:critical' }))).toBe(true);
    expect(rankFilter('node-7 alert')(row(1))).toBe(false);
    expect(rankFilter('missing')(row(1, { missing: true, status: null, host: null }))).toBe(true);
  });
});
