import { type FileHandle, open } from 'node:fs/promises';
import { ArgumentError, ArtifactError } from '@stormlog/records';
import { systemError } from '../errors/system-error.ts';
import type { FileSource, ReadOptions } from './file-source.ts';
import { unpackGzip } from './gzip.ts';

const DEFAULT_CHUNK_BYTES = 256 * 1024;

/** Options of {@link ByteChunks}. */
export interface ByteChunksOptions extends ReadOptions {
  /** Bytes to pass over before the first one handed on; of a packed file, unpacked bytes. */
  readonly fromOffset?: number | undefined;
}

/**
 * The bytes of a source in chunks, one read ahead. A chunk is valid until the next one is asked for: its memory is used
 * again.
 */
export class ByteChunks {
  /** Bytes of the file itself that have been read. */
  bytesRead = 0;
  /** Size of the file; null when it cannot be known. */
  totalBytes: number | null = null;
  readonly #source: FileSource;
  readonly #options: ByteChunksOptions;
  readonly #chunkBytes: number;

  constructor(source: FileSource, options: ByteChunksOptions = {}) {
    this.#source = source;
    this.#options = options;
    this.#chunkBytes = positiveInteger(options.chunkBytes ?? DEFAULT_CHUNK_BYTES, 'chunkBytes');
    naturalNumber(options.fromOffset ?? 0, 'fromOffset');
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const fromOffset = this.#options.fromOffset ?? 0;
    if (typeof this.#source !== 'string') {
      yield* dropBytes(this.#counted(this.#source.stream), fromOffset);
    } else if (this.#source.endsWith('.gz')) {
      const packed = this.#counted(this.#fileChunks(this.#source, 0));
      yield* dropBytes(unpackGzip(packed, this.#source, this.#chunkBytes), fromOffset);
    } else {
      yield* this.#counted(this.#fileChunks(this.#source, fromOffset));
    }
  }

  async *#counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const { signal, onProgress } = this.#options;
    signal?.throwIfAborted();
    for await (const chunk of chunks) {
      this.bytesRead += chunk.length;
      yield chunk;
      onProgress?.({ bytes: this.bytesRead, totalBytes: this.totalBytes });
      signal?.throwIfAborted();
    }
  }

  async *#fileChunks(path: string, position: number): AsyncGenerator<Uint8Array, void, undefined> {
    const handle = await openFile(path);
    let pending: Promise<Uint8Array> | undefined;
    try {
      this.totalBytes = await sizeOf(handle, path);
      this.bytesRead = position;
      // A pipe has no positions; it is read where it stands.
      const isSeekable = this.totalBytes !== null;
      let current = Buffer.allocUnsafeSlow(this.#chunkBytes);
      let other = Buffer.allocUnsafeSlow(this.#chunkBytes);
      let at = position;
      pending = readChunk(handle, current, isSeekable ? at : null, path);
      for (;;) {
        const chunk = await pending;
        pending = undefined;
        if (chunk.length === 0) return;
        at += chunk.length;
        pending = readChunk(handle, other, isSeekable ? at : null, path);
        // A failure of the read ahead is thrown when its turn comes, not while the chunk before it is in use.
        pending.catch(() => undefined);
        yield chunk;
        [current, other] = [other, current];
      }
    } finally {
      await pending?.catch(() => undefined);
      await handle.close();
    }
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw systemError(error, path, 'open');
  }
}

async function sizeOf(handle: FileHandle, path: string): Promise<number | null> {
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) {
      throw new ArtifactError('not_a_file', `this is a folder, not a file`, {
        path,
        stage: 'open',
        systemCode: 'EISDIR',
      });
    }
    return stats.isFile() ? stats.size : null;
  } catch (error) {
    throw systemError(error, path, 'open');
  }
}

async function readChunk(
  handle: FileHandle,
  buffer: Buffer,
  position: number | null,
  path: string,
): Promise<Uint8Array> {
  try {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw systemError(error, path, 'read');
  }
}

async function* dropBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = count;
  for await (const chunk of chunks) {
    if (left >= chunk.length) {
      left -= chunk.length;
    } else {
      yield left === 0 ? chunk : chunk.subarray(left);
      left = 0;
    }
  }
}

function positiveInteger(value: number, argument: string): number {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new ArgumentError(argument, `${argument} must be an integer of at least 1`);
  }
  return value;
}

function naturalNumber(value: number, argument: string): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new ArgumentError(argument, `${argument} must be an integer of at least 0`);
  }
}
