import { constants } from 'node:fs';
import { open, readdir, rename } from 'node:fs/promises';
import type { OpenFile } from '@stormlog/files';

/** An artifact that is open for writing; `FileHandle` is one. */
export interface WritableArtifact extends OpenFile {
  truncate(size: number): Promise<void>;
}

/** The calls by which a writer changes the disk; tests hand in some that fail. */
export interface WriterFileOperations {
  /** Opens a file for writing at any place, making it if it is not there. */
  openArtifact(path: string): Promise<WritableArtifact>;
  rename(from: string, to: string): Promise<void>;
  /** Names of the entries of a folder. */
  list(path: string): Promise<string[]>;
  /** Brings the entries of a folder to the disk. */
  syncFolder(path: string): Promise<void>;
}

/** Those of the operating system. */
export const SYSTEM_WRITER_FILE_OPERATIONS: WriterFileOperations = {
  openArtifact: (path) => open(path, constants.O_RDWR | constants.O_CREAT, 0o666),
  rename,
  list: (path) => readdir(path),
  syncFolder: async (path) => {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } catch (error) {
      // Some file systems cannot sync a folder at all.
      if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error;
    } finally {
      await folder.close();
    }
  },
};
