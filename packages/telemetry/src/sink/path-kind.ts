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

/**
 * Makes sure that what stands at a path can be read by it, before it is opened: a named pipe would be waited for, a
 * device may never end.
 *
 * @throws ArtifactError `not_a_file` for a pipe, a socket or a device; `file_unreadable` as {@link pathKind}
 */
export async function refuseSpecialFile(path: string): Promise<void> {
  if ((await pathKind(path)) !== 'other') return;
  throw new ArtifactError('not_a_file', 'it is neither a file nor a folder', { path, stage: 'open' });
}
