import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const OLD = 'old content';
const WORKER = ['--conditions=@stormlog/source', '--import', 'tsx', join(import.meta.dirname, 'replace-worker.ts')];
// Counted per thread, so there is one thread for files; the cache of tsx would write files of its own.
const ENVIRONMENT = { ...process.env, UV_THREADPOOL_SIZE: '1', TSX_DISABLE_CACHE: '1' };

/** Runs the worker under strace, which does something at the N-th call of one kind. */
function traced(path: string, injection: string): string {
  const args = ['-f', '-qq', '-o', '/dev/null', '-e', `inject=${injection}`, process.execPath, ...WORKER, path, '2000'];
  return spawnSync('strace', args, { env: ENVIRONMENT, encoding: 'utf8' }).stdout;
}

function stateOf(path: string): 'old' | 'new' | 'broken' {
  const content = readFileSync(path, 'utf8');
  return content === OLD ? 'old' : content === 'n'.repeat(2000) ? 'new' : 'broken';
}

describe('replaceFile', () => {
  it.each(['pwrite64', 'fsync', 'rename', 'unlink'])(
    'leaves old or new content when killed at any %s',
    async (call) => {
      const path = join(await temporaryFolder(), 'f');
      for (let at = 1; at <= 5; at++) {
        writeFileSync(path, OLD);
        const output = traced(path, `${call}:signal=SIGKILL:when=${at}`);

        const others = readdirSync(join(path, '..')).filter((name) => name !== 'f');
        expect(stateOf(path)).not.toBe('broken');
        expect(others.length).toBeLessThanOrEqual(1);
        for (const name of others) rmSync(join(path, '..', name));
        if (output === 'done') return;
      }
      throw new Error('the worker never came to its end');
    },
  );

  it.each([
    ['pwrite64', 'EIO', 1, 'file_unwritable', 'old'],
    ['pwrite64', 'ENOSPC', 1, 'file_unwritable', 'old'],
    ['fsync', 'EIO', 1, 'file_unwritable', 'old'],
    ['fsync', 'EIO', 2, 'file_unwritable', 'old'],
    ['rename', 'EIO', 1, 'file_unwritable', 'old'],
    ['fsync', 'EIO', 3, 'durability_unknown', 'new'],
  ])('answers %s failing with %s (call %d) with %s and %s content', async (call, fault, at, code, state) => {
    const path = join(await temporaryFolder(), 'f');
    writeFileSync(path, OLD);

    expect(traced(path, `${call}:error=${fault}:when=${at}`)).toBe(code);
    expect(stateOf(path)).toBe(state);
    expect(readdirSync(join(path, '..'))).toEqual(['f']);
  });

  it('keeps the old file on a disk that is nearly full, and on one that is read-only', async () => {
    const mount = await temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]);
    onTestFinished(() => void execFileSync('umount', [mount]));
    const path = join(mount, 'f');
    writeFileSync(path, OLD);
    writeFileSync(join(mount, 'other'), Buffer.alloc(400_000));
    const replace = (): string =>
      spawnSync(process.execPath, [...WORKER, path, '900000'], { env: ENVIRONMENT, encoding: 'utf8' }).stdout;

    expect(replace()).toBe('file_unwritable');
    expect([stateOf(path), readdirSync(mount).sort()]).toEqual(['old', ['f', 'other']]);

    execFileSync('mount', ['-o', 'remount,ro', mount]);
    expect(replace()).toBe('file_unwritable');
    expect(stateOf(path)).toBe('old');
  });

  it('refuses to rename over a file that is a mount point', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'other'));
    const path = join(folder, 'f');
    writeFileSync(path, OLD);
    writeFileSync(join(folder, 'other', 'f'), OLD);
    execFileSync('mount', ['--bind', join(folder, 'other', 'f'), path]);
    onTestFinished(() => void execFileSync('umount', [path]));

    const run = spawnSync(process.execPath, [...WORKER, path, '2000'], { env: ENVIRONMENT, encoding: 'utf8' });

    expect(run.stdout).toBe('file_unwritable');
    expect(stateOf(path)).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['f', 'other']);
  });
});
