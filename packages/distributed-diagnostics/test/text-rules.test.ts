import { describe, expect, it } from 'vitest';
import { formatBytes, rankFromPath } from '../src/index.ts';
import { parseIsoTimeNs } from '../src/timelines/parse-iso-time.ts';

describe('rankFromPath', () => {
  it.each([
    ['/run/rank_007/telemetry_timeline.json', 7],
    ['/run/worker-rank-010/x', 10],
    ['/rank1/rank2/x', 2],
    ['/rank9/local_rank1/x', 9],
    ['/run/local_rank1_rank2/x', 2],
    ['/run/nccl_trace_rank_container-node02_5/x', null],
    ['/run/frank7-gpu04/x', null],
    ['/run/rank__4/x', null],
    ['/run/RANK٤/x', 4],
    ['/run/rank18446744073709551616/x', 18446744073709551616n],
    ['', null],
  ])('finds in %j the rank %s', (path, rank) => {
    expect(rankFromPath(path)).toBe(rank);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [-0, '0 B'],
    [1152, '1.12 KB'],
    [1408, '1.38 KB'],
    [-3221225472, '-3.00 GB'],
    [1048575, '1024.00 KB'],
    [123456789012345678901234567890n, '109651655766236.97 PB'],
  ])('writes %s as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('rounds half to even without decimals', () => {
    expect(formatBytes(2560, 0)).toBe('2 KB');
  });
});

describe('parseIsoTimeNs', () => {
  it.each([
    ['2023-11-14T22:13:20Z', 1_700_000_000_000_000_000n],
    ['  2023-11-14T22:13:20.5+00:00 ', 1_700_000_000_500_000_000n],
    ['20231114T221320,123456789+0000', 1_700_000_000_123_456_000n],
    ['2023-W46-2 22:13:20Z', 1_700_000_000_000_000_000n],
    ['2023W462😀22:13:20Z', 1_700_000_000_000_000_000n],
    ['2023-11-14T23:13:20+01:00', 1_700_000_000_000_000_000n],
    ['1969-12-31T23:59:59.5Z', -500_000_000n],
    ['0001-01-01T00:00:00+00:00', -62_135_596_800_000_000_000n],
    ['2023-11-14', 1_699_920_000_000_000_000n],
  ])('reads %j', (text, expected) => {
    expect(parseIsoTimeNs(text)).toBe(expected);
  });

  it.each([
    '2023-11-14T22:13:20z',
    '2023-11-14T24:00',
    '2023-11-14T22:13:60',
    '2023-02-29',
    '2023-W53-1',
    '2023-318',
    '2023-11-14T',
    'yesterday',
    '',
  ])('refuses %j', (text) => {
    expect(parseIsoTimeNs(text)).toBeNull();
  });
});
