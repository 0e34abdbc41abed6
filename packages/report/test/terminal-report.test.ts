import { describeRanks, observeRun, renderTerminalReport } from '@stormlog/report';
import { describe, expect, test } from 'vitest';
import { type SampleRank, sampleDiagnosis } from './sample-diagnosis.ts';

function ranks(count: number, special: Readonly<Record<number, Omit<SampleRank, 'rank'>>> = {}): SampleRank[] {
  return Array.from({ length: count }, (_, rank) => ({ rank, ...special[rank] }));
}

function observe(sample: readonly SampleRank[], worldSize = sample.length) {
  const { load, model, causes } = sampleDiagnosis(sample, worldSize);
  return observeRun(load, describeRanks(load, model), { causes });
}

describe('where each rank stands', () => {
  test('silence is measured against the median of the others, so one that goes on alone does not make all early', () => {
    const { load, model } = sampleDiagnosis(ranks(5, { 1: { samples: 4 }, 4: { samples: 60 } }), 5);
    const before = describeRanks(load, model).map((rank) => rank.before_peers_ns);
    expect(before).toEqual([0n, 6_000_000_000n, 0n, 0n, 0n]);
  });

  test('when half of the ranks fall silent, that half is early', () => {
    const { load, model } = sampleDiagnosis(ranks(4, { 2: { samples: 4 }, 3: { samples: 4 } }), 4);
    const before = describeRanks(load, model).map((rank) => rank.before_peers_ns);
    expect(before).toEqual([0n, 0n, 6_000_000_000n, 6_000_000_000n]);
  });

  test('a rank alone has no peers', () => {
    const { load, model } = sampleDiagnosis(ranks(1), 1);
    expect(describeRanks(load, model)[0]!.before_peers_ns).toBeNull();
  });

  test('the peak is where the counter was highest first', () => {
    const { load, model } = sampleDiagnosis(ranks(1, { 0: { allocated: (i) => (i === 3 || i === 7 ? 300 : 100) } }), 1);
    expect(describeRanks(load, model)[0]).toMatchObject({
      allocated_peak_bytes: 300 * 1024 * 1024,
      allocated_peak_timestamp_ns: 1_787_650_003_000_000_000n,
    });
  });

  test('a missing rank has nothing but its name', () => {
    const { load, model } = sampleDiagnosis(ranks(1), 2);
    expect(describeRanks(load, model)[1]).toMatchObject({
      availability: 'missing',
      samples: 0,
      last_seen_ns: null,
      before_peers_ns: null,
      session_id: null,
      host: null,
      other_sessions: [],
    });
  });
});

describe('what stands out', () => {
  test('nothing, when all ranks are alike', () => {
    expect(observe(ranks(4))).toEqual([]);
  });

  test('missing ranks are critical and named', () => {
    const [observation] = observe(ranks(2), 8);
    expect(observation).toMatchObject({ code: 'rank_missing', severity: 'critical', ranks: [2, 3, 4, 5, 6, 7] });
    expect(observation!.text).toContain('2-7');
  });

  test('a rank that stops early is critical when its session has no end, else a warning', () => {
    const killed = observe(ranks(4, { 2: { samples: 5, status: 'running' } }));
    const ended = observe(ranks(4, { 2: { samples: 5 } }));
    expect(killed).toMatchObject([{ code: 'rank_stopped_early', severity: 'critical', ranks: [2] }]);
    expect(killed[0]!.text).toContain('5.0 s before its peers');
    expect(killed[0]!.next).toContain('pid 1002 on node-1');
    expect(ended).toMatchObject([{ code: 'rank_stopped_early', severity: 'warning' }]);
  });

  test('a recording that is shifted as a whole may be one of a clock that is off, unless a peer shares the host', () => {
    const late = { 0: { host: 'a' }, 1: { host: 'b', delay: 37 }, 2: { host: 'b', delay: 37 } };
    expect(observe(ranks(3, late))).toMatchObject([{ code: 'undecided', ranks: [0] }]);
    const shared = { 0: { host: 'b' }, 1: { host: 'b', delay: 37 }, 2: { host: 'b', delay: 37 } };
    expect(observe(ranks(3, shared))).toMatchObject([{ code: 'rank_stopped_early', ranks: [0] }]);
  });

  test('of many causes the first are shown and the rest counted', () => {
    const early = Object.fromEntries(
      [...Array(9).keys()].map((rank) => [rank, { samples: 12 + rank, status: 'running' }]),
    );
    const sample = ranks(24, {
      ...Object.fromEntries([...Array(24).keys()].map((rank) => [rank, { samples: 60 }])),
      ...early,
    });
    const text = renderTerminalReport(sampleDiagnosis(sample, 24), { width: 200 });
    expect(text.match(/CRITICAL {2}rank \d+ stopped/g)).toHaveLength(7);
    expect(text).toContain('… and 2 more: --json has them all');
  });

  test('a missing rank whose file could not be used is told so', () => {
    const { load, model } = sampleDiagnosis(ranks(2), 4);
    const found = observeRun(load, describeRanks(load, model), {
      unusablePaths: ['run/rank_3.jsonl', 'run/other.json'],
    });
    expect(found).toMatchObject([
      { code: 'rank_missing', ranks: [2] },
      { code: 'rank_unusable', ranks: [3] },
    ]);
    expect(found[1]!.text).toContain('run/rank_3.jsonl');
  });

  test('a session without an end is a warning for one rank, a note when all are so', () => {
    expect(observe(ranks(4, { 2: { status: 'running' } }))).toMatchObject([
      { code: 'session_not_completed', severity: 'warning', ranks: [2] },
    ]);
    const all = ranks(3).map((rank) => ({ ...rank, status: 'running' }));
    expect(observe(all)).toMatchObject([{ code: 'session_not_completed', severity: 'info', ranks: [0, 1, 2] }]);
  });

  test('growth unlike that of the peers, not small or shared growth', () => {
    const leak = (i: number) => 100 + 20 * i;
    const long = (sample: Omit<SampleRank, 'rank'>) => ({ samples: 60, ...sample });
    const four = (special: Omit<SampleRank, 'rank'>) =>
      ranks(4, { 0: long({}), 1: long({}), 2: long({}), 3: long(special) });
    expect(observe(four({ allocated: leak }))).toMatchObject([{ code: 'leak', ranks: [3], severity: 'warning' }]);
    expect(observe(four({ allocated: (i) => 100 + Math.floor(i / 20) }))).toEqual([]);
  });

  test('a spike of one rank', () => {
    const spike = (i: number) => (i >= 30 && i < 33 ? 400 : 100);
    const sample = ranks(4, {
      0: { samples: 60 },
      1: { samples: 60, allocated: spike },
      2: { samples: 60 },
      3: { samples: 60 },
    });
    expect(observe(sample)).toMatchObject([{ code: 'spike', ranks: [1] }]);
  });
});

describe('the report for a terminal', () => {
  test('names what came first, how sure that is, and its lead', () => {
    const alert = { sample: 3, type: 'critical', context: 'out of memory soon' };
    const later = { sample: 5, type: 'warning', context: 'low' };
    const text = renderTerminalReport(sampleDiagnosis(ranks(3, { 1: { alert }, 2: { alert: later } }), 3));
    expect(text).toContain('What came first, and is the most severe');
    expect(text).toContain('CRITICAL  rank 1  2026-08-25 09:26:43.000 UTC  alert:critical');
    expect(text).toContain('what: out of memory soon');
    expect(text).toContain('how sure: recorded by the rank itself');
    expect(text).toContain('2.0 s before its peers: the next first sign is of rank 2');
  });

  test('a short lead over a rank of another host is called too close', () => {
    const alert = { sample: 3, type: 'warning', context: 'low' };
    const text = renderTerminalReport(sampleDiagnosis(ranks(2, { 0: { alert }, 1: { alert, host: 'node-2' } }), 2));
    expect(text.replaceAll(/\s+/g, ' ')).toContain('take both for first');
    expect(text).toContain('2 hosts');
  });

  test('strings of files cannot reach the terminal raw', () => {
    const evil = '\u001b[2J\u009b31m\u202eall good\nCRITICAL  rank 0';
    const text = renderTerminalReport(
      sampleDiagnosis(ranks(2, { 0: { alert: { sample: 1, type: 'warning', context: evil } } }), 2),
    );
    expect(text).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(text).not.toMatch(/^CRITICAL {2}rank 0/m);
    expect(text).toContain('\\x1b[2J');
  });

  test('of very many ranks those with something to tell are shown and the rest counted', () => {
    const special = { 700: { samples: 4, status: 'running' }, 900: { allocated: (i: number) => 100 + 50 * i } };
    const text = renderTerminalReport(sampleDiagnosis(ranks(1000, special), 1024));
    expect(text.split('\n').length).toBeLessThan(70);
    expect(text).toMatch(/^ +700 {2}running/m);
    expect(text).toMatch(/^ +900 {2}completed.*\+450\.0 MiB/m);
    expect(text).toContain('1000 of 1024 ranks present, missing: 1000-1023');
    expect(text).toMatch(/… and 992 more ranks/);
  });

  test.each([40, 60, 80, 132, 200])('no line is wider than %i columns', (width) => {
    const alert = { sample: 3, type: 'warning', context: `word ${'x'.repeat(300)} 第三步`.repeat(3) };
    const text = renderTerminalReport(sampleDiagnosis(ranks(6, { 1: { alert }, 2: { samples: 4 } }), 8), { width });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  });

  test('memory that was not measured is a dash, not a zero', () => {
    const { load, model } = sampleDiagnosis(ranks(2), 2);
    const rows = model.rows.map((row) => (row.rank === 0 ? { ...row, allocated_delta_bytes: null } : row));
    const text = renderTerminalReport({ load, model: { ...model, rows } });
    expect(text).toMatch(/^ +0 {2}completed .* – +0 B /m);
  });

  test('a figure that no rank has gives its place to one that they have', () => {
    const { load, model } = sampleDiagnosis(ranks(2), 2);
    const rows = model.rows.map((row) => ({ ...row, allocated_delta_bytes: null, reserved_delta_bytes: null }));
    const text = renderTerminalReport({ load, model: { ...model, rows } });
    expect(text).not.toContain('ALLOCATED');
    expect(text).toContain('DEVICE');
  });

  test('ranks that hold several devices are told so', () => {
    const { load, model } = sampleDiagnosis(ranks(2), 2);
    const text = renderTerminalReport({ load, model: { ...model, devices: new Map([[1, []]]) } });
    expect(text).toContain('rank 1 has several devices');
  });

  test('other jobs of the inputs are named', () => {
    const { load, model } = sampleDiagnosis(ranks(1), 1);
    const other = {
      ...load.sessions[0]!,
      summary: { ...load.sessions[0]!.summary, session_id: 'x', job_id: 'eval-9' },
    };
    const text = renderTerminalReport({ load: { ...load, sessions: [...load.sessions, other] }, model });
    expect(text).toContain('These inputs also hold job "eval-9": --job ID chooses');
  });

  test('only a group was put together from several sessions, not one of its members', () => {
    const { load, model } = sampleDiagnosis(ranks(2), 2);
    const member = { session_id: 'job-session', ranks: [0] };
    const group = {
      session_id: 'group',
      job_id: 'train',
      world_size: 2,
      started_at_ns: 1n,
      attempt: 1,
      attempts: 1,
      ranks: [0, 1],
      members: [member, { session_id: 'other', ranks: [1] }],
    };
    const asMember = renderTerminalReport({ load: { ...load, groups: [group] }, model });
    const asGroup = renderTerminalReport({
      load: { ...load, groups: [{ ...group, session_id: 'job-session' }] },
      model,
    });
    expect(asMember).not.toContain('put together');
    expect(asGroup).toContain(', from 2 recorded sessions');
  });
});
