import { isAscii, isUtf8 } from 'node:buffer';
import type { LineBatch } from '@stormlog/files';
import {
  ConflictError,
  InvalidRecordError,
  isBlank,
  isJsonObject,
  type JsonObject,
  parseJson,
} from '@stormlog/records';
import type { CorrelationRecordDecoder } from '../codec/record-decoder.ts';
import { type InferenceRecord, isInferenceEvent } from '../events/inference-event.ts';
import { type AsciiLines, RowScanner } from './row-scanner.ts';

/** What one line of a batch holds: null when it is blank or a definition. Throws when it breaks a rule. */
export type LineDecoder<T> = (batch: LineBatch, index: number) => T | null;

/** Where a line stands, and whether it is the last and has no line end. */
export interface LinePlace {
  readonly path: string;
  readonly line: number;
  readonly isUnterminated: boolean;
}

/** An error of this project with its place; a record cut off at the end of a file is named as what it is. */
export function placedError(error: unknown, { path, line, isUnterminated }: LinePlace): unknown {
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

/** The error for a line beyond the limit. */
export function overlongLine(line: LineBatch['overlong'][number], path: string): InvalidRecordError {
  const text = `a line has ${line.bytes} bytes, more than the limit`;
  return new InvalidRecordError('line_too_long', text, { path, line: line.line });
}

/** Reads lines as records by the general parser. */
export function recordLineDecoder(decoder: CorrelationRecordDecoder): LineDecoder<JsonObject> {
  return (batch, index) => {
    const text = lineText(batch, index);
    return isBlank(text) ? null : decoder.decode(parseJson(text));
  };
}

/** Reads lines as events: by the scanner where it can, else by the general parser. */
export function eventLineDecoder(decoder: CorrelationRecordDecoder): LineDecoder<InferenceRecord> {
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
  return { bytes, view };
}
