import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type FileOperations, writeError } from '@stormlog/files';

/** What file systems say that cannot sync a folder at all. */
const NO_FOLDER_SYNC = new Set<unknown>(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Makes a folder with those above it, and brings the new names to the disk.
 *
 * @param path of the file that is to lie in it, for errors
 * @throws ArtifactError `file_missing` or `file_unwritable`
 */
export async function makeFolder(folder: string, path: string, operations: FileOperations = { open }): Promise<void> {
  try {
    const first = await mkdir(folder, { recursive: true });
    if (first === undefined) return;
    const top = dirname(resolve(first));
    for (let parent = dirname(resolve(folder)); ; parent = dirname(parent)) {
      await syncFolder(parent, operations);
      if (parent === top || parent === dirname(parent)) return;
    }
  } catch (error) {
    throw writeError(error, path, 'folder');
  }
}

async function syncFolder(folder: string, operations: FileOperations): Promise<void> {
  const handle = await operations.open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_FOLDER_SYNC.has(error.code))) throw error;
  } finally {
    await handle.close();
  }
}
