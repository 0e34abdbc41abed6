import { execFileSync } from 'node:child_process';
import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRunCatalog } from '../src/index.ts';
import { attachment, envelope, sinkManifest } from './samples.ts';
import { folderOf, rejection, temporaryFolder } from './temporary-folder.ts';

describe('openRunCatalog', () => {
  it('puts runs, sessions and attachments together', async () => {
    const folder = await folderOf({
      'a/stormlog_run.json': envelope('run-a', {
        sessions: [{ session_id: 's0', metadata: {} }],
        attachments: [attachment()],
      }),
      'a/sink/manifest.json': sinkManifest({ session_id: 's0', job_id: 'j' }, { session_id: 's1', job_id: 'k' }),
      'a/sink/segment-0.jsonl': '',
    });

    const catalog = await openRunCatalog([folder]);
    const runs = await catalog.listRuns();
    const attachments = await catalog.listRunAttachments({ run_id: 'run-a' });

    expect(runs.map(({ run_id, sessions, attachment_count }) => [run_id, sessions, attachment_count])).toEqual([
      ['job:k', ['s1'], 2],
      ['run-a', ['s0'], 3],
    ]);
    expect(attachments.map(({ kind }) => kind)).toEqual(['trace', 'telemetry_sink', 'telemetry_sink_segment']);
    expect(catalog.warnings).toEqual([]);
  });

  it('keeps the good runs when one envelope is broken, and names the broken one', async () => {
    const folder = await folderOf({
      'alpha/stormlog_run.json': envelope('run-alpha'),
      'beta/stormlog_run.json': '',
      'gamma/stormlog_run.json': '{"schema_version": 1,',
      'delta/stormlog_run.json': envelope('run-delta', { started_at_ns: 2, ended_at_ns: 1 }),
    });

    const catalog = await openRunCatalog([folder]);

    expect((await catalog.listRuns()).map(({ run_id }) => run_id)).toEqual(['run-alpha']);
    expect(catalog.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['envelope_not_object', `${folder}/beta/stormlog_run.json`],
      ['envelope_unrecognized', `${folder}/delta/stormlog_run.json`],
      ['envelope_not_object', `${folder}/gamma/stormlog_run.json`],
    ]);
    expect(catalog.warnings[1]?.message).toContain('ended_at_ns must be a time not before started_at_ns, found 1');
  });

  it('passes over a manifest entry that leads out of its sink, with a warning', async () => {
    const manifest = { ...sinkManifest({ session_id: 's' }), segments: [{ filename: '../other/events.jsonl' }] };
    const folder = await folderOf({ 's/manifest.json': manifest, 'other/events.jsonl': '' });

    const catalog = await openRunCatalog([join(folder, 's')]);

    expect(catalog.sources).toMatchObject([{ source_kind: 'sink', event_paths: [] }]);
    expect(catalog.warnings.map(({ code }) => code)).toEqual(['entry_outside_folder']);
  });

  it('reads packed files as what they hold, but not beside the unpacked one', async () => {
    const folder = await folderOf({ 'a_events.json.gz': '', 'b.jsonl': '', 'b.jsonl.gz': '' });

    const catalog = await openRunCatalog([folder]);

    expect(catalog.sources.map(({ path, source_kind }) => [path.slice(folder.length + 1), source_kind])).toEqual([
      ['a_events.json.gz', 'telemetry_json'],
      ['b.jsonl', 'telemetry_jsonl'],
    ]);
  });

  it('excludes the files of an out-of-memory bundle also under a relative root', async () => {
    const folder = await folderOf({
      'oom/manifest.json': { bundle_name: 'b', reason: 'r', backend: 'cuda', event_count: 1 },
      'oom/events.json': '[]',
      'events.json': '[]',
    });
    await symlink(folder, `${folder}-link`);

    const catalog = await openRunCatalog([`${folder}-link`]);
    await rename(`${folder}-link`, join(folder, 'gone'));

    expect(catalog.sources.map(({ path }) => path)).toEqual([`${folder}-link/events.json`]);
  });

  it('follows no circle of links', async () => {
    const folder = await folderOf({ 'a/stormlog_run.json': envelope('r') });
    await symlink('..', join(folder, 'a', 'up'));
    await symlink('loop', join(folder, 'loop'));

    const catalog = await openRunCatalog([folder, join(folder, 'loop')]);

    expect(catalog.envelopes.map(({ run_id }) => run_id)).toEqual(['r']);
    expect(catalog.warnings.map(({ code }) => code)).toEqual(['path_missing']);
  });

  it('does not wait for a pipe that is named like a file of ours', async () => {
    const folder = await temporaryFolder();
    execFileSync('mkfifo', [
      join(folder, 'stormlog_run.json'),
      join(folder, 'manifest.json'),
      join(folder, 'events.json'),
    ]);

    const catalog = await openRunCatalog([folder, join(folder, 'stormlog_run.json')]);

    expect(catalog.sources).toEqual([]);
    expect(catalog.warnings.map(({ code }) => code)).toEqual(['path_unsupported']);
  });

  it('reports attachments that leave the root asked for: by .., absolute, or through a link', async () => {
    const folder = await folderOf({ 'in/trace.json': '', 'out/trace.json': '' });
    await symlink('../out', join(folder, 'in', 'link'));
    const paths = ['trace.json', '../out/trace.json', '/etc/hostname', 'link/trace.json'];
    await writeFile(
      join(folder, 'in', 'stormlog_run.json'),
      JSON.stringify(envelope('r', { attachments: paths.map((path) => attachment({ path })) })),
    );

    const catalog = await openRunCatalog([join(folder, 'in')], { confineTo: join(folder, 'in') });

    expect(catalog.warnings.map(({ code, index }) => [code, index])).toEqual([
      ['attachment_outside_root', 1],
      ['attachment_outside_root', 2],
      ['attachment_outside_root', 3],
    ]);
  });

  it('makes one warning of each file that cannot be loaded, however often it is asked', async () => {
    const folder = await folderOf({ 'bad.jsonl': 'not json\n' });
    const catalog = await openRunCatalog([folder]);

    await catalog.listSessions();
    await catalog.listRuns();

    expect(catalog.warnings.map(({ code }) => code)).toEqual(['load_failed']);
  });

  it('asks the loader it was given, and passes its errors on as warnings', async () => {
    const folder = await folderOf({ 'a.jsonl': '', 'b.jsonl': '' });

    const catalog = await openRunCatalog([folder], {
      loadSessions: async (path) => {
        throw new Error(`no luck with ${path.slice(-7)}`);
      },
    });

    expect(await catalog.listSessions()).toEqual([]);
    expect(catalog.warnings.map(({ message }) => message.split(': ').at(-1))).toEqual([
      'no luck with a.jsonl',
      'no luck with b.jsonl',
    ]);
  });

  it('rejects with the reason of an abort', async () => {
    const folder = await folderOf({ 'a/b/c/stormlog_run.json': envelope('r') });
    const controller = new AbortController();
    const reason = new Error('enough');

    const opening = openRunCatalog([folder], { signal: controller.signal, onProgress: () => controller.abort(reason) });

    expect(await rejection(opening)).toBe(reason);
  });

  it('tells how far it has got', async () => {
    const folder = await folderOf({ 'a/x': '', 'b/y': '' });
    const folders: number[] = [];

    await openRunCatalog([folder], { onProgress: (progress) => folders.push(progress.folders) });

    expect(folders).toEqual([1, 2, 3]);
  });
});

describe('a large tree', () => {
  it('leaves the event loop its turns', async () => {
    const files: Record<string, string | object> = {};
    for (let i = 0; i < 1500; i++) files[`events-${i}.json`] = '';
    for (let i = 0; i < 300; i++) files[`run-${i}/stormlog_run.json`] = envelope(`run-${i}`, { job_id: 'j' });
    const folder = await folderOf(files);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);

    const catalog = await openRunCatalog([folder], { loadSessions: async () => [] });
    await catalog.listRuns();
    clearInterval(timer);

    expect(catalog.sources).toHaveLength(1500);
    expect(turns).toBeGreaterThan(3);
  });
});
