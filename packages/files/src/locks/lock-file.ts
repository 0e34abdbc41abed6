import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import { systemCodeOf } from '../errors/system-error.ts';
import { type LockOwner, lockOwnerText, parseLockOwner } from './lock-owner.ts';

/** What a lock file says at one moment. */
export interface LockFileState {
  /** Null while it is being written, and when its writer died meanwhile. */
  readonly owner: LockOwner | null;
  /** Changes with every sign of life. */
  readonly stamp: string;
}

/** Makes a lock file that must not exist yet; null when it does. The handle stays open for signs of life. */
export async function createLockFile(path: string, owner: LockOwner): Promise<FileHandle | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx', 0o644);
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return null;
    throw error;
  }
  try {
    await handle.writeFile(lockOwnerText(owner));
    // While it was empty, it may have been taken for that of a dead writer.
    if ((await readLockFile(path))?.owner?.token === owner.token) return handle;
    await handle.close();
    return null;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

/** What the lock file says; null when there is none. */
export async function readLockFile(path: string): Promise<LockFileState | null> {
  try {
    const { mtimeMs, ino } = await stat(path);
    const owner = parseLockOwner(await readFile(path, 'utf8'));
    return { owner, stamp: `${owner?.token ?? ''} ${ino} ${mtimeMs}` };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Removes a file that may be gone already. */
export async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
}
