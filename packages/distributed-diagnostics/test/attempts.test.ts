import { join } from 'node:path';
import { ArgumentError } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { describe, expect, it } from 'vitest';
import { type DistributedLoadOptions, loadDistributedArtifacts } from '../src/index.ts';
import { folderOf, jsonLines, jsonList, madeEvent, madeSamples, START_NS } from './made-events.ts';

const SECOND = 1_000_000_000n;

/** A session of one rank: three samples, completed by a stop when asked. */
function session(
  id: string,
  rank: number,
  startSeconds: number,
  fields: Partial<TelemetryEvent> & { readonly stop?: boolean; readonly samples?: number } = {},
): TelemetryEvent[] {
  const { stop = false, samples = 3, ...rest } = fields;
  const from = START_NS + BigInt(Math.round(startSeconds * 10)) * (SECOND / 10n);
  const common = { session_id: id, rank, local_rank: rank, ...rest };
  const events = madeSamples(samples, { ...common, from });
  return stop ? [...events, madeEvent({ ...common, event_type: 'stop', timestamp_ns: from + SECOND })] : events;
}

async function loadSessions(
  files: Readonly<Record<string, readonly TelemetryEvent[]>>,
  options: DistributedLoadOptions = {},
) {
  const texts = Object.entries(files).map(([name, events]) => [
    name,
    name.endsWith('l') ? jsonLines(events) : jsonList(events),
  ]);
  const folder = await folderOf(Object.fromEntries(texts));
  return await loadDistributedArtifacts(
    Object.keys(files).map((name) => join(folder, name)),
    options,
  );
}

describe('a restarted job', () => {
  const files = {
    'a0.jsonl': session('one-r0', 0, 0, { stop: true }),
    'a1.jsonl': session('one-r1', 1, 0.1, { stop: true }),
    'b0.jsonl': session('two-r0', 0, 60),
    'b1.jsonl': session('two-r1', 1, 60.1),
  };

  it('is a list of attempts, and the newest stands for it, even unfinished', async () => {
    const load = await loadSessions(files);

    expect(load.groups).toMatchObject([
      {
        job_id: 'job-7',
        attempt: 1,
        attempts: 2,
        members: [
          { session_id: 'one-r0', ranks: [0] },
          { session_id: 'one-r1', ranks: [1] },
        ],
      },
      { job_id: 'job-7', attempt: 2, attempts: 2, members: [{ session_id: 'two-r0' }, { session_id: 'two-r1' }] },
    ]);
    expect(load.selected_session_id).toBe(load.groups[1]?.session_id);
    expect(load.events).toHaveLength(6);
    expect(load.warnings).toMatchObject([
      { code: 'attempts_found', count: 2, job_id: 'job-7', session_id: load.selected_session_id },
    ]);
  });

  it('lets an older attempt be selected by an id that does not depend on the order of inputs', async () => {
    const older = (await loadSessions(files)).groups[0]?.session_id;

    const load = await loadSessions(Object.fromEntries(Object.entries(files).reverse()), { sessionId: older });

    expect(load.selected_session_id).toBe(older);
    expect(new Set(load.events.map(({ rank }) => rank))).toEqual(new Set([0, 1]));
    expect(load.events).toHaveLength(8);
  });

  it('is found within one sink folder that holds several sessions', async () => {
    const folder = await folderOf({
      'rank0/segment-1.jsonl': jsonLines([...session('one-r0', 0, 0), ...session('two-r0', 0, 60)]),
      'rank1/segment-1.jsonl': jsonLines([...session('one-r1', 1, 0.1), ...session('two-r1', 1, 60.1)]),
    });

    const load = await loadDistributedArtifacts([folder]);

    expect(load.groups.map(({ members }) => members.map(({ session_id }) => session_id))).toEqual([
      ['one-r0', 'one-r1'],
      ['two-r0', 'two-r1'],
    ]);
    expect(load.selected_session_id).toBe(load.groups[1]?.session_id);
  });

  it('is represented by the newest attempt with several ranks, and says which ranks were seen elsewhere', async () => {
    const load = await loadSessions({ ...files, 'c0.jsonl': session('three-r0', 0, 120) });

    expect(load.selected_session_id).toBe(load.groups[1]?.session_id);
    expect(load.groups[2]).toMatchObject({ session_id: 'three-r0', attempt: 3, attempts: 3 });
    expect(load.rank_sessions.get(0)?.map(({ session_id, selected }) => [session_id, selected])).toEqual([
      ['one-r0', false],
      ['three-r0', false],
      ['two-r0', true],
    ]);
  });

  it('of one rank alone is represented by its newest session, not by the completed one', async () => {
    const load = await loadSessions({
      'a.jsonl': session('one', 0, 0, { stop: true }),
      'b.jsonl': session('two', 0, 60),
    });

    expect(load.selected_session_id).toBe('two');
    expect(load.warnings).toMatchObject([{ code: 'attempts_found', count: 2, session_id: 'two' }]);
  });

  it('whose files hold all ranks is represented by the newest file', async () => {
    const all = (id: string, start: number, stop: boolean) => [
      ...session(id, 0, start, { stop }),
      ...session(id, 1, start + 0.1),
    ];

    const load = await loadSessions({ 'a.jsonl': all('one', 0, true), 'b.jsonl': all('two', 60, false) });

    expect(load.selected_session_id).toBe('two');
    expect(load.groups.map(({ members }) => members)).toEqual([
      [{ session_id: 'one', ranks: [0, 1] }],
      [{ session_id: 'two', ranks: [0, 1] }],
    ]);
  });
});

describe('sessions without a job id', () => {
  const none = { job_id: null };

  it('are one run when they ran at the same time with different ranks', async () => {
    const load = await loadSessions({ 'a.jsonl': session('r0', 0, 0, none), 'b.jsonl': session('r1', 1, 0.2, none) });

    expect(load.events).toHaveLength(6);
    expect(load.warnings).toMatchObject([
      { code: 'sessions_grouped_without_job', count: 2, world_size: 2, session_id: load.selected_session_id },
    ]);
  });

  it('are not when one began after the other had ended', async () => {
    const load = await loadSessions({ 'a.jsonl': session('r0', 0, 0, none), 'b.jsonl': session('r1', 1, 60, none) });

    expect(load.selected_session_id).toBe('r1');
    expect(load.warnings).toEqual([]);
    expect([...load.rank_sessions.keys()]).toEqual([0, 1]);
  });

  it('are not when two jobs ran at once and nobody can tell whose session is whose', async () => {
    const load = await loadSessions({
      'a.jsonl': session('a0', 0, 0, none),
      'b.jsonl': session('b0', 0, 0.1, none),
      'c.jsonl': session('a1', 1, 0.1, none),
    });

    expect(load.sessions).toHaveLength(3);
    expect(load.groups).toEqual([]);
  });

  it('are a run each when a run follows another', async () => {
    const load = await loadSessions({
      'a.jsonl': session('one-r0', 0, 0, none),
      'b.jsonl': session('one-r1', 1, 0.1, none),
      'c.jsonl': session('two-r0', 0, 0.3, { ...none, samples: 9 }),
      'd.jsonl': session('two-r1', 1, 0.4, { ...none, samples: 9 }),
    });

    expect(load.groups.map(({ members }) => members.map(({ session_id }) => session_id))).toEqual([
      ['one-r0', 'one-r1'],
      ['two-r0', 'two-r1'],
    ]);
    expect(load.selected_session_id).toBe(load.groups[1]?.session_id);
  });

  it('of different world sizes stay apart', async () => {
    const load = await loadSessions({
      'a.jsonl': session('r0', 0, 0, none),
      'b.jsonl': session('r1', 1, 0, { ...none, world_size: 4 }),
    });

    expect(load.sessions).toHaveLength(2);
  });
});

describe('selection', () => {
  const files = {
    'a.jsonl': session('x-r0', 0, 0, { job_id: 'x', stop: true }),
    'b.jsonl': session('x-r1', 1, 0, { job_id: 'x', stop: true }),
    'c.jsonl': session('y-r0', 0, 9, { job_id: 'y', stop: true }),
    'd.jsonl': session('y-r1', 1, 9, { job_id: 'y', stop: true }),
  };

  it('can be narrowed to a job', async () => {
    const load = await loadSessions(files, { jobId: 'x' });

    expect(new Set(load.events.map(({ job_id }) => job_id))).toEqual(new Set(['x']));
  });

  it.each([
    ['session', { sessionId: 'gone' }, { code: 'session_unknown', argument: 'sessionId' }],
    ['session of another job', { sessionId: 'x-r0', jobId: 'y' }, { code: 'session_unknown' }],
    ['empty session', { sessionId: '' }, { code: 'session_unknown' }],
    ['job', { jobId: 'gone' }, { code: 'job_unknown', argument: 'jobId', message: expect.stringContaining('"x"') }],
  ])('of an unknown %s is refused', async (_what, options, expected) => {
    const load = loadSessions(files, options);

    await expect(load).rejects.toBeInstanceOf(ArgumentError);
    await expect(load).rejects.toMatchObject(expected);
  });

  it('marks the members of the selected session', async () => {
    const load = await loadSessions(files, { jobId: 'x' });

    expect(load.rank_sessions.get(1)).toMatchObject([
      { session_id: 'y-r1', selected: false },
      {
        session_id: 'x-r1',
        selected: true,
        status: 'completed',
        events: 4,
        first_event_ns: START_NS,
        last_event_ns: START_NS + SECOND,
      },
    ]);
  });
});
