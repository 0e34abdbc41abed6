import { execFileSync } from 'node:child_process';
import { link, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ArtifactError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { type ArtifactReport, loadDistributedArtifacts } from '../src/index.ts';
import { discoverFolder } from '../src/load/discover-folder.ts';
import { folderOf, jsonLines, jsonList, madeEvent, madeSamples, manifestOf, START_NS } from './made-events.ts';

const codesOf = (warnings: readonly { readonly code: string }[]) => warnings.map(({ code }) => code);

describe('a bad input', () => {
  it.each([
    ['a file that is not UTF-8', 'bad.json', Buffer.from([0x5b, 0xff, 0xfe]), 'json_unreadable'],
    ['a CSV file that is not UTF-8', 'bad.csv', Buffer.from('timestamp_ns,rank\n1,\xff\n', 'latin1'), 'csv_unreadable'],
    ['a damaged gzip file', 'bad.jsonl.gz', Buffer.from('no gzip'), 'json_unreadable'],
    ['a file of another type', 'bad.parquet', 'PAR1', 'file_type_unsupported'],
    ['a foreign document', 'bad.json', '{"entries": []}', 'json_unreadable'],
    ['a timeline that is no object', 'telemetry_timeline.json', '[]', ''],
  ])('%s costs no other input', async (_what, name, content, code) => {
    const folder = await folderOf({ [name]: content, 'good.jsonl': jsonLines(madeSamples(3)) });

    const load = await loadDistributedArtifacts([join(folder, name), join(folder, 'good.jsonl')]);

    expect(load.events).toHaveLength(3);
    expect(codesOf(load.warnings)).toEqual(code === '' ? [] : [code]);
    if (code !== '')
      expect(load.warnings[0]).toMatchObject({ path: join(folder, name), message: expect.stringContaining(name) });
  });

  it.each([
    ['a path that does not exist', 'gone/rank0', 'path_missing'],
    ['a name that no file can have', 'nul\0name', 'path_missing'],
    ['a circle of links', 'circle', 'path_unreadable'],
  ])('%s is a warning', async (_what, name, code) => {
    const folder = await folderOf({ 'good.jsonl': jsonLines(madeSamples(3)) });
    await symlink('circle', join(folder, 'circle'));

    const load = await loadDistributedArtifacts([join(folder, name), join(folder, 'good.jsonl')]);

    expect(load.events).toHaveLength(3);
    expect(codesOf(load.warnings)).toEqual([code]);
  });

  it('that is a device is a warning', async () => {
    const load = await loadDistributedArtifacts(['/dev/null']);

    expect(load).toMatchObject({
      events: [],
      selected_session_id: null,
      warnings: [{ code: 'path_type_unsupported', path: '/dev/null' }],
    });
  });

  it('that is a folder which cannot be listed is named with its cause', async () => {
    const folder = await folderOf({});

    const { unreadable } = await discoverFolder(join(folder, 'gone'), undefined);

    expect(unreadable).toEqual([{ path: join(folder, 'gone'), cause: expect.stringContaining('ENOENT') }]);
  });

  it('with one bad line is refused, or with onInvalid skip used without it, by name and number', async () => {
    const [first, second, third] = madeSamples(3).map((event) => jsonLines([event]));
    const folder = await folderOf({ 'rank_0.jsonl': `${first}${second?.slice(0, 90)}${third}${second}` });
    const path = join(folder, 'rank_0.jsonl');

    const refused = await loadDistributedArtifacts([path]);
    const used = await loadDistributedArtifacts([path], { onInvalid: 'skip' });

    expect(refused.events).toHaveLength(0);
    expect(refused.warnings).toMatchObject([{ code: 'json_unreadable', path }]);
    expect(used.events).toHaveLength(2);
    expect(used.warnings).toMatchObject([{ code: 'line_skipped', path, line: 2 }]);
  });

  it('with a torn tail is used, and the tail is reported only', async () => {
    const folder = await folderOf({ 'rank_0.jsonl': jsonLines(madeSamples(3)).slice(0, -40) });
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts([join(folder, 'rank_0.jsonl')], {
      onReport: (report) => reports.push(report),
    });

    expect(load).toMatchObject({ events: { length: 2 }, warnings: [] });
    expect(reports).toMatchObject([{ kind: 'file', report: { torn_tail: true, events: 2 } }]);
  });
});

describe('an input given twice', () => {
  it('is read once, also through links', async () => {
    const folder = await folderOf({ 'a.json': jsonList(madeSamples(3)) });
    await symlink('a.json', join(folder, 'link.json'));
    await link(join(folder, 'a.json'), join(folder, 'hard.json'));
    const paths = ['a.json', 'link.json', 'hard.json', './a.json'].map((name) => `${folder}/${name}`);
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts(paths, { onReport: (report) => reports.push(report) });

    expect(load.events).toHaveLength(3);
    expect(codesOf(load.warnings)).toEqual(['input_repeated', 'input_repeated']);
    expect(reports.filter(({ kind }) => kind === 'repeated')).toHaveLength(3);
    expect(reports.filter(({ kind }) => kind === 'file')).toHaveLength(1);
  });

  it('is one rank also when it is a timeline without a rank', async () => {
    const timeline = '{"timestamps": [1.5, 2.5], "allocated": [1, 2]}';
    const folder = await folderOf({ 'a/telemetry_timeline.json': timeline });
    await symlink('a/telemetry_timeline.json', join(folder, 'telemetry_timeline.json'));

    const load = await loadDistributedArtifacts([join(folder, 'a/telemetry_timeline.json'), folder]);

    expect([...load.rank_sessions.keys()]).toEqual([0]);
    expect(codesOf(load.warnings)).toEqual(['timeline_synthesized', 'input_repeated']);
  });

  it('is read once when its folder is given too', async () => {
    const folder = await folderOf({
      'rank0/segment-000001.jsonl': jsonLines(madeSamples(3)),
      'rank1/segment-000001.jsonl': jsonLines(madeSamples(3, { rank: 1 })),
    });
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts([join(folder, 'rank0'), folder], {
      onReport: (report) => reports.push(report),
    });

    expect(load.events).toHaveLength(6);
    expect(load.warnings).toEqual([]);
    expect(reports.filter(({ kind }) => kind === 'file')).toHaveLength(2);
  });
});

describe('a folder', () => {
  it('yields the sinks below it, and an export of theirs adds nothing', async () => {
    const ranks = [0, 1, 2].map((rank) => madeSamples(4, { rank, world_size: 3 }));
    const files = Object.fromEntries(
      ranks.flatMap((events, rank) => [
        [`node/rank${rank}/segment-000001.jsonl`, jsonLines(events)],
        [`node/rank${rank}/manifest.json`, manifestOf(events[0]!)],
      ]),
    );
    const folder = await folderOf({ ...files, 'exports/rank1_events.json': jsonList(ranks[1]!) });
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts([folder], { onReport: (report) => reports.push(report) });

    expect(load.events).toHaveLength(12);
    expect([...load.rank_sessions.keys()]).toEqual([0, 1, 2]);
    expect(load.warnings).toEqual([]);
    expect(reports).toContainEqual({ kind: 'duplicates', session_id: 'run-r1', count: 4 });
    expect(reports.filter(({ kind }) => kind === 'skipped')).toEqual([]);
  });

  it('reads an export before the sink without losing what only the sink has', async () => {
    const bare = madeSamples(2);
    const rich = madeSamples(2, { metadata: { phase_scope: { name: 'forward' } } });
    const folder = await folderOf({ 'a_events.json': jsonList(bare), 'z/segment-1.jsonl': jsonLines(rich) });

    const load = await loadDistributedArtifacts([join(folder, 'a_events.json'), join(folder, 'z')]);

    expect(load.events.map(({ metadata }) => metadata['phase_scope'])).toEqual([
      { name: 'forward' },
      { name: 'forward' },
    ]);
  });

  it('yields packed files and .jsonl files that begin with a telemetry record, and names the rest', async () => {
    const events = [0, 1, 2, 3].map((rank) => madeSamples(2, { rank, world_size: 4 }));
    const folder = await folderOf({
      'rank0.jsonl': jsonLines(events[0]!),
      'deep/rank1.jsonl.gz': gzipSync(jsonLines(events[1]!)),
      'events2.json.gz': gzipSync(jsonList(events[2]!)),
      'bad_first_counter.jsonl': jsonLines(events[3]!).replace('"device_used_bytes": ', '"device_used_bytes": -'),
      'chat.jsonl': '{"role": "user"}\n',
      'empty.jsonl': '',
      'notes.md': '# Notes',
      'empty_events.json': '',
    });
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts([folder], {
      onInvalid: 'skip',
      onReport: (report) => reports.push(report),
    });

    expect([...load.rank_sessions.keys()]).toEqual([0, 1, 2, 3]);
    const named = reports.flatMap((report) =>
      report.kind === 'skipped' ? [[report.path.slice(folder.length + 1), report.code, report.notable]] : [],
    );
    expect(named).toEqual([
      ['chat.jsonl', 'not_telemetry', true],
      ['empty.jsonl', 'empty_file', true],
      ['notes.md', 'not_telemetry', false],
    ]);
    expect(codesOf(load.warnings).sort()).toEqual(['json_unreadable', 'line_skipped']);
  });

  it('with a manifest that is not of a sink still yields its .jsonl files', async () => {
    const folder = await folderOf({
      'manifest.json': '{"session_id": "bundle"}',
      'rank_0.jsonl': jsonLines(madeSamples(2)),
    });

    const load = await loadDistributedArtifacts([folder]);

    expect(load.events).toHaveLength(2);
    expect(load.warnings).toEqual([]);
  });

  it('with a sink reads no other .jsonl file beside its segments, and says so', async () => {
    const folder = await folderOf({
      'segment-000001.jsonl': jsonLines(madeSamples(2)),
      'backup.jsonl': jsonLines(madeSamples(3, { session_id: 'other' })),
    });
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts([folder], { onReport: (report) => reports.push(report) });

    expect(load.sessions).toHaveLength(1);
    expect(reports.filter(({ kind }) => kind === 'skipped')).toMatchObject([
      { path: join(folder, 'backup.jsonl'), notable: true },
    ]);
  });

  it('names pipes and devices instead of waiting for them, also behind links', async () => {
    const folder = await folderOf({ 'good.jsonl': jsonLines(madeSamples(3)) });
    execFileSync('mkfifo', [join(folder, 'rank1_events.json'), join(folder, 'rank2.jsonl')]);
    await symlink('/dev/zero', join(folder, 'telemetry_timeline.json'));
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts([folder], { onReport: (report) => reports.push(report) });

    expect(load.events).toHaveLength(3);
    expect(reports.filter(({ kind }) => kind === 'skipped')).toMatchObject(
      ['rank1_events.json', 'rank2.jsonl', 'telemetry_timeline.json'].map((name) => ({
        path: join(folder, name),
        code: 'unreadable',
        notable: true,
      })),
    );
  });

  it('names skipped files up to a limit, notable ones first', async () => {
    const notes = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`note${i}.md`, '']));
    const folder = await folderOf({ ...notes, 'z.jsonl': '', 'a_events.json': jsonList(madeSamples(1)) });
    const reports: ArtifactReport[] = [];

    await loadDistributedArtifacts([folder], { maxSkippedReports: 2, onReport: (report) => reports.push(report) });

    const skipped = reports.filter(({ kind }) => kind === 'skipped' || kind === 'skipped_more');
    expect(skipped).toMatchObject([
      { path: join(folder, 'z.jsonl') },
      { path: join(folder, 'note0.md') },
      { kind: 'skipped_more', path: folder, count: 4 },
    ]);
  });

  it('is not entered through links, and a link to itself does no harm', async () => {
    const folder = await folderOf({
      'run/a_events.json': jsonList(madeSamples(1)),
      'other/b_events.json': jsonList(madeSamples(1, { rank: 1 })),
    });
    await symlink('..', join(folder, 'run/up'));
    await symlink('../other', join(folder, 'run/other'));
    await symlink('nowhere', join(folder, 'run/track.json'));

    const load = await loadDistributedArtifacts([join(folder, 'run')]);

    expect([...load.rank_sessions.keys()]).toEqual([0]);
  });

  it.each([
    ['cannot be read', '{"sessions": [', 'manifest_unreadable', []],
    ['has a session that is none', '{"schema_version": 2, "sessions": [{}]}', 'manifest_entry_unusable', []],
    ['has a version that none can have', '{"schema_version": 1e999}', 'manifest_unreadable', ['manifest_unreadable']],
  ])('with a sink whose manifest %s is read from its segments', async (_what, manifest, reported, warned) => {
    const folder = await folderOf({ 'segment-000001.jsonl': jsonLines(madeSamples(2)), 'manifest.json': manifest });
    const reports: ArtifactReport[] = [];

    const load = await loadDistributedArtifacts([folder], { onReport: (report) => reports.push(report) });

    expect(load.events).toHaveLength(2);
    expect(codesOf(load.warnings)).toEqual(warned);
    const notices = reports.flatMap((report) => (report.kind === 'file' ? report.report.notices : []));
    expect(codesOf(notices)).toEqual([reported]);
  });

  it('without telemetry gives a warning that says what was looked for', async () => {
    const folder = await folderOf({ 'readme.txt': 'x' });
    await mkdir(join(folder, 'deep'));

    const load = await loadDistributedArtifacts([folder]);

    expect(load.warnings).toMatchObject([
      { code: 'directory_without_events', path: folder, message: expect.stringContaining('manifest.json') },
    ]);
  });

  it('keeps the sink it can read when another is broken', async () => {
    const folder = await folderOf({
      'rank0/segment-1.jsonl': jsonLines(madeSamples(2)),
      'rank1/segment-1.jsonl': `not json\n${jsonLines(madeSamples(2, { rank: 1 }))}`,
    });

    const strict = await loadDistributedArtifacts([folder]);
    const lenient = await loadDistributedArtifacts([folder], { onInvalid: 'skip' });

    expect([...strict.rank_sessions.keys()]).toEqual([0]);
    expect(strict.warnings).toMatchObject([{ code: 'sink_unreadable', path: join(folder, 'rank1') }]);
    expect([...lenient.rank_sessions.keys()]).toEqual([0, 1]);
    expect(lenient.warnings).toMatchObject([{ code: 'line_skipped', line: 1 }]);
  });
});

describe('files without session ids', () => {
  it('become one session of all file inputs, whatever their type', async () => {
    const folder = await folderOf({
      'rank0.json': `[{"timestamp_ns": ${START_NS}, "memory_allocated": 1, "rank": 0, "world_size": 2}]`,
      'rank1.csv': `timestamp_ns,memory_allocated,rank,world_size\n${START_NS + 1n},2,1,2\n`,
    });

    const load = await loadDistributedArtifacts([join(folder, 'rank1.csv'), join(folder, 'rank0.json')]);

    expect(load.sessions).toMatchObject([
      { summary: { source: 'stormlog.diagnostics.legacy', world_size: 2 }, events: { length: 2 } },
    ]);
    // The CSV reader keeps the digits that a double would lose.
    expect(load.events.map(({ timestamp_ns }) => timestamp_ns)).toEqual([START_NS, START_NS + 1n]);
  });
});

describe('callers', () => {
  it('abort with their own reason', async () => {
    const folder = await folderOf({ 'a_events.json': jsonList([madeEvent()]) });
    const reason = new Error('enough');

    await expect(loadDistributedArtifacts([folder], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('abort with a reason of any class, also in the middle of a file', async () => {
    const folder = await folderOf({ 'a.jsonl': jsonLines(madeSamples(50)) });
    const controller = new AbortController();
    const reason = new ArtifactError('file_missing', 'mine', { path: 'x', stage: 'x' });

    const load = loadDistributedArtifacts([join(folder, 'a.jsonl')], {
      signal: controller.signal,
      chunkBytes: 100,
      onProgress: () => controller.abort(reason),
    });

    await expect(load).rejects.toBe(reason);
  });

  it.each([
    ['of another class', new TypeError('mine')],
    ["of this project's classes", new ArtifactError('file_unreadable', 'mine', { path: 'x', stage: 'x' })],
    ['of the operating system', Object.assign(new Error('mine'), { code: 'ENOSPC', syscall: 'write' })],
  ])('get the errors of their callbacks unchanged: %s', async (_what, mine) => {
    const folder = await folderOf({ 'a.jsonl': jsonLines([madeEvent()]) });

    const load = loadDistributedArtifacts([join(folder, 'a.jsonl')], {
      onReport: () => {
        throw mine;
      },
    });

    await expect(load).rejects.toBe(mine);
  });

  it('can hand in a stream of JSON Lines', async () => {
    async function* stream() {
      yield Buffer.from(jsonLines(madeSamples(3)));
    }

    const load = await loadDistributedArtifacts([{ name: '-', stream: stream() }]);

    expect(load.events).toHaveLength(3);
  });

  it('get an empty result for no inputs', async () => {
    const load = await loadDistributedArtifacts([]);

    expect(load).toMatchObject({
      events: [],
      sessions: [],
      selected_session_id: null,
      warnings: [],
      sources_loaded: [],
      groups: [],
    });
  });
});

describe('a file of thousands of sessions and bad rows', () => {
  it('costs its size, not sessions times rows', async () => {
    const good = Array.from({ length: 5000 }, (_, i) => `${START_NS + BigInt(i)},s-${i},1,0`);
    const bad = Array.from({ length: 1000 }, (_, i) => `${START_NS},s-${i},1,none`);
    const folder = await folderOf({
      'track.csv': ['timestamp_ns,session_id,memory_allocated,rank', ...good, ...bad].join('\n'),
    });

    const load = await loadDistributedArtifacts([join(folder, 'track.csv')]);

    expect(load.sessions).toHaveLength(5000);
    expect(load.warnings).toHaveLength(1000);
    // One list serves all sessions.
    expect(new Set(load.sessions.map(({ warnings }) => warnings)).size).toBe(1);
  });
});
