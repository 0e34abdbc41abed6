import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, link, mkdir, open, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileOperations, type OpenFile, replaceFile } from '../src/index.ts';
import { rejection, temporaryFile, temporaryFolder } from './temporary-folder.ts';

const NEW = 'new content\n';
const writeNew = (writer: { write(content: string): Promise<void> }): Promise<void> => writer.write(NEW);

describe('replaceFile', () => {
  it('replaces a file of any size, in any number of writes, and leaves nothing beside it', async () => {
    const path = await temporaryFile('f.json', 'old');
    const piece = Buffer.alloc(700_000, 'x');

    await replaceFile(path, async (writer) => {
      for (let i = 0; i < 5; i++) await writer.write(piece);
      await writer.write('ä😀');
    });

    const content = await readFile(path);
    expect(content.length).toBe(5 * 700_000 + 6);
    expect(content.subarray(-6).toString()).toBe('ä😀');
    expect(await readdir(join(path, '..'))).toEqual(['f.json']);
  });

  it('keeps a pair of surrogates together where long text is cut', async () => {
    const path = await temporaryFile('f.txt', '');
    const text = `${'x'.repeat(1024 * 1024 - 1)}😀`;

    await replaceFile(path, (writer) => writer.write(text));

    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('makes a new file with the permissions that the umask leaves', () => {
    const program = `
      import { mkdtempSync, rmSync, statSync } from 'node:fs';
      import { replaceFile } from '@stormlog/files';
      for (const mask of [0o000, 0o022, 0o027, 0o077, 0o222]) {
        process.umask(mask);
        process.umask() === mask || process.exit(9);
        const folder = mkdtempSync('/tmp/stormlog-umask-');
        await replaceFile(folder + '/f', (writer) => writer.write('x'));
        console.log((statSync(folder + '/f').mode & 0o7777).toString(8));
        rmSync(folder, { recursive: true });
      }`;
    const run = spawnSync(
      process.execPath,
      ['--conditions=@stormlog/source', '--import', 'tsx', '--input-type=module', '--eval', program],
      { cwd: import.meta.dirname, encoding: 'utf8' },
    );

    expect([run.stdout.trim().split('\n'), run.stderr]).toEqual([['666', '644', '640', '600', '444'], '']);
  });

  it.each([0o644, 0o600, 0o444, 0o2755, 0o000])('keeps the mode %o', async (mode) => {
    const path = await temporaryFile('f', 'old');
    await chmod(path, mode);

    await replaceFile(path, writeNew);

    expect((await stat(path)).mode & 0o7777).toBe(mode);
    await chmod(path, 0o600);
    expect(await readFile(path, 'utf8')).toBe(NEW);
  });

  it('writes through a link, which stays', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'elsewhere'));
    await writeFile(join(folder, 'elsewhere', 'f'), 'old');
    await symlink('elsewhere/f', join(folder, 'link'));

    await replaceFile(join(folder, 'link'), writeNew);

    expect(await readlink(join(folder, 'link'))).toBe('elsewhere/f');
    expect(await readFile(join(folder, 'elsewhere', 'f'), 'utf8')).toBe(NEW);
  });

  it('makes the file that a link without a target names', async () => {
    const folder = await temporaryFolder();
    await symlink('not-yet', join(folder, 'link'));

    await replaceFile(join(folder, 'link'), writeNew);

    expect(await readlink(join(folder, 'link'))).toBe('not-yet');
    expect(await readFile(join(folder, 'not-yet'), 'utf8')).toBe(NEW);
  });

  it('leaves the other name of a file that has two with the old content', async () => {
    const path = await temporaryFile('f', 'old');
    await link(path, `${path}-2`);

    await replaceFile(path, writeNew);

    expect(await readFile(`${path}-2`, 'utf8')).toBe('old');
  });

  it('passes what the caller throws unchanged, and keeps the old file', async () => {
    const path = await temporaryFile('f', 'old');
    const fault = new TypeError('of the caller');

    const error = await rejection(
      replaceFile(path, async (writer) => {
        await writer.write('half');
        throw fault;
      }),
    );

    expect(error).toBe(fault);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(join(path, '..'))).toEqual(['f']);
  });

  it.each(['folder', 'pipe'])('refuses to put a file in the place of a %s', async (kind) => {
    const path = join(await temporaryFolder(), 'x');
    execFileSync(kind === 'pipe' ? 'mkfifo' : 'mkdir', [path]);

    expect(await rejection(replaceFile(path, writeNew))).toMatchObject({ code: 'not_a_file', path });
  });

  it('says that the folder is missing', async () => {
    const path = join(await temporaryFolder(), 'gone', 'f');

    expect(await rejection(replaceFile(path, writeNew))).toMatchObject({ code: 'file_missing', systemCode: 'ENOENT' });
  });

  it('serves tasks of one process that replace one file at once', async () => {
    const path = await temporaryFile('f', '');

    await Promise.all(
      Array.from({ length: 20 }, (_, i) => replaceFile(path, (writer) => writer.write(`${i}`.repeat(1000)))),
    );

    expect(new Set(await readFile(path, 'utf8')).size).toBeLessThanOrEqual(2);
    expect(await readdir(join(path, '..'))).toEqual(['f']);
  });
});

/** Operations whose N-th call of one kind fails; it counts on all files together. */
function failing(kind: keyof OpenFile | 'open', at: number, code: string): FileOperations & { calls: number } {
  const fail = (): void => {
    operations.calls++;
    if (operations.calls === at) throw Object.assign(new Error(code), { code });
  };
  const operations = {
    calls: 0,
    open: async (path: string, flags: 'r' | 'r+'): Promise<OpenFile> => {
      if (kind === 'open') fail();
      const handle = await open(path, flags);
      return {
        write: async (bytes, offset, length, position) => {
          if (kind === 'write') fail();
          // Always short, so that the rest must be asked for.
          return await handle.write(bytes, offset, Math.min(length, 5), position);
        },
        stat: async () => {
          if (kind === 'stat') fail();
          return await handle.stat();
        },
        chmod: (mode) => handle.chmod(mode),
        sync: async () => {
          if (kind === 'sync') fail();
          await handle.sync();
        },
        close: async () => {
          await handle.close();
          if (kind === 'close') fail();
        },
      };
    },
  };
  return operations;
}

describe('replaceFile on a disk that fails', () => {
  it.each(['open', 'write', 'stat', 'sync', 'close'] as const)(
    'keeps old or new content at every failing %s',
    async (kind) => {
      const outcomes: string[] = [];
      for (let at = 1; ; at++) {
        const path = await temporaryFile('f', 'old');
        const operations = failing(kind, at, 'EIO');
        const failure = await replaceFile(path, writeNew, { operations }).then(
          () => null,
          (error: { code: string }) => error,
        );
        const content = await readFile(path, 'utf8');
        expect(await readdir(join(path, '..'))).toEqual(['f']);
        if (failure === null) {
          expect(content).toBe(NEW);
          break;
        }
        outcomes.push(`${failure.code} ${content === NEW ? 'new' : content}`);
      }

      expect(outcomes.length).toBeGreaterThan(0);
      expect(new Set(outcomes)).toEqual(
        new Set(
          kind === 'write' || kind === 'stat'
            ? ['file_unwritable old']
            : ['file_unwritable old', 'durability_unknown new'],
        ),
      );
    },
  );

  it('does not sync the folder when it need not be durable', async () => {
    const path = await temporaryFile('f', 'old');
    const operations = failing('sync', 1, 'EIO');

    await replaceFile(path, writeNew, { sync: false, operations });

    expect(operations.calls).toBe(0);
  });

  it('rejects a write that takes nothing instead of trying for ever', async () => {
    const path = await temporaryFile('f', 'old');
    const operations: FileOperations = {
      open: async (file, flags) => {
        const handle = await open(file, flags);
        return Object.assign(handle, { write: async () => ({ bytesWritten: 0 }) }) as unknown as OpenFile;
      },
    };

    expect(await rejection(replaceFile(path, writeNew, { operations }))).toMatchObject({ code: 'file_unwritable' });
    expect(await readFile(path, 'utf8')).toBe('old');
  });
});
