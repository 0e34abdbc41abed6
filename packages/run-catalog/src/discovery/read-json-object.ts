import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { readJsonDocument, systemError } from '@stormlog/files';
import {
  formatError,
  InvalidRecordError,
  isJsonObject,
  type JsonObject,
  parseJson,
  StormlogError,
} from '@stormlog/records';
import { readSmallFile } from './read-small-file.ts';

/** Larger files are read in parts, so that no text of that size is parsed in one go. */
const MAX_BYTES_AT_ONCE = 1024 * 1024;

/** What a file holds, or why it is no JSON object. */
export type JsonObjectFile =
  | { readonly kind: 'object'; readonly object: JsonObject }
  /** Nothing, or no regular file. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly reason: string };

/**
 * Reads a file that should hold a JSON object (docs/formats/run-catalog.md §1.1). Never fails for what the file is: a
 * pipe or a device counts as absent, everything else that is no object is told.
 */
export async function readJsonObject(path: string, signal?: AbortSignal | undefined): Promise<JsonObjectFile> {
  signal?.throwIfAborted();
  const quick = await readSmallFile(path, (bytes) => parseJson(UTF_8.decode(bytes)));
  if (quick !== null && isJsonObject(quick)) return { kind: 'object', object: quick };
  try {
    const text = await readRegularFile(path);
    if (text === null) return { kind: 'absent' };
    const value =
      text === 'large'
        ? await readJsonDocument(path, { signal, maxBytes: MAX_BYTES_AT_ONCE, skipByteOrderMark: false })
        : parseJson(text, { path, line: 1, column: 1 });
    return isJsonObject(value)
      ? { kind: 'object', object: value }
      : { kind: 'unusable', reason: 'it is no JSON object' };
  } catch (error) {
    const failure = systemError(error, path, 'read');
    if (!(failure instanceof StormlogError)) throw failure;
    if (failure.code === 'file_missing') return { kind: 'absent' };
    return { kind: 'unusable', reason: failure instanceof InvalidRecordError ? failure.message : formatError(failure) };
  }
}

/** The text of a regular file; null when it is something else, `large` when it is too long to be read here. */
async function readRegularFile(path: string): Promise<string | 'large' | null> {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return null;
    if (stats.size > MAX_BYTES_AT_ONCE) return 'large';
    const bytes = Buffer.allocUnsafe(stats.size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0) return decode(bytes.subarray(0, length), path);
      if (length === bytes.length) return 'large';
      if (length === stats.size) return decode(bytes.subarray(0, length), path);
    }
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    return UTF_8.decode(bytes);
  } catch (error) {
    throw new InvalidRecordError('not_utf8', 'it is not UTF-8', { path, cause: error });
  }
}

// A byte order mark stays, and is then no JSON.
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
