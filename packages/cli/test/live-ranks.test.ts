import type { RankOverview } from '@stormlog/report';
import { expect, test } from 'vitest';
import { LiveRanks } from '../src/watch/live-ranks.ts';

function overview(rank: number, lastSeenNs: bigint, fields: Partial<RankOverview> = {}): RankOverview {
  return {
    rank,
    availability: 'present',
    samples: 1,
    first_seen_ns: 0n,
    last_seen_ns: lastSeenNs,
    before_peers_ns: null,
    started_before_peers_ns: null,
    sampling_interval_ms: 100,
    allocated_peak_bytes: null,
    allocated_peak_timestamp_ns: null,
    allocated_peak_phase_path: null,
    last_phase_path: null,
    session_id: `s${rank}`,
    session_status: 'running',
    host: null,
    pid: null,
    other_sessions: [],
    ...fields,
  };
}

test('a rank is recorded as long as something new comes of it, however its clock stands', () => {
  const live = new LiveRanks(30_000);

  expect([...live.writing([overview(0, 5n), overview(1, 9_000n)], 0)]).toEqual([0, 1]);
  expect([...live.writing([overview(0, 6n), overview(1, 9_000n)], 29_000)]).toEqual([0, 1]);
  expect([...live.writing([overview(0, 6n), overview(1, 9_000n)], 30_000)]).toEqual([0]);
  expect([...live.writing([overview(0, 6n), overview(1, 9_001n)], 60_000)]).toEqual([1]);
});

test('a rank whose session has ended, or that never came, is not recorded', () => {
  const live = new LiveRanks(30_000);

  const ranks = [overview(0, 5n, { session_status: 'completed' }), overview(1, 0n, { availability: 'missing' })];

  expect([...live.writing(ranks, 0)]).toEqual([]);
});
