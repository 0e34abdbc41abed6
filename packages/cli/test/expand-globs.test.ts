import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expandGlob } from '../src/inputs/expand-globs.ts';
import { expandBraces } from '../src/inputs/glob-pattern.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stormlog globs '));
  for (const name of [
    'rank_0.jsonl',
    'rank_1.jsonl',
    'rank_10.jsonl',
    'a[1].json',
    '.hidden.jsonl',
    'run/n1/x.jsonl',
    'run/n2/y.jsonl',
  ]) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), '');
  }
  await symlink(folder, join(folder, 'run', 'loop'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('patterns', () => {
  test.each([
    ['rank_*.jsonl', ['rank_0.jsonl', 'rank_1.jsonl', 'rank_10.jsonl']],
    ['rank_?.jsonl', ['rank_0.jsonl', 'rank_1.jsonl']],
    ['rank_[!1]*.jsonl', ['rank_0.jsonl']],
    ['rank_{0,10}.jsonl', ['rank_0.jsonl', 'rank_10.jsonl']],
    ['*.jsonl', ['rank_0.jsonl', 'rank_1.jsonl', 'rank_10.jsonl']],
    ['.h*', ['.hidden.jsonl']],
    ['run/*/*.jsonl', ['run/n1/x.jsonl', 'run/n2/y.jsonl']],
    ['run/n*', ['run/n1', 'run/n2']],
    ['nothing-*', []],
  ])('%s', async (pattern, names) => {
    const found = await expandGlob(join(folder, pattern));
    expect(found.filter((path) => !path.includes('loop'))).toEqual(names.map((name) => join(folder, name)));
  });

  test('** goes down without entering links', async () => {
    expect(await expandGlob(join(folder, 'run/**/*.jsonl'))).toEqual([
      join(folder, 'run/n1/x.jsonl'),
      join(folder, 'run/n2/y.jsonl'),
    ]);
  });

  test('a file whose name holds wildcards is itself', async () => {
    expect(await expandGlob(join(folder, 'a[1].json'))).toEqual([join(folder, 'a[1].json')]);
  });

  test('a path without wildcards stays, there or not', async () => {
    expect(await expandGlob('not/there.json')).toEqual(['not/there.json']);
  });

  test('braces nest, and lone braces are plain', () => {
    expect(expandBraces('a{b,c{1,2}}d')).toEqual(['abd', 'ac1d', 'ac2d']);
    expect(expandBraces('a{b}c{')).toEqual(['a{b}c{']);
  });
});
