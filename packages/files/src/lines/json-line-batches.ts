import {
  ArtifactError,
  InvalidRecordError,
  isBlank,
  isInteger,
  isJsonObject,
  type JsonValue,
  parseJson,
} from '@stormlog/records';
import { type FileSource, sourceName } from '../source/file-source.ts';
import { decodeUtf8 } from '../text/decode-utf8.ts';
import { DEFAULT_MAX_LINE_BYTES, type LineBatch, type LineOptions, readLineBatches } from './line-batches.ts';

/** Options of the JSON line readers. */
export interface JsonLineOptions extends LineOptions {
  /** This field of every line that is an object is a bigint whenever it is an integer, as times in nanoseconds are. */
  readonly bigIntField?: string | undefined;
  /** Pass over a byte order mark at the start (default true); else it is a fault of the first line. */
  readonly skipByteOrderMark?: boolean | undefined;
}

/** A line that gave no value. */
export interface LineFault {
  /** 1 for the first line. */
  readonly line: number;
  /** Offset in the (unpacked) source of the line's first byte. */
  readonly offset: number;
  /** Length without the line end. */
  readonly bytes: number;
  /** False when the line is the last and has no line end: what is left of a record that was being written. */
  readonly terminated: boolean;
  readonly error: InvalidRecordError | ArtifactError;
}

/** The values of the lines that one chunk of a source completed. */
export interface JsonLineBatch {
  readonly values: JsonValue[];
  /** Per value: its line, 1 for the first. */
  readonly lines: number[];
  /** Per value: offset in the (unpacked) source of its line's first byte. */
  readonly offsets: number[];
  readonly faults: LineFault[];
  readonly blankLines: number;
  /** Bytes of the file read so far (packed ones, when it is packed). */
  readonly bytes: number;
  /** Size of the file; null when it cannot be known. */
  readonly totalBytes: number | null;
}

/**
 * The values of a JSON Lines source, exact, a batch a chunk; a line that is not JSON, not UTF-8 or too long is a fault
 * and costs no other line (docs/formats/files.md §2).
 *
 * @param source a path (`.gz` is unpacked) or a named stream
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged` (after the lines before it)
 */
export async function* readJsonLineBatches(
  source: FileSource,
  options: JsonLineOptions = {},
): AsyncGenerator<JsonLineBatch, void, undefined> {
  const name = sourceName(source);
  const maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
  for await (const batch of readLineBatches(source, options)) yield parseBatch(batch, name, maxLineBytes, options);
}

function parseBatch(batch: LineBatch, path: string, maxLineBytes: number, options: JsonLineOptions): JsonLineBatch {
  const values: JsonValue[] = [];
  const lines: number[] = [];
  const offsets: number[] = [];
  const faults: LineFault[] = batch.overlong.map((overlong) => ({
    ...overlong,
    error: new InvalidRecordError(
      'line_too_long',
      `a line has ${overlong.bytes} bytes, more than the limit of ${maxLineBytes}`,
      { path, line: overlong.line },
    ),
  }));
  let blankLines = 0;
  for (let i = 0; i < batch.lines.length; i++) {
    const line = batch.lines[i]!;
    let start = batch.starts[i]!;
    const end = batch.ends[i]!;
    const offset = batch.base + start;
    if (offset === 0 && options.skipByteOrderMark !== false) start += byteOrderMarkLength(batch.buffer, start, end);
    try {
      const text = decodeUtf8(batch.buffer, start, end, { path, line, base: batch.base });
      if (isBlank(text)) {
        blankLines++;
        continue;
      }
      values.push(withBigInt(parseJson(text), options.bigIntField));
      lines.push(line);
      offsets.push(offset);
    } catch (error) {
      if (!(error instanceof InvalidRecordError || error instanceof ArtifactError)) throw error;
      const terminated = batch.terminated || i < batch.lines.length - 1;
      const placed = error instanceof InvalidRecordError ? error.at({ path, line }) : error;
      faults.push({ line, offset, bytes: end - start, terminated, error: placed });
    }
  }
  faults.sort((left, right) => left.line - right.line);
  return { values, lines, offsets, faults, blankLines, bytes: batch.bytes, totalBytes: batch.totalBytes };
}

function byteOrderMarkLength(buffer: Buffer, start: number, end: number): number {
  return end - start >= 3 && buffer[start] === 0xef && buffer[start + 1] === 0xbb && buffer[start + 2] === 0xbf ? 3 : 0;
}

function withBigInt(value: JsonValue, field: string | undefined): JsonValue {
  if (field === undefined || !isJsonObject(value) || !Object.hasOwn(value, field)) return value;
  const member = value[field];
  return typeof member === 'number' && isInteger(member) ? { ...value, [field]: BigInt(member) } : value;
}

/** A value of a JSON Lines source with its place. */
export interface JsonLine {
  readonly line: number;
  readonly offset: number;
  readonly value: JsonValue;
}

/**
 * The values of a JSON Lines source one by one; simpler and slower than {@link readJsonLineBatches}. Blank lines are
 * passed over.
 *
 * @throws InvalidRecordError, ArtifactError for the first line that gives no value, with path and line
 */
export async function* readJsonLines(
  source: FileSource,
  options: JsonLineOptions = {},
): AsyncGenerator<JsonLine, void, undefined> {
  for await (const batch of readJsonLineBatches(source, options)) {
    const fault = batch.faults[0];
    for (let i = 0; i < batch.values.length; i++) {
      const line = batch.lines[i]!;
      if (fault !== undefined && fault.line < line) throw fault.error;
      yield { line, offset: batch.offsets[i]!, value: batch.values[i]! };
    }
    if (fault !== undefined) throw fault.error;
  }
}
