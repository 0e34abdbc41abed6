import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePaths, joinPath, pathName, pathSuffix, resolvePath, spellPath } from '../src/index.ts';
import { rejection, temporaryFolder } from './temporary-folder.ts';

test.each([
  ['./a//b/../c/', 'a/b/../c'],
  ['', '.'],
  ['.', '.'],
  ['./', '.'],
  ['/', '/'],
  ['//a/b', '//a/b'],
  ['///a', '/a'],
  ['/./a/.', '/a'],
  ['../..', '../..'],
  ['a\\b', 'a\\b'],
  ['s3://b/k', 's3:/b/k'],
])('%j is spelled %j', (path, spelled) => {
  expect(spellPath(path)).toBe(spelled);
});

test.each([
  [['a', 'b'], 'a/b'],
  [['.', 'x'], 'x'],
  [['a', '/b', 'c'], '/b/c'],
  [['a/', './b'], 'a/b'],
  [['', ''], '.'],
  [['a', '..', 'b'], 'a/../b'],
  [[], '.'],
])('%j joins to %j', (parts, joined) => {
  expect(joinPath(...parts)).toBe(joined);
});

test.each([
  ['a/run.1.jsonl', 'run.1.jsonl', '.jsonl'],
  ['.jsonl', '.jsonl', ''],
  ['a/b.', 'b.', ''],
  ['a/b/', 'b', ''],
  ['X.JSON', 'X.JSON', '.JSON'],
  ['.a.b', '.a.b', '.b'],
  ['/', '', ''],
  ['.', '', ''],
])('%j has the name %j and the suffix %j', (path, name, suffix) => {
  expect(pathName(path)).toBe(name);
  expect(pathSuffix(path)).toBe(suffix);
});

test('paths are ordered by their components, by code point', () => {
  const ordered = ['/a', 'a', 'a/x', 'a/x/y', 'a-b/x', 'b', '\uffff', '\u{1f600}'];

  expect([...ordered].reverse().sort(comparePaths)).toEqual(ordered);
  expect(comparePaths('./a//b', 'a/b')).toBe(0);
});

describe('resolving', () => {
  async function tree() {
    const folder = await realpath(await temporaryFolder());
    await mkdir(join(folder, 'target', 'inner'), { recursive: true });
    await writeFile(join(folder, 'a.txt'), '');
    await symlink(join(folder, 'target', 'inner'), join(folder, 'link'));
    await symlink('target', join(folder, 'relative'));
    return folder;
  }

  test('follows links, and leaves the folder actually reached', async () => {
    const folder = await tree();

    expect(await resolvePath(join(folder, 'link'))).toBe(`${folder}/target/inner`);
    expect(await resolvePath(`${folder}/link/../z`)).toBe(`${folder}/target/z`);
    expect(await resolvePath(`${folder}/relative/missing/../inner/../q`)).toBe(`${folder}/target/q`);
  });

  test('keeps components that do not exist, and a file used as a folder', async () => {
    const folder = await tree();

    expect(await resolvePath(`${folder}/no/such/../file`)).toBe(`${folder}/no/file`);
    expect(await resolvePath(`${folder}/a.txt/b`)).toBe(`${folder}/a.txt/b`);
    expect(await resolvePath(`${folder}/s3://b/k`)).toBe(`${folder}/s3:/b/k`);
  });

  test('relative paths start at the working folder', async () => {
    expect(await resolvePath('no-such/file')).toBe(`${await realpath(process.cwd())}/no-such/file`);
    expect(await resolvePath('')).toBe(await realpath(process.cwd()));
  });

  test('never leaves the root', async () => {
    expect(await resolvePath('/../../no-such')).toBe('/no-such');
  });

  test('refuses links in a circle, also behind a missing component', async () => {
    const folder = await tree();
    await symlink('two', join(folder, 'one'));
    await symlink('one', join(folder, 'two'));

    for (const path of [`${folder}/one`, `${folder}/one/x`, `${folder}/missing/../one`]) {
      expect(await rejection(resolvePath(path))).toMatchObject({ code: 'file_unreadable', systemCode: 'ELOOP', path });
    }
  });

  test('refuses a name with NUL', async () => {
    expect(await rejection(resolvePath('a\0b'))).toMatchObject({ code: 'file_missing' });
  });
});

test('spells every path as the list of its components says', () => {
  const part = fc.constantFrom('', '.', '..', '...', 'a', '.b', 'c.', '\n', ' ');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const path = parts.join('/');
      const components = path.split('/').filter((component) => component !== '' && component !== '.');
      const root = /^\/\/(?!\/)/.test(path) ? '//' : path.startsWith('/') ? '/' : '';

      expect(spellPath(path)).toBe(root + components.join('/') || '.');
      expect(pathName(path)).toBe(components.at(-1) ?? '');
    }),
    { seed: 5, numRuns: 3000 },
  );
});
