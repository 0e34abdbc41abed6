import { ArtifactError } from '@stormlog/records';
import { parentPath } from '../sink/resolve-manifest.ts';
import { onDisk } from './disk-fault.ts';
import type { SinkFile, SinkFileOperations } from './sink-file-operations.ts';

/**
 * Puts new content in the place of a file by writing another one beside it and renaming that.
 *
 * @param temporary path of the other one, in the same folder; left behind when something fails
 * @param sync bring content and name to the disk before the promise resolves
 * @throws ArtifactError `file_unwritable` with the old content in place; `durability_unknown` when the new content is in
 *   place but the folder could not be synced
 */
export async function replaceWhole(
  operations: SinkFileOperations,
  paths: { readonly temporary: string; readonly target: string },
  text: string,
  sync: boolean,
): Promise<void> {
  const { temporary, target } = paths;
  const file = await onDisk(temporary, 'open', () => operations.openEmpty(temporary));
  try {
    await writeWhole(file, Buffer.from(text, 'utf8'), temporary);
    if (sync) await onDisk(temporary, 'sync', () => file.sync());
  } finally {
    await file.close();
  }
  await onDisk(target, 'rename', () => operations.rename(temporary, target));
  if (!sync) return;
  try {
    await operations.syncFolder(parentPath(target));
  } catch (cause) {
    throw new ArtifactError('durability_unknown', 'it is in place but may not survive a power loss', {
      path: target,
      stage: 'sync',
      cause,
    });
  }
}

/**
 * Writes until every byte is taken.
 *
 * @throws ArtifactError `file_unwritable`, also when a write takes nothing and says nothing
 */
export async function writeWhole(file: SinkFile, bytes: Uint8Array, path: string): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const taken = await onDisk(path, 'write', () => file.write(done === 0 ? bytes : bytes.subarray(done)));
    if (taken <= 0) {
      throw new ArtifactError('file_unwritable', 'it cannot be written: nothing was taken', { path, stage: 'write' });
    }
    done += taken;
  }
}
