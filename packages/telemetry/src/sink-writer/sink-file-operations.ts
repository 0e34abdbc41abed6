import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, stat, truncate, unlink } from 'node:fs/promises';

const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = constants;
/** Every write is on the disk when it is done; 0 where there is no such flag. */
const WRITES_THROUGH = constants.O_DSYNC ?? 0;

/** A file that a sink appends to, or fills from its start. */
export interface SinkFile {
  /** Writes bytes at the end and answers how many were taken; they may change once that is answered. */
  write(bytes: Uint8Array): Promise<number>;
  size(): Promise<number>;
  truncate(size: number): Promise<void>;
  /** Brings what was written to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Every call by which a sink changes the disk; tests hand in some that fail. */
export interface SinkFileOperations {
  /** Makes a folder and those it lies in, unless they are there. */
  makeFolder(path: string): Promise<void>;
  /** Names of the entries of a folder. */
  list(path: string): Promise<string[]>;
  /** Size of a file in bytes; null when nothing is there. */
  size(path: string): Promise<number | null>;
  /** Opens a file to write at its end, making it if it is not there. */
  openToAppend(path: string): Promise<SinkFile>;
  /** Opens an empty file in the place of what was there. */
  openEmpty(path: string): Promise<SinkFile>;
  truncate(path: string, size: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Deletes a file; nothing happens when it is not there. */
  remove(path: string): Promise<void>;
  /** Brings the entries of a folder to the disk. */
  syncFolder(path: string): Promise<void>;
}

/** Those of the operating system. */
export const SYSTEM_SINK_FILE_OPERATIONS: SinkFileOperations = {
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true });
  },
  list: (path) => readdir(path),
  size: async (path) => (await ignoring('ENOENT', stat(path)))?.size ?? null,
  openToAppend: async (path) => {
    const file = await openFile(path, O_WRONLY | O_CREAT | O_APPEND | WRITES_THROUGH);
    // Writing and syncing are one call then, during which the process does something else.
    return WRITES_THROUGH === 0 ? file : { ...file, sync: async () => undefined };
  },
  openEmpty: (path) => openFile(path, O_WRONLY | O_CREAT | O_TRUNC),
  truncate,
  rename,
  remove: async (path) => {
    await ignoring('ENOENT', unlink(path));
  },
  syncFolder: async (path) => {
    const folder = await open(path, 'r');
    try {
      // Some file systems cannot sync a folder at all.
      await ignoring('EINVAL', folder.sync());
    } finally {
      await folder.close();
    }
  },
};

async function openFile(path: string, flags: number): Promise<SinkFile> {
  const file = await open(path, flags, 0o666);
  return {
    write: async (bytes) => (await file.write(bytes)).bytesWritten,
    size: async () => (await file.stat()).size,
    truncate: (size) => file.truncate(size),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

async function ignoring<Answer>(systemCode: string, call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === systemCode) return null;
    throw error;
  }
}
