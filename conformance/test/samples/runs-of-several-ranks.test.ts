import { describe, expect, test } from 'vitest';
import { diagnose, samplesByRank } from './sample-outcome.ts';

describe('runs-of-several-ranks/restarted-job', () => {
  test('is two attempts, of which the newest stands for the job', async () => {
    const diagnosis = await diagnose(['runs-of-several-ranks/restarted-job']);
    expect(samplesByRank(diagnosis)).toEqual({ 0: 4, 1: 4 });
    expect(diagnosis.warnings).toContain('attempts_found');
    expect(diagnosis.loaded.groups).toMatchObject([
      {
        job_id: 'train-7',
        attempt: 1,
        attempts: 2,
        members: [{ session_id: 'attempt_1-r0' }, { session_id: 'attempt_1-r1' }],
      },
      {
        job_id: 'train-7',
        attempt: 2,
        attempts: 2,
        members: [{ session_id: 'attempt_2-r0' }, { session_id: 'attempt_2-r1' }],
      },
    ]);
    expect(diagnosis.loaded.selected_session_id).toBe(diagnosis.loaded.groups[1]?.session_id);
  });

  test('gives its older attempt when that is asked for', async () => {
    const { loaded } = await diagnose(['runs-of-several-ranks/restarted-job']);
    const older = loaded.groups[0]?.session_id;
    const diagnosis = await diagnose(['runs-of-several-ranks/restarted-job'], { sessionId: older });
    expect(diagnosis.loaded.selected_session_id).toBe(older);
    expect(samplesByRank(diagnosis)).toEqual({ 0: 4, 1: 4 });
  });
});

describe('runs-of-several-ranks/two-devices-one-rank', () => {
  test('counts the samples of both devices and takes the figures from the one with the largest gap', async () => {
    const { model } = await diagnose(['runs-of-several-ranks/two-devices-one-rank/events.jsonl']);
    expect(model.rows).toMatchObject([{ rank: 0, samples: 8, device_used_delta_bytes: 3 * 2 ** 30 }]);
    expect(model.devices).toBeDefined();
  });

  test('keeps events of equal counters of different devices apart', async () => {
    const { loaded } = await diagnose(['runs-of-several-ranks/two-devices-one-rank/events.jsonl']);
    expect(loaded.events).toHaveLength(8);
  });
});

describe('runs-of-several-ranks/same-rank-on-two-hosts', () => {
  test('loses no sample as a copy, and does not make a second rank of it', async () => {
    const diagnosis = await diagnose(['runs-of-several-ranks/same-rank-on-two-hosts']);
    expect(samplesByRank(diagnosis)).toEqual({ 0: 8, 1: 0 });
    expect(diagnosis.model.missing_ranks).toEqual([1]);
  });
});

describe('runs-of-several-ranks/collector-named-after-nccl', () => {
  test('makes no collective of a collector', async () => {
    const { model } = await diagnose(['runs-of-several-ranks/collector-named-after-nccl']);
    // Without a marker in their events, spikes of both ranks at one time are a suspicion at most.
    const signals = model.indicators.map(({ signal, reason_codes }) => [signal, ...reason_codes].join());
    expect(signals.join()).not.toContain('marker_collective_token');
  });
});

describe('runs-of-several-ranks/one-of-four-is-missing', () => {
  test('misses rank 2', async () => {
    const { model } = await diagnose(['runs-of-several-ranks/one-of-four-is-missing']);
    expect(model.missing_ranks).toEqual([2]);
    expect(model.present_ranks).toEqual([0, 1, 3]);
  });
});

describe('runs-of-several-ranks/no-job-id', () => {
  test('puts sessions together that overlap in time, and says so', async () => {
    const diagnosis = await diagnose(['runs-of-several-ranks/no-job-id']);
    expect(samplesByRank(diagnosis)).toEqual({ 0: 4, 1: 4 });
    expect(diagnosis.loaded.groups).toMatchObject([{ job_id: null, world_size: 2 }]);
    expect(diagnosis.warnings.length).toBeGreaterThan(0);
  });
});

describe('runs-of-several-ranks/sink-and-its-export', () => {
  test.each([
    [['runs-of-several-ranks/sink-and-its-export']],
    [['runs-of-several-ranks/sink-and-its-export/rank0_track.csv', 'runs-of-several-ranks/sink-and-its-export/rank0']],
  ])('counts each event once and keeps the richer copy, whichever comes first (%j)', async (inputs) => {
    const diagnosis = await diagnose(inputs);
    expect(samplesByRank(diagnosis)).toEqual({ 0: 4 });
    for (const { metadata } of diagnosis.loaded.events) expect(metadata).toHaveProperty('phase', 'x');
  });
});

describe('runs-of-several-ranks/rank-in-another-session', () => {
  test('tells that the missing rank was seen in another session', async () => {
    const { loaded, model } = await diagnose(['runs-of-several-ranks/rank-in-another-session']);
    expect(loaded.selected_session_id).toBe('first');
    expect(model.missing_ranks).toEqual([1]);
    expect(loaded.rank_sessions.get(1)).toMatchObject([{ session_id: 'second', selected: false, events: 4 }]);
  });
});

describe('runs-of-several-ranks/ranks-without-events', () => {
  test('misses the ranks whose files are empty, and names the file of no bytes', async () => {
    const { loaded, model, reports } = await diagnose(['runs-of-several-ranks/ranks-without-events']);
    expect(model.missing_ranks).toEqual([1, 2]);
    expect(JSON.stringify([loaded.warnings, reports])).toContain('rank2_events.json');
  });
});

describe('runs-of-several-ranks/clocks-apart', () => {
  test('has both ranks, though their clocks are 37 s apart', async () => {
    expect(samplesByRank(await diagnose(['runs-of-several-ranks/clocks-apart']))).toEqual({ 0: 4, 1: 4 });
  });
});
