import { isUtf8 } from 'node:buffer';
import { ByteChunks } from '../source/byte-chunks.ts';
import { type FileSource, type ReadOptions, sourceName } from '../source/file-source.ts';
import { countLineEnds } from './count-line-ends.ts';
import { notUtf8 } from './decode-utf8.ts';
import { firstInvalidByte, isCutCharacter } from './first-invalid-byte.ts';
import { otherEncoding } from './other-encoding.ts';

/** Options of {@link readTextChunks}. */
export interface TextOptions extends ReadOptions {
  /** Pass over a byte order mark at the start (default true); else it is the text's first character. */
  readonly skipByteOrderMark?: boolean | undefined;
}

/** So many bytes tell another encoding apart. */
const BEGINNING_BYTES = 4;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The text of a source in chunks that never cut a character (docs/formats/files.md §3).
 *
 * @throws InvalidRecordError `not_utf8` with path and line; the message names the byte's offset
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged`
 */
export async function* readTextChunks(
  source: FileSource,
  options: TextOptions = {},
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoderWithPlaces(sourceName(source));
  let isStart = options.skipByteOrderMark !== false;
  for await (const chunk of new ByteChunks(source, options)) {
    let text = decoder.push(chunk);
    if (text === '') continue;
    if (isStart && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
    isStart = false;
    if (text !== '') yield text;
  }
  const rest = decoder.finish();
  const text = isStart && rest.startsWith(BYTE_ORDER_MARK) ? rest.slice(1) : rest;
  if (text !== '') yield text;
}

/** Decodes strict UTF-8 chunk by chunk and keeps count of offsets and lines for the error. */
class TextDecoderWithPlaces {
  readonly #path: string;
  /** Bytes of a character that is cut at the end of a chunk, or of a beginning that is too short to judge. */
  #held: Buffer = Buffer.alloc(0);
  #base = 0;
  #line = 1;
  #encoding: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  push(chunk: Uint8Array): string {
    const bytes =
      this.#held.length > 0
        ? Buffer.concat([this.#held, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    if (this.#base === 0 && bytes.length < BEGINNING_BYTES) {
      this.#held = Buffer.from(bytes);
      return '';
    }
    if (this.#base === 0) this.#encoding = otherEncoding(bytes);
    return this.#decode(bytes, false);
  }

  finish(): string {
    if (this.#base === 0) this.#encoding = otherEncoding(this.#held);
    return this.#decode(this.#held, true);
  }

  #decode(bytes: Buffer, isLast: boolean): string {
    let whole = bytes.length;
    if (this.#encoding !== null || !isUtf8(bytes)) {
      whole = firstInvalidByte(bytes);
      if (this.#encoding !== null || isLast || !isCutCharacter(bytes, whole)) throw this.#fault(bytes);
    }
    // Whether a CR ends a line alone is known with the byte after it.
    if (!isLast && whole === bytes.length && whole > 0 && bytes[whole - 1] === 13) whole--;
    this.#held = Buffer.from(bytes.subarray(whole));
    this.#base += whole;
    this.#line += countLineEnds(bytes, whole);
    return bytes.toString('utf8', 0, whole);
  }

  #fault(bytes: Buffer): Error {
    return notUtf8(bytes, { path: this.#path, line: this.#line, base: this.#base, encoding: this.#encoding });
  }
}
