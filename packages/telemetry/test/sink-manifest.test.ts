import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { LoadNotice } from '../src/load/load-report.ts';
import { loadTelemetrySessions } from '../src/load/load-sessions.ts';
import { readSinkManifest } from '../src/sink/manifest.ts';
import { resolveSinkSegmentPaths } from '../src/sink/resolve-segments.ts';
import { folderOf, reportCollector, sampleLine } from './load-samples.ts';

function listing(...filenames: readonly string[]): string {
  return JSON.stringify({ schema_version: 2, segments: filenames.map((filename) => ({ filename })) });
}

async function resolve(path: string): Promise<{ paths: string[]; notices: LoadNotice[] }> {
  const notices: LoadNotice[] = [];
  const paths = await resolveSinkSegmentPaths(path, { onNotice: (notice) => notices.push(notice) });
  return { paths, notices };
}

describe('a manifest entry', () => {
  it.each([
    '../other/segment-000001.jsonl',
    '/etc/hostname',
    'sub/../../other/segment-000001.jsonl',
    '..',
    '.',
    '',
    'sub/..',
  ])('%j is passed over and reported, because it does not name a file inside the folder', async (filename) => {
    const folder = folderOf({
      'sink/manifest.json': listing(filename),
      'sink/sub/x': '',
      'sink/segment-000001.jsonl': '',
      'other/segment-000001.jsonl': sampleLine({ session_id: 'private' }),
    });
    const { paths, notices } = await resolve(join(folder, 'sink'));
    expect(paths).toEqual([join(folder, 'sink/segment-000001.jsonl')]);
    expect(notices).toMatchObject([{ code: 'entry_outside_folder', field: 'segments[0].filename' }]);
  });

  it('is passed over when a linked folder leads out', async () => {
    const folder = folderOf({
      'sink/manifest.json': listing('link/private.jsonl'),
      'other/private.jsonl': sampleLine({ session_id: 'private' }),
    });
    symlinkSync(join(folder, 'other'), join(folder, 'sink/link'));
    const { paths, notices } = await resolve(join(folder, 'sink'));
    expect(paths).toEqual([]);
    expect(notices.map((notice) => notice.code)).toEqual(['entry_outside_folder']);
  });

  it('in a sub-folder is followed', async () => {
    const folder = folderOf({ 'manifest.json': listing('./sub/../sub/a.jsonl'), 'sub/a.jsonl': '' });
    expect((await resolve(folder)).paths).toEqual([`${folder}/sub/../sub/a.jsonl`]);
  });

  it('with a name that no file can have is passed over', async () => {
    const folder = folderOf({ 'manifest.json': listing('a\0b', 'x'.repeat(300)), 'segment-1.jsonl': '' });
    expect(await resolve(folder)).toEqual({ paths: [join(folder, 'segment-1.jsonl')], notices: [] });
  });

  it('that leads outside never makes foreign records appear, and the load says so', async () => {
    const folder = folderOf({
      'sink/manifest.json': listing('../private.jsonl'),
      'sink/segment-000001.jsonl': `${sampleLine({ session_id: 'own' })}\n`,
      'private.jsonl': `${sampleLine({ session_id: 'private' })}\n`,
    });
    const collected = reportCollector();
    const sessions = await loadTelemetrySessions(join(folder, 'sink'), collected);
    expect(sessions.map((session) => session.summary.session_id)).toEqual(['own']);
    expect(collected.codes).toEqual(['entry_outside_folder']);
    expect(collected.notices[0]?.message).toContain('../private.jsonl');
  });
});

describe('a packed segment', () => {
  it('is a segment of its unpacked name, unless that is there too', async () => {
    const folder = folderOf({
      'segment-000001.jsonl.gz': gzipSync('old copy'),
      'segment-000001.jsonl': '',
      'segment-000002.jsonl.gz': gzipSync(''),
      'segment-3.gz': '',
    });
    const names = (await resolve(folder)).paths.map((path) => path.slice(folder.length + 1));
    expect(names).toEqual(['segment-000001.jsonl', 'segment-000002.jsonl.gz']);
  });

  it('is found under the name that the manifest lists, with its session', async () => {
    const record = JSON.stringify({ timestamp: 5, memory_allocated: 1 });
    const folder = folderOf({
      'manifest.json': JSON.stringify({ segments: [{ filename: 'old.jsonl', session_id: 'hinted' }] }),
      'old.jsonl.gz': gzipSync(`${record}\n`),
    });
    const [session] = await loadTelemetrySessions(folder);
    expect(session?.summary.session_id).toBe('hinted');
    expect(session?.sources_loaded).toEqual([join(folder, 'old.jsonl.gz')]);
  });
});

describe('a manifest', () => {
  async function read(text: string) {
    const notices: LoadNotice[] = [];
    const folder = folderOf({ 'manifest.json': text });
    const manifest = await readSinkManifest(folder, { onNotice: (notice) => notices.push(notice) });
    return { manifest, notices };
  }

  it.each(['1e999', '-Infinity', '10000000000000000000000000', '9007199254740993'])(
    'of schema_version %s is unreadable, with a notice',
    async (version) => {
      const { manifest, notices } = await read(`{"schema_version": ${version}}`);
      expect(manifest).toBeNull();
      expect(notices).toMatchObject([{ code: 'manifest_unreadable', field: 'schema_version' }]);
    },
  );

  it.each(['', '{oops', '[]', '"x"', '\ufeff{}', '{} {}'])('%j is unreadable, with a notice', async (text) => {
    const { manifest, notices } = await read(text);
    expect(manifest).toBeNull();
    expect(notices.map((notice) => notice.code)).toEqual(['manifest_unreadable']);
  });

  it('of a newer version is read as far as it is understood', async () => {
    const { manifest } = await read('{"schema_version": 7, "novelty": 1, "segments": [{"filename": "a", "more": 2}]}');
    expect(manifest).toEqual({
      schema_version: 7,
      format: 'stormlog.append_only_telemetry_sink',
      sessions: [],
      segments: [{ filename: 'a', event_count: 0, size_bytes: 0, closed: false, session_id: null }],
    });
  });

  it('with a count beyond ±(2^53−1) has no count there', async () => {
    const { manifest } = await read(
      '{"segments": [{"filename": "a", "event_count": 9007199254740993, "size_bytes": "12"}]}',
    );
    expect(manifest?.segments[0]).toMatchObject({ event_count: 0, size_bytes: 12 });
  });

  it('reports the entries it passes over', async () => {
    const { manifest, notices } = await read(
      '{"schema_version": 2, "sessions": [{"session_id": " "}, 5], "segments": [{"filename": 1}, {"filename": "a", "size_bytes": 1e999}]}',
    );
    expect(manifest).toMatchObject({ sessions: [], segments: [] });
    expect(notices.map((notice) => [notice.code, notice.field])).toEqual([
      ['manifest_entry_unusable', 'sessions[0]'],
      ['manifest_entry_unusable', 'sessions[1]'],
      ['manifest_entry_unusable', 'segments[0]'],
      ['manifest_entry_unusable', 'segments[1]'],
    ]);
  });

  it('keeps names such as __proto__ as data', async () => {
    const { manifest } = await read('{"__proto__": {"schema_version": 9, "format": "x"}}');
    expect(manifest).toMatchObject({ schema_version: 1, format: 'stormlog.append_only_telemetry_sink' });
  });

  it('without segments is an error that says so, not a document', async () => {
    const folder = folderOf({ 'manifest.json': '{}' });
    await expect(loadTelemetrySessions(folder)).rejects.toMatchObject({ code: 'sink_without_segments', path: folder });
  });
});

describe('a link that leads in a circle', () => {
  it('stands for no segments', async () => {
    const folder = folderOf({ a: '' });
    symlinkSync('self', join(folder, 'self'));
    expect(await resolve(join(folder, 'self'))).toEqual({ paths: [], notices: [] });
  });
});
