import { type FileSource, type LineOptions, readLineBatches } from '@stormlog/files';
import type { JsonObject } from '@stormlog/records';
import { CorrelationRecordDecoder } from '../codec/record-decoder.ts';
import type { InferenceRecord } from '../events/inference-event.ts';
import { eventLineDecoder, type LineDecoder, overlongLine, placedError, recordLineDecoder } from './line-decoder.ts';
import { type InferenceBatch, type InferenceLine, LineIterator } from './line-iterator.ts';

/** Options of the artifact readers. */
export interface ReadArtifactOptions extends LineOptions {
  /** Holds the contexts defined so far; by default the artifact starts without any. */
  readonly decoder?: CorrelationRecordDecoder | undefined;
}

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
): AsyncIterableIterator<InferenceLine<InferenceRecord>> {
  return new LineIterator(readInferenceBatches(source, options));
}

/** {@link readInferenceArtifact} by batches of lines, which costs less for each. */
export function readInferenceBatches(
  source: FileSource,
  options: ReadArtifactOptions = {},
): AsyncGenerator<InferenceBatch<InferenceRecord>, void, undefined> {
  return decodeBatches(source, options, eventLineDecoder(options.decoder ?? new CorrelationRecordDecoder()));
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
): AsyncIterableIterator<InferenceLine<JsonObject>> {
  const decoder = options.decoder ?? new CorrelationRecordDecoder();
  return new LineIterator(decodeBatches(source, options, recordLineDecoder(decoder)));
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

async function* decodeBatches<T>(
  source: FileSource,
  options: ReadArtifactOptions,
  decode: LineDecoder<T>,
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
        failure = placedError(error, { path, line, isUnterminated: isLast });
      }
    }
    if (records.length > 0) yield { records, lines };
    if (failure !== null) throw failure;
    if (tooLong !== undefined) throw overlongLine(tooLong, path);
  }
}
