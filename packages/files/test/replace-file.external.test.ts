import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';
import { OLD, traceReplacement, WORKER, WORKER_ENVIRONMENT } from './traced-replacement.ts';

// Every call that opens, changes, closes, names or removes something on disk; reading calls change nothing.
const CALLS = ['openat', 'pwrite64', 'fsync', 'close', 'chown', 'chmod', 'fchmod', 'rename', 'unlink'] as const;
type Call = (typeof CALLS)[number];

/** A read-only file is made writable for a moment: that takes calls of its own. */
const MODES = [0o644, 0o444] as const;
/** The campaign also tries what can hardly come out differently. */
const TRIES_ALL = process.env['STORMLOG_ALL_FAULTS'] !== undefined;
const ALL_FAULTS = ['EIO', 'ENOSPC', 'EINTR', 'EACCES', 'EDQUOT'] as const;
const NEEDS_ROOM: ReadonlySet<Call> = new Set(['openat', 'pwrite64', 'fsync']);
const faultsOf = (call: Call) => (TRIES_ALL ? ALL_FAULTS : ALL_FAULTS.slice(0, NEEDS_ROOM.has(call) ? 2 : 1));
const callsOf = (mode: number): readonly Call[] => (TRIES_ALL || mode !== 0o444 ? CALLS : ['chmod', 'fchmod']);

const counts = new Map<number, Promise<ReadonlyMap<Call, number>>>();

/** 1, 2, 3 … for each time that one replacement makes a call. */
async function everyCall(call: Call, mode: number): Promise<number[]> {
  const counted = counts.get(mode) ?? countCalls(mode);
  counts.set(mode, counted);
  return Array.from({ length: (await counted).get(call) ?? 0 }, (_, index) => index + 1);
}

async function countCalls(mode: number): Promise<ReadonlyMap<Call, number>> {
  const { log, outcome } = await traceReplacement(['-e', `trace=${CALLS.join(',')}`], { mode });
  expect(outcome).toBe('done');
  return new Map(CALLS.map((call) => [call, log.split('\n').filter((line) => line.includes(` ${call}(`)).length]));
}

describe.each(MODES)('replaceFile of a file with mode %o', (mode) => {
  it('makes all of the calls at which it is stopped below', async () => {
    const made = await Promise.all(CALLS.map(async (call) => ((await everyCall(call, mode)).length > 0 ? [call] : [])));

    expect(made.flat()).toEqual(mode === 0o444 ? CALLS : CALLS.filter((call) => call !== 'fchmod'));
  });

  it.each(callsOf(mode))('leaves old or new content when killed at any %s', async (call) => {
    const runs = (await everyCall(call, mode)).map((at) =>
      traceReplacement(['-e', `inject=${call}:signal=SIGKILL:when=${at}`], { mode }),
    );

    for (const { outcome, content, others } of await Promise.all(runs)) {
      expect(outcome).toBe('');
      expect(content).not.toBe('broken');
      expect(others.length).toBeLessThanOrEqual(1);
      for (const name of others) expect(name).toMatch(/^f\.\d+$/);
    }
  });

  it.each(callsOf(mode).flatMap((call) => faultsOf(call).map((fault) => [call, fault] as const)))(
    'answers any %s that fails with %s as is stated, with the old content until the rename',
    async (call, fault) => {
      const runs = (await everyCall(call, mode)).map((at) =>
        traceReplacement(['-e', `inject=${call}:error=${fault}:when=${at}`], { mode }),
      );

      const outcomes = (await Promise.all(runs)).map(({ outcome, content, others, log }) => {
        expect(log).toContain('(INJECTED)');
        expect(others).toEqual([]);
        return `${outcome}, ${content}`;
      });

      expect(outcomes).toEqual(expectedOutcomes(call, fault, runs.length));
    },
  );
});

function expectedOutcomes(call: Call, fault: string, count: number): string[] {
  const expected = Array.from({ length: count }, () => 'file_unwritable, old');
  // The folder is opened, synced and closed last, after the rename.
  if (call === 'openat' || call === 'fsync' || call === 'close') expected[count - 1] = 'durability_unknown, new';
  // Only tidying: the temporary file has been renamed away. An interrupted call is made again.
  if (call === 'unlink' || fault === 'EINTR') return expected.map(() => 'done, new');
  return expected;
}

describe('replaceFile', () => {
  it.each([
    ['takes nothing', 0],
    ['says it took everything and kept nothing', 2000],
  ])('rejects a write that %s', async (_, written) => {
    const run = await traceReplacement(['-e', `inject=pwrite64:retval=${written}:when=1`]);

    expect([run.outcome, run.content, run.others]).toEqual(['file_unwritable', 'old', []]);
  });

  it('rejects writes that are cut short and then refused', async () => {
    const run = await traceReplacement(['-e', 'trace=pwrite64'], { largestFile: 700 });

    expect(run.log).toContain('2000, 0) = 700');
    expect([run.outcome, run.content, run.others]).toEqual(['file_unwritable', 'old', []]);
  });

  it('keeps the old file on a disk that is nearly full, and on one that is read-only', async (context) => {
    const folder = await temporaryFolder();
    mount(context, folder, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
    const path = join(folder, 'f');
    writeFileSync(path, OLD);
    writeFileSync(join(folder, 'other'), Buffer.alloc(400_000));

    expect(replace(path, 900_000)).toBe('file_unwritable');
    expect([stateOf(path), readdirSync(folder).sort()]).toEqual(['old', ['f', 'other']]);

    execFileSync('mount', ['-o', 'remount,ro', folder]);
    expect(replace(path, 2000)).toBe('file_unwritable');
    expect(stateOf(path)).toBe('old');
  });

  it('refuses to rename over a file that is a mount point', async (context) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'other'));
    const path = join(folder, 'f');
    writeFileSync(path, OLD);
    writeFileSync(join(folder, 'other', 'f'), OLD);
    mount(context, path, '--bind', join(folder, 'other', 'f'));

    expect(replace(path, 2000)).toBe('file_unwritable');
    expect(stateOf(path)).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['f', 'other']);
  });

  it('replaces the file that a link to another file system leads to', async (context) => {
    const folder = await temporaryFolder();
    const other = await temporaryFolder();
    mount(context, other, '-t', 'tmpfs', 'tmpfs');
    writeFileSync(join(other, 'f'), OLD);
    await symlink(join(other, 'f'), join(folder, 'link'));

    expect(replace(join(folder, 'link'), 2000)).toBe('done');
    expect(await readlink(join(folder, 'link'))).toBe(join(other, 'f'));
    expect([readdirSync(folder), readdirSync(other), stateOf(join(other, 'f'))]).toEqual([['link'], ['f'], 'new']);
  });
});

/** Mounts for the time of a test; where that is not allowed, the test is skipped and says so. */
function mount(context: TestContext, target: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', [...args, target], { encoding: 'utf8' });
  if (status !== 0) context.skip(`mounting is not allowed here: ${stderr.trim()}`);
  onTestFinished(() => void execFileSync('umount', [target]));
}

function replace(path: string, bytes: number): string {
  const args = [...WORKER, path, `${bytes}`];
  return spawnSync(process.execPath, args, { env: WORKER_ENVIRONMENT, encoding: 'utf8' }).stdout;
}

function stateOf(path: string): 'old' | 'new' | 'broken' {
  const content = readFileSync(path, 'utf8');
  return content === OLD ? 'old' : content === 'n'.repeat(2000) ? 'new' : 'broken';
}
