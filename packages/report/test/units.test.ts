import { counted, formatBinarySize, formatDuration, formatRankList, formatWallClock } from '@stormlog/report';
import { describe, expect, test } from 'vitest';

describe('sizes', () => {
  test.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [-512, '-512 B'],
    [1024, '1.0 KiB'],
    [101_912_576, '97.2 MiB'],
    [1_073_741_823, '1.0 GiB'],
    [-20_463_616, '-19.5 MiB'],
    [2 ** 53 - 1, '8.0 PiB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBinarySize(bytes)).toBe(text);
  });

  test('a difference carries its sign, zero none', () => {
    expect(formatBinarySize(20_463_616, { sign: true })).toBe('+19.5 MiB');
    expect(formatBinarySize(0, { sign: true })).toBe('0 B');
  });
});

describe('times', () => {
  test.each([
    [0n, '0 ns'],
    [850n, '850 ns'],
    [12_345n, '12.3 µs'],
    [373_456_789n, '373.5 ms'],
    [6_593_000_000n, '6.6 s'],
    [999_950n, '1.0 ms'],
    [999_949n, '999.9 µs'],
    [999_999_999n, '1.0 s'],
    [59_949_999_999n, '59.9 s'],
    [59_950_000_000n, '1 min 0 s'],
    [3_599_950_000_000n, '1 h 00 min'],
    [252_000_000_000n, '4 min 12 s'],
    [11_220_000_000_000n, '3 h 07 min'],
    [187_200_000_000_000n, '2 d 04 h'],
    [-1_500_000_000n, '-1.5 s'],
  ])('%i nanoseconds are %s', (ns, text) => {
    expect(formatDuration(ns)).toBe(text);
  });

  test('wall-clock times are UTC and cut, not rounded, to the millisecond', () => {
    expect(formatWallClock(1_787_650_005_123_999_999n)).toBe('2026-08-25 09:26:45.123');
    expect(formatWallClock(-1n)).toBe('1969-12-31 23:59:59.999');
  });

  test('a time beyond the calendar keeps its digits', () => {
    expect(formatWallClock(10n ** 30n)).toBe(`1${'0'.repeat(30)} ns`);
  });
});

describe('lists of ranks', () => {
  test.each([
    [[], ''],
    [[2], '2'],
    [[0, 1], '0, 1'],
    [[0, 1, 2, 3, 7], '0-3, 7'],
    [[0, 2, 3, 4, 9, 10], '0, 2-4, 9, 10'],
  ])('%j is "%s"', (ranks, text) => {
    expect(formatRankList(ranks)).toBe(text);
  });

  test('what exceeds the limit is counted', () => {
    expect(formatRankList([0, 2, 4, 6, 7, 8, 9], 2)).toBe('0, 2 and 5 more');
  });

  test('counts agree with their noun', () => {
    expect(counted(1, 'rank')).toBe('1 rank');
    expect(counted(10_000, 'session')).toBe('10,000 sessions');
  });
});
