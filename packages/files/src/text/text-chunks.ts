import { isUtf8 } from 'node:buffer';
import { ByteChunks } from '../source/byte-chunks.ts';
import { type FileSource, type ReadOptions, sourceName } from '../source/file-source.ts';
import { notUtf8 } from './decode-utf8.ts';
import { firstInvalidByte } from './first-invalid-byte.ts';

/** Options of {@link readTextChunks}. */
export interface TextOptions extends ReadOptions {
  /** Pass over a byte order mark at the start (default true); else it is the text's first character. */
  readonly skipByteOrderMark?: boolean | undefined;
}

const LONGEST_CHARACTER = 4;

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
  const path = sourceName(source);
  let held = Buffer.alloc(0);
  let base = 0;
  let line = 1;
  for await (const chunk of new ByteChunks(source, options)) {
    const bytes =
      held.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([held, chunk]);
    let whole = bytes.length;
    if (!isUtf8(bytes)) {
      whole = firstInvalidByte(bytes);
      const couldBeCut = bytes.length - whole < LONGEST_CHARACTER && isCutCharacter(bytes.subarray(whole));
      if (!couldBeCut) throw notUtf8(bytes, { path, line: lineAt(bytes, whole, line), base });
    }
    const text = bytes.toString('utf8', 0, whole);
    held = Buffer.from(bytes.subarray(whole));
    line = lineAt(bytes, whole, line);
    const isStart = base === 0;
    base += whole;
    const kept = isStart && options.skipByteOrderMark !== false && text.startsWith('\ufeff') ? text.slice(1) : text;
    if (kept !== '') yield kept;
  }
  if (held.length > 0) throw notUtf8(held, { path, line, base });
}

function isCutCharacter(bytes: Uint8Array): boolean {
  // Completed by the smallest or the largest continuation bytes, one of the two is well formed if any is.
  return [0x80, 0xa0, 0x90, 0xbf, 0x8f, 0x9f].some((byte) => {
    const filled = new Uint8Array(LONGEST_CHARACTER).fill(byte);
    filled.set(bytes);
    for (let length = bytes.length + 1; length <= LONGEST_CHARACTER; length++) {
      if (isUtf8(filled.subarray(0, length)) && length === expectedLength(bytes[0]!)) return true;
    }
    return false;
  });
}

function expectedLength(first: number): number {
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function lineAt(bytes: Uint8Array, end: number, line: number): number {
  let found = line;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) found++;
  return found;
}
