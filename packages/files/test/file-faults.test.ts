import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArtifactError, formatError } from '@stormlog/records';
import { describe, expect, test } from 'vitest';
import { readJsonDocument, readJsonLines, readLineBatches, readTextChunks } from '../src/index.ts';
import { all, rejection, temporaryFolder } from './temporary-folder.ts';

const READERS: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
  ['readLineBatches', (path) => all(readLineBatches(path))],
  ['readJsonLines', (path) => all(readJsonLines(path))],
  ['readJsonDocument', (path) => readJsonDocument(path)],
  ['readTextChunks', (path) => all(readTextChunks(path))],
];

describe.each(READERS)('%s', (_, read) => {
  test('a missing file', async () => {
    const path = join(await temporaryFolder(), 'missing.json');

    const error = await rejection(read(path));

    expect(error).toBeInstanceOf(ArtifactError);
    expect(error).toMatchObject({ code: 'file_missing', systemCode: 'ENOENT', stage: 'open', path });
    expect(formatError(error)).toContain(path);
  });

  test('a missing file under a .gz name', async () => {
    const path = join(await temporaryFolder(), 'missing.json.gz');

    expect(await rejection(read(path))).toMatchObject({ code: 'file_missing', systemCode: 'ENOENT', path });
  });

  test('a file below a file', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.txt'), '');

    expect(await rejection(read(join(folder, 'a.txt', 'b')))).toMatchObject({
      code: 'file_missing',
      systemCode: 'ENOTDIR',
    });
  });

  test('a folder', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'data.json.gz'));

    expect(await rejection(read(folder))).toMatchObject({ code: 'not_a_file', path: folder });
    expect(await rejection(read(join(folder, 'data.json.gz')))).toMatchObject({ code: 'not_a_file' });
  });

  test('links in a circle', async () => {
    const path = join(await temporaryFolder(), 'loop');
    await symlink('loop', path);

    expect(await rejection(read(path))).toMatchObject({ code: 'file_unreadable', systemCode: 'ELOOP', path });
  });

  test('a name with NUL', async () => {
    const error = await rejection(read('a\0b.json'));

    expect(error).toMatchObject({ code: 'file_missing', path: 'a\0b.json' });
    expect(formatError(error)).toContain('a\\x00b.json');
    expect(formatError(error)).not.toContain('\0');
  });

  test('a name that is too long', async () => {
    const path = join(await temporaryFolder(), 'x'.repeat(300));

    expect(await rejection(read(path))).toMatchObject({ code: 'file_missing', systemCode: 'ENAMETOOLONG' });
  });
});

test.skipIf(process.platform === 'win32')('a named pipe is read where it stands', async () => {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);

  const [values] = await Promise.all([all(readJsonLines(path)), writeFile(path, '1\n{"a":2}\n')]);

  expect(values).toEqual([
    { line: 1, offset: 0, value: 1 },
    { line: 2, offset: 2, value: { a: 2 } },
  ]);
});
