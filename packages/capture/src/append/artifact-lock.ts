import { type AcquiredFileLock, acquireFileLock, type FileLockOptions } from '@stormlog/files';
import { ArtifactError } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';

const DEFAULT_DEADLINE_MS = 5000;

/** How a lock is waited for. */
export interface CaptureLockOptions {
  readonly environment?: Environment | undefined;
  readonly lockDeadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The options of a file's lock. */
export function fileLockOptions(options: CaptureLockOptions): FileLockOptions {
  const { environment, lockDeadlineMs: deadlineMs = DEFAULT_DEADLINE_MS, signal } = options;
  return { environment, deadlineMs, signal };
}

/**
 * Takes the lock of an artifact, which a writer that keeps it open holds too (docs/formats/capture.md §7).
 *
 * @throws ArtifactError `artifact_in_use` when it is not given back by the deadline
 */
export async function lockArtifact(path: string, options: CaptureLockOptions): Promise<AcquiredFileLock> {
  try {
    return await acquireFileLock(path, fileLockOptions(options));
  } catch (error) {
    if (!(error instanceof ArtifactError) || error.code !== 'lock_timeout') throw error;
    const message = `another writer holds it: ${error.message}`;
    throw new ArtifactError('artifact_in_use', message, { path, stage: 'lock', cause: error });
  }
}
