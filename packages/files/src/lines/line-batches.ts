import { ArgumentError } from '@stormlog/records';
import { ByteChunks, type ByteChunksOptions } from '../source/byte-chunks.ts';
import type { FileSource } from '../source/file-source.ts';
import { type CutLines, LineCutter } from './line-cutter.ts';

/** A line longer than this is a fault unless an option says otherwise. */
export const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Options of the line readers. */
export interface LineOptions extends ByteChunksOptions {
  /** Longest line that is kept, in bytes without its line end (default 64 MiB). */
  readonly maxLineBytes?: number | undefined;
  /** Number of the first line read (default 1), for readers that go on where they stopped. */
  readonly firstLine?: number | undefined;
}

/** The lines that one chunk of a source completed. */
export interface LineBatch extends CutLines {
  /** Bytes of the file read so far (packed ones, when it is packed). */
  readonly bytes: number;
  /** Size of the file; null when it cannot be known. */
  readonly totalBytes: number | null;
}

/**
 * The lines of a source as bytes, a batch a chunk. Lines end at LF, CR LF or a CR alone, nowhere else
 * (docs/formats/files.md §1). A batch's buffer is used again for the next batch.
 *
 * @param source a path (`.gz` is unpacked) or a named stream
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged` (after the lines before it)
 */
export async function* readLineBatches(
  source: FileSource,
  options: LineOptions = {},
): AsyncGenerator<LineBatch, void, undefined> {
  const maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
  if (!Number.isSafeInteger(maxLineBytes) || maxLineBytes < 1) {
    throw new ArgumentError('maxLineBytes', 'maxLineBytes must be an integer of at least 1');
  }
  const chunks = new ByteChunks(source, options);
  const cutter = new LineCutter({
    maxLineBytes,
    fromOffset: options.fromOffset ?? 0,
    firstLine: options.firstLine ?? 1,
  });
  const { signal } = options;
  for await (const chunk of chunks) {
    yield batch(cutter.push(chunk), chunks);
    signal?.throwIfAborted();
  }
  yield batch(cutter.finish(), chunks);
}

function batch(cut: CutLines, chunks: ByteChunks): LineBatch {
  return Object.assign(cut, { bytes: chunks.bytesRead, totalBytes: chunks.totalBytes });
}
