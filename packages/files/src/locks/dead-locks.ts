import { open, stat } from 'node:fs/promises';
import type { Environment } from '@stormlog/sessions';
import { systemCodeOf } from '../errors/system-error.ts';
import { type LockFileState, readLockFile, removeIfThere } from './lock-file.ts';
import { lockOwnerState } from './lock-owner.ts';

/** An owner elsewhere that has shown nothing for so long is dead. */
const SILENT_MS = 10_000;
/** A lock file without content for so long is that of a writer that died while making it. */
const UNWRITTEN_MS = 1000;
/** A claim that has stood for so long is that of a process that died while clearing up. */
const CLAIM_MS = 5000;

/**
 * Whether the owner of a lock file lives.
 *
 * @param unchangedMs how long the file has not changed
 */
export function lockLife(
  state: LockFileState,
  unchangedMs: number,
  environment: Environment,
): 'alive' | 'dead' | 'unknown' {
  if (state.owner === null) return unchangedMs >= UNWRITTEN_MS ? 'dead' : 'unknown';
  const life = lockOwnerState(state.owner, environment);
  return life === 'unknown' && unchangedMs >= SILENT_MS ? 'dead' : life;
}

/**
 * Removes the lock of a dead owner, and never one that was made since: only who makes the claim of that very lock may
 * remove it, and looks again when holding the claim.
 *
 * @returns false when another process is about to clear it
 */
export async function clearDeadLock(lockPath: string, dead: LockFileState): Promise<boolean> {
  const claimPath = `${lockPath}.${dead.owner?.token ?? 'unwritten'}`;
  const claim = await createClaim(claimPath);
  if (!claim) return false;
  try {
    const found = await readLockFile(lockPath);
    if (found?.stamp === dead.stamp) await removeIfThere(lockPath);
  } finally {
    await removeIfThere(claimPath);
  }
  return true;
}

async function createClaim(claimPath: string): Promise<boolean> {
  try {
    await (await open(claimPath, 'wx', 0o644)).close();
    return true;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
  const age = Date.now() - (await stat(claimPath).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
  if (age > CLAIM_MS) await removeIfThere(claimPath);
  return false;
}
