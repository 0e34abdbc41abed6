import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { systemError } from '@stormlog/files';
import { ArtifactError } from '@stormlog/records';

/** Options of reading a trace. */
export interface ReadTraceOptions {
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes read at a time (default 1 MiB). */
  readonly chunkBytes?: number | undefined;
}

const CHUNK_BYTES = 1 << 20;

/**
 * The bytes of a trace, unpacked when the first two say gzip, whatever the name. A chunk is good until the next is asked
 * for.
 *
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged`
 */
export async function* readTraceBytes(path: string, options: ReadTraceOptions = {}): AsyncGenerator<Buffer> {
  const chunkBytes = Math.max(2, options.chunkBytes ?? CHUNK_BYTES);
  const chunks = readChunks(path, chunkBytes, options.signal);
  try {
    const first = await chunks.next();
    if (first.done === true) return;
    const all = startingWith(first.value, chunks);
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* unpacked(path, all, chunkBytes);
    else yield* all;
  } finally {
    await chunks.return(undefined);
  }
}

async function* unpacked(path: string, all: AsyncIterable<Buffer>, chunkBytes: number): AsyncGenerator<Buffer> {
  const packed = Readable.from(copied(all), { objectMode: false });
  const gunzip = createGunzip({ chunkSize: Math.max(1024, chunkBytes) });
  packed.on('error', (error) => gunzip.destroy(error));
  packed.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!code.startsWith('Z_')) throw cause;
    throw new ArtifactError('gzip_damaged', 'the gzip data is damaged or cut short', { path, stage: 'decode', cause });
  } finally {
    gunzip.destroy();
    packed.destroy();
  }
}

async function* readChunks(path: string, size: number, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  signal?.throwIfAborted();
  try {
    await using handle = await open(path);
    if (!(await handle.stat()).isFile()) {
      throw new ArtifactError('not_a_file', 'a trace must be a file', { path, stage: 'open' });
    }
    const buffer = Buffer.allocUnsafe(size);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, size, null);
      if (bytesRead === 0) return;
      signal?.throwIfAborted();
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw systemError(error, path, 'read');
    throw error;
  }
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* copied(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
