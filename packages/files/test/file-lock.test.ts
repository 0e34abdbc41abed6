import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemEnvironment } from '@stormlog/sessions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acquireFileLock, withFileLock } from '../src/index.ts';
import { lockOwnerText, newLockOwner } from '../src/locks/lock-owner.ts';
import { rejection, temporaryFile, temporaryFolder } from './temporary-folder.ts';

function worker(...args: readonly string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--conditions=@stormlog/source', '--import', 'tsx', join(import.meta.dirname, 'lock-worker.ts'), ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

describe('withFileLock', () => {
  it('lets one task at a time in, in the order they came', async () => {
    const path = await temporaryFile('f', '');
    const tasks = Array.from({ length: 20 }, (_, index) => index);
    const log: string[] = [];

    await Promise.all(
      tasks.map((task) =>
        withFileLock(path, {}, async () => {
          log.push(`in ${task}`);
          await new Promise((resolve) => setTimeout(resolve, 1));
          log.push(`out ${task}`);
        }),
      ),
    );

    expect(log).toEqual(tasks.flatMap((task) => [`in ${task}`, `out ${task}`]));
    expect(await readdir(join(path, '..'))).toEqual(['f']);
  });

  it('loses no update of several processes', async () => {
    const path = await temporaryFile('f', '');

    const exits = await Promise.all(
      Array.from({ length: 4 }, async () => (await once(worker('add', path, '10'), 'exit'))[0]),
    );

    expect(exits).toEqual([0, 0, 0, 0]);
    expect(new Set((await readFile(path, 'utf8')).trim().split('\n')).size).toBe(40);
    expect(await readdir(join(path, '..'))).toEqual(['f']);
  });

  it('goes on at once after the owner was killed', async () => {
    const path = await temporaryFile('f', '');
    const owner = worker('hold', path);
    await once(owner.stdout!, 'data');
    const waiting = withFileLock(path, {}, async () => 'mine');
    owner.kill('SIGKILL');

    expect(await waiting).toBe('mine');
    expect(await readdir(join(path, '..'))).toEqual(['f']);
  });

  it('ends the waiting at the deadline and names who holds the lock', async () => {
    const path = await temporaryFile('f', '');
    const owner = worker('hold', path);
    await once(owner.stdout!, 'data');

    const error = await rejection(withFileLock(path, { deadlineMs: 30 }, async () => 'mine'));

    expect(error).toMatchObject({ code: 'lock_timeout', path });
    expect(String(error)).toContain(String(owner.pid));
  });

  it('ends the waiting for a task of its own process too', async () => {
    const path = await temporaryFile('f', '');

    const error = await withFileLock(path, {}, () =>
      rejection(withFileLock(path, { deadlineMs: 20 }, async () => 'inner')),
    );

    expect(error).toMatchObject({ code: 'lock_timeout' });
    expect(await withFileLock(path, {}, async () => 'free again')).toBe('free again');
  });

  it('takes a process that has the id of a dead owner for another one', async () => {
    const path = await temporaryFile('f', '');
    const owner = { ...newLockOwner(systemEnvironment()), process_start: '1' };
    await writeFile(`${path}.lock`, lockOwnerText(owner));

    expect(await withFileLock(path, { deadlineMs: 2000 }, async () => 'mine')).toBe('mine');
  });

  it('waits for an owner elsewhere as long as it shows signs of life, and takes over when it does not', async () => {
    const path = await temporaryFile('f', '');
    const owner = { ...newLockOwner(systemEnvironment()), host: 'elsewhere' };
    await writeFile(`${path}.lock`, lockOwnerText(owner));
    let seconds = 0;
    const environment = { ...systemEnvironment(), newId: () => 'token-2', monotonicSeconds: () => (seconds += 0.5) };
    let beats = 0;
    const beating = setInterval(() => {
      beats++;
      if (beats <= 5) utimes(`${path}.lock`, new Date(), new Date(beats * 1000)).catch(() => undefined);
    }, 1);
    onTestFinished(() => clearInterval(beating));

    const answer = await withFileLock(path, { environment, deadlineMs: 600_000 }, async () => 'mine');

    expect(answer).toBe('mine');
    expect(seconds).toBeGreaterThan(10);
  });

  it('clears a lock file whose writer died before it wrote', async () => {
    const path = await temporaryFile('f', '');
    await writeFile(`${path}.lock`, '');

    expect(await withFileLock(path, { deadlineMs: 10_000 }, async () => 'mine')).toBe('mine');
  });

  it('tells work that another process took the lock over, and leaves that lock alone', async () => {
    const path = await temporaryFile('f', '');

    const error = await withFileLock(path, {}, async (lock) => {
      await lock.check();
      const other = { ...newLockOwner(systemEnvironment()), host: 'elsewhere' };
      await writeFile(`${path}.new`, lockOwnerText(other));
      await rename(`${path}.new`, `${path}.lock`);
      return await rejection(lock.check());
    });

    expect(error).toMatchObject({ code: 'lock_lost' });
    expect(await readFile(`${path}.lock`, 'utf8')).toContain('elsewhere');
  });

  it('passes what the work throws unchanged, and lets go', async () => {
    const path = await temporaryFile('f', '');
    const fault = new TypeError('of the caller');

    const error = await rejection(
      withFileLock(path, {}, async () => {
        throw fault;
      }),
    );

    expect(error).toBe(fault);
    expect(await readdir(join(path, '..'))).toEqual(['f']);
  });

  it('rejects with the reason of an abort while waiting', async () => {
    const path = await temporaryFile('f', '');
    const owner = worker('hold', path);
    await once(owner.stdout!, 'data');
    const controller = new AbortController();
    const waiting = withFileLock(path, { signal: controller.signal }, async () => 'mine');
    const reason = new Error('enough');
    controller.abort(reason);

    expect(await rejection(waiting)).toBe(reason);
  });

  it('says that there is no folder for the lock', async () => {
    const path = join(await temporaryFolder(), 'gone', 'f');

    expect(await rejection(withFileLock(path, {}, async () => 'mine'))).toMatchObject({ code: 'file_missing' });
  });
});

describe('acquireFileLock', () => {
  it('refuses at once, when asked to, while the owner is known to live, in whichever process', async () => {
    const path = await temporaryFile('f', '');
    const options = { deadlineMs: 600_000, refuseLiving: true };
    const owner = worker('hold', path);
    await once(owner.stdout!, 'data');
    const other = await temporaryFile('g', '');
    const held = await acquireFileLock(other);

    expect(String(await rejection(acquireFileLock(path, options)))).toContain(`process ${owner.pid} on`);
    expect(String(await rejection(acquireFileLock(other, options)))).toContain(`process ${process.pid} on`);
    await held.release();
  });

  it('refuses at the first sign of life of an owner elsewhere, when asked to', async () => {
    const path = await temporaryFile('f', '');
    await writeFile(`${path}.lock`, lockOwnerText({ ...newLockOwner(systemEnvironment()), host: 'elsewhere' }));
    let beats = 0;
    const beating = setInterval(() => {
      utimes(`${path}.lock`, new Date(), new Date(++beats * 1000)).catch(() => undefined);
    }, 1);
    onTestFinished(() => clearInterval(beating));

    const error = await rejection(acquireFileLock(path, { deadlineMs: 600_000, refuseLiving: true }));

    expect(error).toMatchObject({ code: 'lock_timeout' });
    expect(String(error)).toMatch(/on elsewhere has held its lock since 2/);
  });

  it('keeps everyone else out until it is given back, and can be given back twice', async () => {
    const path = await temporaryFile('f', '');
    const lock = await acquireFileLock(path);
    await lock.check();
    const refused = await rejection(withFileLock(path, { deadlineMs: 5 }, async () => 'in'));

    const waiting = withFileLock(path, {}, async () => 'in');
    await Promise.all([lock.release(), lock.release(), lock[Symbol.asyncDispose]()]);

    expect(refused).toMatchObject({ code: 'lock_timeout' });
    expect(await waiting).toBe('in');
    expect(await readdir(join(path, '..'))).toEqual(['f']);
  });
});
