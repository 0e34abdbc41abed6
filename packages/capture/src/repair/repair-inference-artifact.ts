import type { FileHandle } from 'node:fs/promises';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { resolvePath, systemError, writeError } from '@stormlog/files';
import { ArgumentError, ArtifactError, InvalidRecordError, isBlank, isJsonObject, parseJson } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import { lockArtifact } from '../append/artifact-lock.ts';

const LF = 10;
const CR = 13;
const BLOCK_BYTES = 64 * 1024;
/** A line longer than this is refused by readers anyway. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Options of {@link repairInferenceArtifact}. */
export interface RepairArtifactOptions {
  /** Take turns with other processes of this project (default true). */
  readonly lock?: boolean | undefined;
  /** How long to wait for the lock, in milliseconds (default 5000). */
  readonly lockDeadlineMs?: number | undefined;
  /** Aborting rejects with `signal.reason`, until something is written. */
  readonly signal?: AbortSignal | undefined;
  readonly environment?: Environment | undefined;
}

/** What a repair found and did. */
export interface RepairedArtifact {
  readonly path: string;
  /** Whether the last line was cut off. */
  readonly torn: boolean;
  /** Where the cut line started, which is the size of the artifact now; null when nothing was torn. */
  readonly offset: number | null;
  /** Bytes set aside. */
  readonly bytes: number;
  /** The file that holds them; null when nothing was torn. */
  readonly setAsidePath: string | null;
}

/**
 * Sets the torn tail of an artifact aside: a last line that has no end and is no record goes, byte by byte, into a file
 * of its own beside the artifact, `<name>.torn-<offset>`, and only once that is on the disk does the artifact end before
 * it (docs/formats/capture.md §8). Nothing is lost, and an artifact whose tail is sound is left alone. Faults in other
 * lines are not looked for.
 *
 * @throws ArtifactError `artifact_in_use` when a writer holds it; `file_missing`, `not_a_file`, `file_unreadable`,
 *   `file_unwritable` with the artifact as it was
 * @throws ArgumentError for a compressed artifact
 */
export async function repairInferenceArtifact(
  path: string,
  options: RepairArtifactOptions = {},
): Promise<RepairedArtifact> {
  if (path.endsWith('.gz')) throw new ArgumentError('path', 'a compressed artifact cannot be repaired in place');
  await refuseOtherKinds(path);
  const target = await resolvePath(path);
  if (options.lock === false) return await repair(path, target, options.signal);
  const lock = await lockArtifact(path, options);
  try {
    return await repair(path, target, options.signal);
  } finally {
    await lock.release();
  }
}

async function refuseOtherKinds(path: string): Promise<void> {
  const stats = await attempt(path, () => stat(path));
  if (stats.isFile()) return;
  throw new ArtifactError('not_a_file', 'an artifact must be a file', { path, stage: 'open' });
}

async function repair(path: string, target: string, signal: AbortSignal | undefined): Promise<RepairedArtifact> {
  signal?.throwIfAborted();
  // Reading is enough for one that is sound.
  const reader = await attempt(path, () => open(target, 'r'));
  try {
    const { size } = await attempt(path, () => reader.stat());
    const offset = await attempt(path, () => lastLineStart(reader, size));
    const isTorn = offset < size && !(await attempt(path, () => isWhole(reader, offset, size)));
    if (!isTorn) return { path, torn: false, offset: null, bytes: 0, setAsidePath: null };
    signal?.throwIfAborted();
    const setAsidePath = await setAside(reader, path, target, offset, size);
    await cut(path, target, offset);
    return { path, torn: true, offset, bytes: size - offset, setAsidePath };
  } finally {
    await reader.close();
  }
}

/** Where the bytes behind the last line end start: the size of the file when there are none. */
async function lastLineStart(file: FileHandle, size: number): Promise<number> {
  const block = Buffer.alloc(Math.min(size, BLOCK_BYTES));
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - BLOCK_BYTES);
    await readFully(file, block, start, end - start);
    const bytes = block.subarray(0, end - start);
    const found = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR));
    if (found >= 0) return start + found + 1;
    end = start;
  }
  return 0;
}

/** A last line that is blank, or one JSON object, only lacks its end. */
async function isWhole(file: FileHandle, offset: number, size: number): Promise<boolean> {
  if (size - offset > LONGEST_LINE) return false;
  const bytes = Buffer.alloc(size - offset);
  await readFully(file, bytes, offset, bytes.length);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return isBlank(text) || isJsonObject(parseJson(text));
  } catch (error) {
    if (error instanceof InvalidRecordError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Copies the tail into a new file; one that an interrupted repair left stays. */
async function setAside(reader: FileHandle, path: string, target: string, from: number, to: number): Promise<string> {
  for (let attempts = 0; ; attempts++) {
    const copy = `${target}.torn-${from}${attempts === 0 ? '' : `-${attempts}`}`;
    const file = await openNew(copy);
    if (file === null) continue;
    try {
      await copyRange(reader, file, from, to);
      await file.sync();
    } catch (error) {
      throw writeError(error, copy, 'write');
    } finally {
      await file.close();
    }
    await syncFolder(dirname(copy), path);
    return copy;
  }
}

/** Null when there is a file of that name. */
async function openNew(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null;
    throw writeError(error, path, 'open');
  }
}

async function copyRange(reader: FileHandle, file: FileHandle, from: number, to: number): Promise<void> {
  const block = Buffer.alloc(Math.min(to - from, BLOCK_BYTES));
  for (let at = from; at < to; ) {
    const length = Math.min(block.length, to - at);
    await readFully(reader, block, at, length);
    for (let done = 0; done < length; ) {
      done += (await file.write(block, done, length - done, at - from + done)).bytesWritten;
    }
    at += length;
  }
}

async function cut(path: string, target: string, size: number): Promise<void> {
  try {
    const file = await open(target, 'r+');
    try {
      await file.truncate(size);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw writeError(error, path, 'truncate');
  }
}

async function syncFolder(folder: string, path: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeError(error, path, 'sync');
  }
}

async function readFully(file: FileHandle, buffer: Buffer, position: number, length: number): Promise<void> {
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('the file became shorter while it was read');
    done += bytesRead;
  }
}

async function attempt<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw systemError(error, path, 'read');
  }
}
