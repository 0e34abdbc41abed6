import { open } from 'node:fs/promises';

/** An open file, as far as writing needs it; `FileHandle` is one. */
export interface OpenFile {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  stat(): Promise<{ readonly size: number; readonly ino: number; readonly mode: number }>;
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The calls through which content reaches the disk; tests hand in some that fail. */
export interface FileOperations {
  /** Opens an existing file for writing, or a folder (`r`) to sync it. */
  open(path: string, flags: 'r' | 'r+'): Promise<OpenFile>;
}

/** Those of the operating system. */
export const SYSTEM_FILE_OPERATIONS: FileOperations = { open };
