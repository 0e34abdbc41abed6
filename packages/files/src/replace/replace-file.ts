import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ArtifactError, StormlogError } from '@stormlog/records';
import { systemCodeOf } from '../errors/system-error.ts';
import { writeError } from '../errors/write-error.ts';
import { resolvePath } from '../paths/resolve-path.ts';
import { type FileOperations, SYSTEM_FILE_OPERATIONS } from './file-operations.ts';
import { FileWriter } from './file-writer.ts';
import { withoutSizeLimitSignal } from './size-limit-signal.ts';

/** The kernel's permission bits of a mode. */
const PERMISSIONS = 0o7777;
const OWNER_WRITE = 0o200;
/** What file systems say that cannot sync a folder at all. */
const NO_FOLDER_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Options of {@link replaceFile}. */
export interface ReplaceFileOptions {
  /** Bring content and folder entry to the disk before the promise resolves (default true). */
  readonly sync?: boolean | undefined;
  /** Default: those of the operating system. */
  readonly operations?: FileOperations | undefined;
}

/**
 * Replaces a file, or makes a new one: whatever happens meanwhile, the path holds the old content or all of the new
 * (docs/formats/writing-files.md §1). A link is written through. Mode and, where it is allowed, owner are kept; a new file
 * obeys the umask. Any size streams.
 *
 * @param write writes the content, from the start; what it throws passes unchanged, and nothing is replaced
 * @throws ArtifactError `file_unwritable`, `file_missing` (of the folder) or `not_a_file`, all with the old content in
 *   place; `durability_unknown` when the new content is in place but the folder could not be synced
 */
export async function replaceFile(
  path: string,
  write: (writer: FileWriter) => Promise<void>,
  options: ReplaceFileOptions = {},
): Promise<void> {
  await replaceInSteps(path, write, options);
}

/**
 * {@link replaceFile} that stops before the rename: all of the new content is on the disk then.
 *
 * @param beforeRename what it throws passes unchanged, and nothing is replaced
 */
export async function replaceInSteps(
  path: string,
  write: (writer: FileWriter) => Promise<void>,
  options: ReplaceFileOptions,
  beforeRename: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { sync = true, operations = SYSTEM_FILE_OPERATIONS } = options;
  // The library would replace a link that leads nowhere; the resolved path is the file that is meant.
  const target = await resolvePath(path);
  await refuseOtherKinds(target, path);
  // Loaded when something is replaced: readers never need it.
  const { default: writeFileAtomic } = await import('write-file-atomic');
  const caller: CallerFailure = {};
  try {
    // All writing is done in the hook: the library's own writes are unchecked.
    await withoutSizeLimitSignal(() =>
      writeFileAtomic(target, '', {
        fsync: sync,
        tmpfileCreated: async (temporary: string) => {
          await fill(temporary, path, operations, sync, (writer) => keepFailure(caller, () => write(writer)));
          await keepFailure(caller, beforeRename);
        },
      }),
    );
  } catch (error) {
    if (caller.failure !== undefined) throw caller.failure.error;
    throw writeError(error, path, 'replace');
  }
  if (sync) await syncFolder(dirname(target), path, operations);
}

interface CallerFailure {
  failure?: { readonly error: unknown };
}

/** Remembers what a caller's own work threw, since the library may wrap it. */
async function keepFailure(caller: CallerFailure, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    caller.failure = { error };
    throw error;
  }
}

/** Devices, pipes and folders are never replaced by a file. */
async function refuseOtherKinds(target: string, path: string): Promise<void> {
  try {
    const stats = await stat(target);
    if (stats.isFile()) return;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return;
    throw writeError(error, path, 'open');
  }
  throw new ArtifactError('not_a_file', 'this is not a file, and is not replaced by one', { path, stage: 'open' });
}

async function fill(
  temporary: string,
  path: string,
  operations: FileOperations,
  sync: boolean,
  write: (writer: FileWriter) => Promise<void>,
): Promise<void> {
  const restore = await makeWritable(temporary, path);
  const file = await attempt(() => operations.open(temporary, 'r+'), path, 'open');
  try {
    const writer = new FileWriter(file, path);
    await write(writer);
    if (sync) await attempt(() => file.sync(), path, 'sync');
    await checkWritten(file, temporary, writer.bytesWritten, path);
    if (restore !== null) await attempt(() => file.chmod(restore), path, 'write');
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
  await attempt(() => file.close(), path, 'close');
}

/** The temporary file has the mode of the file it replaces, which may forbid writing; null when there is nothing to do. */
async function makeWritable(temporary: string, path: string): Promise<number | null> {
  return await attempt(
    async () => {
      const { mode } = await stat(temporary);
      if ((mode & OWNER_WRITE) !== 0) return null;
      await chmod(temporary, (mode & 0o777) | OWNER_WRITE);
      return mode & PERMISSIONS;
    },
    path,
    'open',
  );
}

/** The file must hold what was written, and still be the one that is about to be renamed. */
async function checkWritten(
  file: { stat(): Promise<{ readonly size: number; readonly ino: number }> },
  temporary: string,
  bytes: number,
  path: string,
): Promise<void> {
  const [own, found] = await attempt(() => Promise.all([file.stat(), stat(temporary)]), path, 'write');
  if (own.size === bytes && found.ino === own.ino) return;
  const what = own.size === bytes ? 'another writer took its place' : `${own.size} of ${bytes} bytes were written`;
  throw new ArtifactError('file_unwritable', `it cannot be written: ${what}`, { path, stage: 'write' });
}

async function syncFolder(folder: string, path: string, operations: FileOperations): Promise<void> {
  try {
    const handle = await operations.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const systemCode = systemCodeOf(error);
    if (systemCode !== null && NO_FOLDER_SYNC.has(systemCode)) return;
    throw new ArtifactError(
      'durability_unknown',
      `the new content is in place, but its folder could not be synced${systemCode === null ? '' : ` (${systemCode})`}`,
      { path, stage: 'sync', systemCode: systemCode ?? undefined, cause: error },
    );
  }
}

async function attempt<Result>(work: () => Promise<Result>, path: string, stage: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StormlogError ? error : writeError(error, path, stage);
  }
}
