import { setTimeout as delay } from 'node:timers/promises';
import { resolvePath } from '../paths/resolve-path.ts';
import { readLockFile } from './lock-file.ts';
import { type LockWaiting, lockTimedOut } from './lock-waiting.ts';

/** The locks of this process, so that waiting among its own tasks needs no polling. */
const queues = new Map<string, Promise<void>>();
/** Paths being resolved: tasks that give the same path go on in the order they came, whichever answer is there first. */
const resolving = new Map<string, Promise<string>>();

/** The path behind all links, told to the tasks that ask at once in the order they asked. */
export function resolveInOrder(path: string): Promise<string> {
  const earlier = resolving.get(path);
  if (earlier !== undefined) return earlier;
  const resolved = resolvePath(path).finally(() => resolving.delete(path));
  resolving.set(path, resolved);
  return resolved;
}

/** Waits for the tasks of this process that came earlier; answers how to let the next one in. */
export async function enterQueue(lockPath: string, path: string, waiting: LockWaiting): Promise<() => void> {
  const earlier = queues.get(lockPath);
  if (earlier !== undefined && waiting.refuseLiving) {
    throw lockTimedOut(path, (await readLockFile(lockPath))?.owner ?? null);
  }
  let leave = (): void => undefined;
  const turn = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const queue = (earlier ?? Promise.resolve()).then(() => turn);
  queues.set(lockPath, queue);
  const done = (): void => {
    leave();
    if (queues.get(lockPath) === queue) queues.delete(lockPath);
  };
  if (earlier === undefined) return done;
  const stop = new AbortController();
  try {
    const left = Math.max(0, (waiting.deadline - waiting.environment.monotonicSeconds()) * 1000);
    const signal = waiting.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, waiting.signal]);
    const timeout = delay(left, 'late' as const, { signal });
    timeout.catch(() => undefined);
    if ((await Promise.race([earlier, timeout])) === 'late') throw lockTimedOut(path, null);
    return done;
  } catch (error) {
    done();
    waiting.signal?.throwIfAborted();
    throw error;
  } finally {
    stop.abort();
  }
}
