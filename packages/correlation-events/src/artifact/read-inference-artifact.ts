import { isAscii, isUtf8 } from 'node:buffer';
import { type FileSource, type LineBatch, type LineOptions, readLineBatches } from '@stormlog/files';
import {
  ConflictError,
  InvalidRecordError,
  isBlank,
  isJsonObject,
  type JsonObject,
  parseJson,
} from '@stormlog/records';
import { CorrelationRecordDecoder } from '../codec/record-decoder.ts';
import { type InferenceRecord, isInferenceEvent } from '../events/inference-event.ts';
import { type AsciiLines, RowScanner } from './row-scanner.ts';

/** Options of the artifact readers. */
export interface ReadArtifactOptions extends LineOptions {
  /** Holds the contexts defined so far; by default the artifact starts without any. */
  readonly decoder?: CorrelationRecordDecoder | undefined;
}

/** Records of neighbouring lines. */
export interface InferenceBatch<T> {
  readonly records: readonly T[];
  /** Per record: its line, 1 for the first. */
  readonly lines: readonly number[];
}

/** A record and the line it stands on, 1 for the first. */
export interface InferenceLine<T> {
  readonly line: number;
  readonly record: T;
}

type Decode<T> = (batch: LineBatch, index: number) => T | null;

/**
 * The events and legacy rows of an artifact with their lines (docs/formats/inference-artifacts.md §1 and §3.3). What
 * stands before a bad line is delivered before the failure.
 *
 * @param source a path (`.gz` is unpacked) or a named stream
 * @throws InvalidRecordError for the first line that breaks a rule, with path, line and field; a record cut off at the
 * end of the file is one
 * @throws ConflictError for a context id defined twice, with path and line
 * @throws ArtifactError for a file that cannot be read
 */
export function readInferenceArtifact(
  source: FileSource,
  options: ReadArtifactOptions = {},
): AsyncGenerator<InferenceLine<InferenceRecord>, void, undefined> {
  return lineByLine(readInferenceBatches(source, options));
}

/** {@link readInferenceArtifact} by batches of lines, which costs less for each. */
export function readInferenceBatches(
  source: FileSource,
  options: ReadArtifactOptions = {},
): AsyncGenerator<InferenceBatch<InferenceRecord>, void, undefined> {
  return decodeBatches(source, options, eventDecoder(options.decoder ?? new CorrelationRecordDecoder()));
}

/**
 * The records of an artifact with their lines, contexts put back and otherwise as they stand there: rows that carry
 * their own context, and rows of other kinds, are not checked (docs/formats/inference-artifacts.md §3.3).
 *
 * @throws as {@link readInferenceArtifact}
 */
export function readInferenceRecords(
  source: FileSource,
  options: ReadArtifactOptions = {},
): AsyncGenerator<InferenceLine<JsonObject>, void, undefined> {
  const decoder = options.decoder ?? new CorrelationRecordDecoder();
  return lineByLine(
    decodeBatches(source, options, (batch, index) => {
      const text = lineText(batch, index);
      return isBlank(text) ? null : decoder.decode(parseJson(text));
    }),
  );
}

/**
 * All events and legacy rows of an artifact in their order.
 *
 * @throws as {@link readInferenceArtifact}
 */
export async function loadInferenceArtifact(
  source: FileSource,
  options: ReadArtifactOptions = {},
): Promise<InferenceRecord[]> {
  const records: InferenceRecord[] = [];
  for await (const batch of readInferenceBatches(source, options)) {
    for (const record of batch.records) records.push(record);
  }
  return records;
}

async function* lineByLine<T>(
  batches: AsyncIterable<InferenceBatch<T>>,
): AsyncGenerator<InferenceLine<T>, void, undefined> {
  for await (const { records, lines } of batches) {
    for (let i = 0; i < records.length; i++) yield { line: lines[i]!, record: records[i]! };
  }
}

async function* decodeBatches<T>(
  source: FileSource,
  options: ReadArtifactOptions,
  decode: Decode<T>,
): AsyncGenerator<InferenceBatch<T>, void, undefined> {
  const path = typeof source === 'string' ? source : source.name;
  for await (const batch of readLineBatches(source, options)) {
    const records: T[] = [];
    const lines: number[] = [];
    let failure: unknown = null;
    const tooLong = batch.overlong[0];
    for (let i = 0; i < batch.lines.length && failure === null; i++) {
      const line = batch.lines[i]!;
      if (tooLong !== undefined && tooLong.line < line) break;
      try {
        const record = decode(batch, i);
        if (record === null) continue;
        records.push(record);
        lines.push(line);
      } catch (error) {
        const isLast = i === batch.lines.length - 1 && !batch.terminated;
        failure = placed(error, path, line, isLast);
      }
    }
    if (records.length > 0) yield { records, lines };
    if (failure !== null) throw failure;
    if (tooLong !== undefined) {
      const text = `a line has ${tooLong.bytes} bytes, more than the limit`;
      throw new InvalidRecordError('line_too_long', text, { path, line: tooLong.line });
    }
  }
}

function placed(error: unknown, path: string, line: number, isUnterminated: boolean): unknown {
  if (error instanceof ConflictError) return error.at({ path, line });
  if (!(error instanceof InvalidRecordError)) return error;
  const isTorn = isUnterminated && (error.code === 'json_syntax' || error.code === 'not_utf8');
  if (!isTorn) return error.at({ path, line });
  const text = `the last record is cut off (${error.message}): the writer was stopped while it wrote line ${line}`;
  return new InvalidRecordError(error.code, text, { path, line, cause: error });
}

function lineText(batch: LineBatch, index: number): string {
  const bytes = batch.buffer.subarray(batch.starts[index]!, batch.ends[index]!);
  if (!isUtf8(bytes)) throw new InvalidRecordError('not_utf8', 'the line is not UTF-8');
  return bytes.toString('utf8');
}

/** Reads lines as events: by the scanner where it can, else by the general parser. */
function eventDecoder(decoder: CorrelationRecordDecoder): Decode<InferenceRecord> {
  const scanner = new RowScanner(decoder.registry);
  let current: LineBatch | null = null;
  let base = 0;
  let ascii: AsciiLines | null = null;
  return (batch, index) => {
    const start = batch.starts[index]!;
    const end = batch.ends[index]!;
    if (batch !== current) {
      current = batch;
      base = batch.starts[0] ?? 0;
      ascii = asciiLines(batch.buffer.subarray(base, batch.ends.at(-1) ?? base));
    }
    const event = ascii === null ? scanLine(scanner, batch, index) : scanner.scan(ascii, start - base, end - base);
    if (event !== null) return event;
    const line = lineText(batch, index);
    if (isBlank(line)) return null;
    const row = parseJson(line);
    const record = decoder.decodeOwned(row);
    if (record !== null && isInferenceEvent(record) && isJsonObject(row)) {
      scanner.learn(line, Object.hasOwn(row, 'context_id'), record);
    }
    return record;
  };
}

/** A line of a batch that is not all ASCII. */
function scanLine(scanner: RowScanner, batch: LineBatch, index: number): InferenceRecord | null {
  const lines = asciiLines(batch.buffer.subarray(batch.starts[index]!, batch.ends[index]!));
  return lines === null ? null : scanner.scan(lines, 0, lines.bytes.length);
}

function asciiLines(bytes: Buffer): AsciiLines | null {
  if (!isAscii(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, view, text: bytes.toString('latin1') };
}
