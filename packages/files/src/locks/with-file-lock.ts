import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ArgumentError, ArtifactError } from '@stormlog/records';
import { type Environment, systemEnvironment } from '@stormlog/sessions';
import { writeError } from '../errors/write-error.ts';
import { clearDeadLock, lockLife } from './dead-locks.ts';
import { createLockFile, readLockFile, removeIfThere } from './lock-file.ts';
import { type LockOwner, newLockOwner } from './lock-owner.ts';
import { enterQueue, resolveInOrder } from './lock-turns.ts';
import { type LockWaiting, lockTimedOut } from './lock-waiting.ts';

const DEFAULT_DEADLINE_MS = 30_000;
/** How often an owner shows that it lives. */
const HEARTBEAT_MS = 1000;
const LONGEST_WAIT_MS = 25;

/** Options of {@link withFileLock}. */
export interface FileLockOptions {
  readonly environment?: Environment | undefined;
  /** How long to wait for the lock, in milliseconds (default 30000). */
  readonly deadlineMs?: number | undefined;
  /** Aborting ends the waiting and rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  /** Give up (`lock_timeout`) as soon as the owner is known to live, rather than wait until the deadline. */
  readonly refuseLiving?: boolean | undefined;
}

/** A lock that is held. */
export interface HeldFileLock {
  /**
   * Makes sure that the lock is still held, right before something that must not happen twice.
   *
   * @throws ArtifactError `lock_lost` when another machine took it over because this process showed no sign of life
   */
  check(): Promise<void>;
}

/** A lock that is held until it is given back. */
export interface AcquiredFileLock extends HeldFileLock, AsyncDisposable {
  /**
   * Gives the lock back; further calls do nothing.
   *
   * @throws ArtifactError `file_unwritable` when the lock file could not be removed
   */
  release(): Promise<void>;
}

/**
 * Does work while no other process that asks for the same lock does (docs/formats/writing-files.md §3). The lock is a
 * file beside the locked one, `<name>.lock`. An owner that died on this machine is known at once, one elsewhere when it
 * has shown no sign of life for 10 seconds. Not reentrant. The Python package takes no locks.
 *
 * @param path of the file to lock; it need not exist, links are followed
 * @throws ArtifactError `lock_timeout` at the deadline, `file_unwritable` or `file_missing` when no lock can be made; as
 *   {@link releaseAfter}
 */
export async function withFileLock<Result>(
  path: string,
  options: FileLockOptions,
  work: (lock: HeldFileLock) => Promise<Result>,
): Promise<Result> {
  return await releaseAfter(await acquireFileLock(path, options), { path, stage: 'unlock' }, work);
}

/**
 * Does work under a lock that is held, and gives it back.
 *
 * @param named what an error of giving it back names
 * @throws ArtifactError `durability_unknown` when the work is done but the lock file could not be removed; what `work`
 *   throws passes unchanged
 */
export async function releaseAfter<Result>(
  lock: AcquiredFileLock,
  named: { readonly path: string; readonly stage: string },
  work: (lock: HeldFileLock) => Promise<Result>,
): Promise<Result> {
  let result: Result;
  try {
    result = await work(lock);
  } catch (error) {
    // What went wrong first is what has to be told.
    await lock.release().catch(() => undefined);
    throw error;
  }
  try {
    await lock.release();
  } catch (error) {
    const systemCode = error instanceof ArtifactError ? error.systemCode : null;
    const told = systemCode === null ? '' : ` (${systemCode})`;
    const text = `it is written, but its lock could not be removed${told}; others wait until this process has ended`;
    throw new ArtifactError('durability_unknown', text, {
      ...named,
      systemCode: systemCode ?? undefined,
      cause: error,
    });
  }
  return result;
}

/**
 * Takes the lock of {@link withFileLock} for longer than one piece of work, as an owner does that keeps a file open.
 * Holding it does not keep the process alive.
 *
 * @throws as {@link withFileLock}
 */
export async function acquireFileLock(path: string, options: FileLockOptions = {}): Promise<AcquiredFileLock> {
  const { environment = systemEnvironment(), deadlineMs = DEFAULT_DEADLINE_MS, signal, refuseLiving = false } = options;
  if (!(deadlineMs >= 0)) throw new ArgumentError('deadlineMs', 'deadlineMs must be a number of at least 0');
  signal?.throwIfAborted();
  const lockPath = `${await resolveInOrder(path)}.lock`;
  const deadline = environment.monotonicSeconds() + deadlineMs / 1000;
  const leave = await enterQueue(lockPath, path, { environment, deadline, signal, refuseLiving });
  try {
    const owner = newLockOwner(environment);
    const handle = await acquire(lockPath, path, owner, { environment, deadline, signal, refuseLiving });
    const heartbeat = setInterval(() => {
      const now = new Date();
      handle.utimes(now, now).catch(() => undefined);
    }, HEARTBEAT_MS);
    heartbeat.unref();
    let released: Promise<void> | null = null;
    const giveBack = (): Promise<void> => {
      released ??= (async () => {
        clearInterval(heartbeat);
        try {
          await release(lockPath, path, owner, handle);
        } finally {
          leave();
        }
      })();
      return released;
    };
    return {
      check: () => checkHeld(lockPath, path, owner),
      release: giveBack,
      [Symbol.asyncDispose]: giveBack,
    };
  } catch (error) {
    leave();
    throw error;
  }
}

async function acquire(lockPath: string, path: string, owner: LockOwner, waiting: LockWaiting): Promise<FileHandle> {
  const { environment, deadline, signal, refuseLiving } = waiting;
  let seen = { stamp: '', token: '', since: 0 };
  let pause = 1;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const handle = await createLockFile(lockPath, owner);
      if (handle !== null) return handle;
      const state = await readLockFile(lockPath);
      if (state === null) continue;
      const now = environment.monotonicSeconds();
      const token = state.owner?.token ?? '';
      const showsLife = token !== '' && seen.token === token && seen.stamp !== state.stamp;
      if (seen.stamp !== state.stamp) seen = { stamp: state.stamp, token, since: now };
      const life = lockLife(state, (now - seen.since) * 1000, environment);
      if (life === 'dead' && (await clearDeadLock(lockPath, state))) continue;
      if (refuseLiving && (life === 'alive' || showsLife)) throw lockTimedOut(path, state.owner);
      if (now >= deadline) throw lockTimedOut(path, state.owner);
      await delay(Math.min(pause * (0.5 + Math.random()), (deadline - now) * 1000 + 1), undefined, { signal });
      pause = Math.min(pause * 2, LONGEST_WAIT_MS);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw writeError(error, path, 'lock');
  }
}

async function checkHeld(lockPath: string, path: string, owner: LockOwner): Promise<void> {
  const held = await readLockFile(lockPath).catch((error: unknown) => {
    throw writeError(error, path, 'lock');
  });
  if (held?.owner?.token === owner.token) return;
  throw new ArtifactError('lock_lost', 'its lock was taken over by another process meanwhile', { path, stage: 'lock' });
}

async function release(lockPath: string, path: string, owner: LockOwner, handle: FileHandle): Promise<void> {
  try {
    await handle.close();
    if ((await readLockFile(lockPath))?.owner?.token === owner.token) await removeIfThere(lockPath);
  } catch (error) {
    throw writeError(error, path, 'unlock');
  }
}
