import type { ArtifactError, InvalidRecordError, JsonValue } from '@stormlog/records';
import { type FileSource, sourceName } from '../source/file-source.ts';
import { JsonLineReader } from './json-line-reader.ts';
import { type LineOptions, readLineBatches } from './line-batches.ts';

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
  const reader = new JsonLineReader(sourceName(source), options);
  for await (const batch of readLineBatches(source, options)) yield reader.read(batch);
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
