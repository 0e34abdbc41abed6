import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadNotice, listSinkSegmentPaths, parseSinkManifest, resolveSinkSegmentPaths } from '@stormlog/telemetry';
import { expect, onTestFinished, test } from 'vitest';

test('a listing that was made before gives the same segments as looking at the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-segments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const listed = [
    'plain.jsonl',
    'packed.jsonl',
    'link.jsonl',
    'dangling.jsonl',
    'gone.jsonl',
    'sub/deep.jsonl',
    '../out',
  ];
  const manifest = { schema_version: 2, segments: listed.map((filename) => ({ filename })) };
  await mkdir(join(folder, 'sub'));
  for (const name of ['plain.jsonl', 'packed.jsonl.gz', 'sub/deep.jsonl', 'segment-1.jsonl', 'segment-1.jsonl.gz']) {
    await writeFile(join(folder, name), '');
  }
  await symlink('plain.jsonl', join(folder, 'link.jsonl'));
  await symlink('nowhere', join(folder, 'dangling.jsonl'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));

  const looked: LoadNotice[] = [];
  const known: LoadNotice[] = [];
  const expected = await resolveSinkSegmentPaths(folder, { onNotice: (notice) => looked.push(notice) });
  const paths = await listSinkSegmentPaths(folder, parseSinkManifest(manifest, join(folder, 'manifest.json')), {
    entries: await readdir(folder, { withFileTypes: true }),
    onNotice: (notice) => known.push(notice),
  });

  const names = ['link.jsonl', 'packed.jsonl.gz', 'plain.jsonl', 'segment-1.jsonl'];
  expect(expected.filter((path) => !path.includes('/sub/'))).toEqual(names.map((name) => join(folder, name)));
  expect(expected).toContain(join(folder, 'sub/deep.jsonl'));
  expect(paths).toEqual(expected);
  expect(known).toEqual(looked);
  expect(known.map(({ code }) => code)).toEqual(['entry_outside_folder']);
});
