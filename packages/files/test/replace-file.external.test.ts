import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const OLD = 'old content';
const WORKER = ['--conditions=@stormlog/source', '--import', 'tsx', join(import.meta.dirname, 'replace-worker.ts')];
// Counted per thread, so there is one thread for files; the cache of tsx would write files of its own.
const ENVIRONMENT = { ...process.env, UV_THREADPOOL_SIZE: '1', TSX_DISABLE_CACHE: '1' };

/** What a failing call may come to: a code and the old content, a code for doubt and the new, or no harm at all. */
const STATED_OUTCOMES = new Set(['file_unwritable old', 'durability_unknown new', 'done new']);

/** Runs the worker under strace, which does something at the N-th call of one kind. */
function traced(path: string, injection: string): string {
  const args = ['-f', '-qq', '-o', '/dev/null', '-e', `inject=${injection}`, process.execPath, ...WORKER, path, '2000'];
  return spawnSync('strace', args, { env: ENVIRONMENT, encoding: 'utf8' }).stdout;
}

/** A call of the worker that touches the folder: its number among those of its kind in its thread, and its arguments. */
interface Call {
  readonly at: number;
  readonly text: string;
}

/** The calls of one kind that touch the folder in an undisturbed run; loading the program makes many others before. */
async function callsOn(folder: string, path: string, call: string): Promise<Call[]> {
  const log = join(await temporaryFolder(), 'log');
  const args = ['-f', '-y', '-qq', '-o', log, '-e', `trace=${call}`, process.execPath, ...WORKER, path, '2000'];
  expect(spawnSync('strace', args, { env: ENVIRONMENT, encoding: 'utf8' }).stdout).toBe('done');
  const counts = new Map<string, number>();
  const calls: Call[] = [];
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, thread, text] = /^(\d+) +(\w+\(.*)$/.exec(line) ?? [];
    if (thread === undefined || text === undefined) continue;
    const at = (counts.get(thread) ?? 0) + 1;
    counts.set(thread, at);
    if (text.includes(folder)) calls.push({ at, text });
  }
  return calls;
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

  it.each(['openat', 'close', 'chmod', 'chown'])(
    'leaves old or new content when killed at a %s of its files',
    async (call) => {
      const folder = await temporaryFolder();
      const path = join(folder, 'f');
      writeFileSync(path, OLD);
      const calls = await callsOn(folder, path, call);
      let killed = 0;

      for (const { at } of calls) {
        writeFileSync(path, OLD);
        if (traced(path, `${call}:signal=SIGKILL:when=${at}`) !== 'done') killed++;

        const others = readdirSync(folder).filter((name) => name !== 'f');
        expect(stateOf(path)).not.toBe('broken');
        expect(others.length).toBeLessThanOrEqual(1);
        for (const name of others) rmSync(join(folder, name));
      }
      expect(calls.length).toBeGreaterThan(0);
      expect(killed).toBeGreaterThan(0);
    },
  );

  it.each([
    ['openat', 'EIO'],
    ['openat', 'ENOSPC'],
    ['close', 'EIO'],
    ['chmod', 'EIO'],
    ['chown', 'EIO'],
  ])(
    'answers a failing %s (%s) of its files with a code, and says when the new content is in place',
    async (call, fault) => {
      const folder = await temporaryFolder();
      const path = join(folder, 'f');
      writeFileSync(path, OLD);
      const answers = new Set<string>();

      for (const { at } of await callsOn(folder, path, call)) {
        writeFileSync(path, OLD);
        answers.add(`${traced(path, `${call}:error=${fault}:when=${at}`)} ${stateOf(path)}`);
        for (const name of readdirSync(folder)) if (name !== 'f') rmSync(join(folder, name));
      }

      expect([...answers].filter((answer) => !STATED_OUTCOMES.has(answer))).toEqual([]);
      expect([...answers].some((answer) => answer !== 'done new')).toBe(true);
    },
  );

  it('keeps the old file on a disk that takes only a part of the bytes, and on one that is read-only', async () => {
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

  it('writes through a link to a file of another file system', async () => {
    const folder = await temporaryFolder();
    const mount = await temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]);
    onTestFinished(() => void execFileSync('umount', [mount]));
    writeFileSync(join(mount, 'target'), OLD);
    symlinkSync(join(mount, 'target'), join(folder, 'f'));

    const args = [...WORKER, join(folder, 'f'), '2000'];
    const run = spawnSync(process.execPath, args, { env: ENVIRONMENT, encoding: 'utf8' });

    expect([run.stdout, stateOf(join(mount, 'target'))]).toEqual(['done', 'new']);
    expect(lstatSync(join(folder, 'f')).isSymbolicLink()).toBe(true);
    expect([readdirSync(folder), readdirSync(mount)]).toEqual([['f'], ['target']]);
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
