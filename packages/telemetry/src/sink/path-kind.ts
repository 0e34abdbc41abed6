import { stat } from 'node:fs/promises';
import { systemError } from '@stormlog/files';
import { ArtifactError } from '@stormlog/records';

/** What stands at a path, links followed; a dangling link counts as nothing. */
export type PathKind = 'file' | 'folder' | 'other' | 'nothing';

/**
 * Looks what stands at a path.
 *
 * @throws ArtifactError `file_unreadable` when the operating system does not let one look
 */
export async function pathKind(path: string): Promise<PathKind> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const failure = systemError(error, path, 'open');
    if (failure instanceof ArtifactError) {
      if (failure.code === 'file_missing' || failure.systemCode === 'ELOOP') return 'nothing';
    }
    throw failure;
  }
}
