import { join } from 'node:path';
import { systemEnvironment } from '@stormlog/sessions';
import { describe, expect, it } from 'vitest';
import { buildDistributedModel, loadDistributedArtifacts } from '../src/index.ts';
import { folderOf, jsonList, madeSamples } from './made-events.ts';

const TIMELINE = { timestamps: [1.5, 2.5, 3.5, 4.5], allocated: [10, 20, 30, 40], reserved: [20, 20, 30, 50] };

async function loadTimelines(files: Readonly<Record<string, unknown>>, inputs: readonly string[] = ['']) {
  const texts = Object.entries(files).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const folder = await folderOf(Object.fromEntries(texts));
  const environment = { ...systemEnvironment(), wallNs: () => 77n };
  const load = await loadDistributedArtifacts(
    inputs.map((input) => join(folder, input)),
    { environment },
  );
  return { folder, load };
}

describe('a bad element of a timeline', () => {
  it('costs its sample only, and a warning names file, place and cause', async () => {
    const allocated = [10, null, '12 GiB', -4, 50];
    const { folder, load } = await loadTimelines({
      'rank1/telemetry_timeline.json': { timestamps: [1, 2, 3, 4, 5], allocated },
      'rank0/telemetry_timeline.json': TIMELINE,
    });

    expect(load.rank_sessions.get(1)).toMatchObject([{ events: 2 }]);
    expect(load.rank_sessions.get(0)).toMatchObject([{ events: 4 }]);
    const skipped = load.warnings.find(({ code }) => code === 'timeline_samples_skipped');
    expect(skipped).toMatchObject({ path: join(folder, 'rank1/telemetry_timeline.json'), index: 1, count: 3 });
    expect(skipped?.message).toMatch(/\[1\].*null.*\[2\].*12 GiB.*\[3\].*-4/s);
  });

  it.each([
    ['infinite', '1e999'],
    ['not a number', 'NaN'],
    ['negative', '-2.5'],
    ['an object', '{}'],
  ])('may be a time that is %s', async (_what, time) => {
    const { load } = await loadTimelines({
      'telemetry_timeline.json': `{"timestamps": [1.5, ${time}, 3.5], "allocated": [1, 2, 3]}`,
    });

    expect(load.events.map(({ timestamp_ns }) => timestamp_ns)).toEqual([1_500_000_000n, 3_500_000_000n]);
  });

  it('may be every one, and then the timeline is refused', async () => {
    const { load } = await loadTimelines({ 'telemetry_timeline.json': { timestamps: ['a', null], allocated: [1, 2] } });

    expect(load.events).toEqual([]);
    expect(load.warnings).toMatchObject([{ code: 'timeline_refused' }, { code: 'directory_without_events' }]);
  });

  it('leaves change and interval to the neighbour before it', async () => {
    const { load } = await loadTimelines({
      'telemetry_timeline.json': { timestamps: [1, null, 3.5], allocated: [10, 20, 40] },
    });

    expect(load.events.map((event) => [event.allocator_change_bytes, event.sampling_interval_ms])).toEqual([
      [10, 0],
      [30, 2500],
    ]);
  });

  it('may be a counter that cannot be a number of bytes', async () => {
    const { load } = await loadTimelines({
      'telemetry_timeline.json': '{"timestamps": [1, 2], "allocated": [10, 9223372036854775794]}',
    });

    expect(load.events.map((event) => event.allocator_allocated_bytes)).toEqual([10, null]);
    expect(load.warnings[0]).toMatchObject({
      code: 'counter_unusable',
      message: expect.stringContaining('9223372036854775794'),
    });
  });
});

describe('the rank of a timeline', () => {
  it.each([
    ['the payload', 'x', { rank: 3, metadata: { rank: 4 } }, 3, 'payload'],
    ['its metadata', 'x', { rank: true, metadata: { rank: ' 4 ' }, distributed_identity: { rank: 5 } }, 4, 'payload'],
    ['its identity', 'x', { rank: -1, metadata: [], distributed_identity: { rank: 5 } }, 5, 'payload'],
    ['its path', 'rank_007', { rank: 'one' }, 7, 'path'],
    ['what is free', 'local_rank2', { rank: null }, 0, 'allocator'],
  ])('comes from %s', async (_what, folderName, hints, rank, source) => {
    const { load } = await loadTimelines({ [`${folderName}/telemetry_timeline.json`]: { ...TIMELINE, ...hints } }, [
      folderName,
    ]);

    expect(load.warnings).toMatchObject([
      { code: 'timeline_synthesized', rank, rank_source: source, world_size: rank + 1 },
    ]);
    expect(load.sessions[0]?.summary).toMatchObject({ rank, local_rank: rank });
  });

  it('is the smallest that no other input has', async () => {
    const { load } = await loadTimelines(
      {
        'a/telemetry_timeline.json': TIMELINE,
        'events.json': jsonList([...madeSamples(1), ...madeSamples(1, { rank: 2, world_size: 8 })]),
      },
      ['events.json', 'a'],
    );

    expect(load.warnings).toMatchObject([{ rank: 1, world_size: 8, rank_source: 'allocator' }]);
  });

  it('too large to be believed refuses the timeline instead of making a list of all ranks', async () => {
    const { load } = await loadTimelines({ 'telemetry_timeline.json': { ...TIMELINE, world_size: 4_294_967_295 } });

    expect(load.warnings).toMatchObject([
      { code: 'timeline_refused', message: expect.stringContaining('4294967295') },
      { code: 'directory_without_events' },
    ]);
  });
});

describe("a bundle's manifest", () => {
  const session = {
    session_id: 's-1',
    status: 'interrupted',
    started_at_ns: 5,
    ended_at_ns: 9,
    host: 'h',
    pid: 3,
    rank: 9,
    world_size: 10,
    source: 'x',
    job_id: 'j',
  };

  it('describes the session, but not its rank', async () => {
    const { load } = await loadTimelines({
      'rank1/telemetry_timeline.json': TIMELINE,
      'rank1/manifest.json': { session },
    });

    expect(load.sessions[0]?.summary).toMatchObject({
      session_id: 's-1',
      status: 'interrupted',
      started_at_ns: 5n,
      ended_at_ns: 9n,
      rank: 1,
      world_size: 2,
    });
    expect(load.events[0]).toMatchObject({ session_id: 's-1', job_id: 'j', host: 'h', device_used_bytes: 20 });
  });

  it('names the session when it does not describe it', async () => {
    const manifest = {
      session: { status: 'odd' },
      session_id: ' s-2 ',
      session_status: ' Running ',
      created_iso: '1970-01-01T00:00:01Z',
    };
    const { load } = await loadTimelines({ 'telemetry_timeline.json': TIMELINE, 'manifest.json': manifest });

    expect(load.sessions[0]?.summary).toMatchObject({
      session_id: ' s-2 ',
      status: 'running',
      started_at_ns: 1_000_000_000n,
      ended_at_ns: null,
    });
  });

  it('without a readable time makes the session start now', async () => {
    const { load } = await loadTimelines({
      'telemetry_timeline.json': TIMELINE,
      'manifest.json': { session_id: 's', created_iso: 'today' },
    });

    expect(load.sessions[0]?.summary).toMatchObject({ started_at_ns: 77n, ended_at_ns: null, status: 'incomplete' });
  });

  it.each(['not json', '[]', '{"session_id": " "}'])('that says nothing is passed over: %s', async (manifest) => {
    const { load } = await loadTimelines({ 'telemetry_timeline.json': TIMELINE, 'manifest.json': manifest });

    expect(load.sessions[0]?.summary).toMatchObject({
      status: 'incomplete',
      started_at_ns: 1_500_000_000n,
      source: 'stormlog.diagnose.timeline',
    });
  });
});

describe('a timeline', () => {
  it('becomes samples whose used memory is the larger of its counters', async () => {
    const { load } = await loadTimelines({ 'telemetry_timeline.json': TIMELINE });

    expect(buildDistributedModel(load.events).rows).toMatchObject([
      { rank: 0, samples: 4, allocated_delta_bytes: 30, reserved_delta_bytes: 30, hidden_gap_latest_bytes: 0 },
    ]);
  });

  it.each([
    ['timeline_bad_shape', { timestamps: {}, allocated: [1] }],
    ['timeline_empty', { timestamps: [], allocated: [1] }],
    ['timeline_unaligned', { ...TIMELINE, reserved: [] }],
    ['timeline_not_object', []],
    ['timeline_unreadable', '{"timestamps": ['],
  ])('that cannot be used gives %s and leaves the others', async (code, timeline) => {
    const { load } = await loadTimelines({
      'a/telemetry_timeline.json': timeline,
      'b/telemetry_timeline.json': TIMELINE,
    });

    expect(load.warnings).toMatchObject([{ code }, { code: 'timeline_synthesized' }]);
    expect(load.events).toHaveLength(4);
  });

  it('that is not UTF-8 is a warning', async () => {
    const folder = await folderOf({ 'telemetry_timeline.json': Buffer.from([0x7b, 0xff]) });

    const load = await loadDistributedArtifacts([folder, join(folder, 'telemetry_timeline.json')]);

    expect(load.warnings.map(({ code }) => code)).toEqual([
      'timeline_unreadable',
      'directory_without_events',
      'input_repeated',
    ]);
  });
});
