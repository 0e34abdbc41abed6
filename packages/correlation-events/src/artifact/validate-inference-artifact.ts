import { type FileSource, type LineBatch, readLineBatches } from '@stormlog/files';
import { ConflictError, type ErrorCode, InvalidRecordError, isBlank, StormlogError } from '@stormlog/records';
import { InferenceAccountant } from '../accounting/inference-accountant.ts';
import { CorrelationRecordDecoder } from '../codec/record-decoder.ts';
import { isInferenceEvent } from '../events/inference-event.ts';
import { eventLineDecoder, overlongLine, placedError } from './line-decoder.ts';
import type { ReadArtifactOptions } from './read-inference-artifact.ts';

/** One fault of an artifact. */
export interface ArtifactFault {
  readonly path: string;
  /** 1 for the first line; null for a fault of the file. */
  readonly line: number | null;
  /** Always null: artifacts have lines. */
  readonly element: null;
  /** Dotted path of the field; null when the fault is not about one field. */
  readonly field: string | null;
  readonly code: ErrorCode;
  readonly found: string | null;
  readonly expected: string | null;
  readonly message: string;
}

/** What an artifact held, faults or not. */
export interface ArtifactValidation {
  readonly path: string;
  readonly kind: 'inference_artifact';
  /** Lines that are not blank, definitions included. */
  readonly records: number;
  /** Those with at least one fault. */
  readonly invalid: number;
  readonly legacy: number;
  /** All faults, those beyond the limit included. */
  readonly faults: number;
}

/** Options of {@link validateInferenceArtifact}. */
export interface ValidateArtifactOptions extends Omit<ReadArtifactOptions, 'decoder'> {
  /** Faults handed out; the others are only counted (default: all). */
  readonly limit?: number | undefined;
  readonly onReport?: ((report: ArtifactValidation) => void) | undefined;
}

/**
 * Every fault of an artifact, in the order of its lines: rows that break a rule, a record cut off at the end, events that
 * disagree with earlier ones, a second run (docs/formats/correlation-events.md §4 and §7). Lines after a bad one are
 * judged by themselves.
 *
 * @throws nothing about the file: all of it is a fault; aborting rejects with the signal's reason
 */
export async function* validateInferenceArtifact(
  source: FileSource,
  options: ValidateArtifactOptions = {},
): AsyncGenerator<ArtifactFault, void, undefined> {
  const path = typeof source === 'string' ? source : source.name;
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const decode = eventLineDecoder(new CorrelationRecordDecoder());
  const accountant = new InferenceAccountant();
  const counts = { records: 0, invalid: 0, legacy: 0, faults: 0 };
  try {
    for await (const batch of readLineBatches(source, options)) {
      const found: ArtifactFault[] = [];
      const refuse = (error: unknown) => {
        counts.invalid++;
        for (const fault of faultsOf(error, path)) {
          if (counts.faults++ < limit) found.push(fault);
        }
      };
      let tooLong = 0;
      for (let i = 0; i <= batch.lines.length; i++) {
        const line = batch.lines[i] ?? Number.POSITIVE_INFINITY;
        for (; tooLong < batch.overlong.length && batch.overlong[tooLong]!.line < line; tooLong++) {
          counts.records++;
          refuse(overlongLine(batch.overlong[tooLong]!, path));
        }
        if (i === batch.lines.length) break;
        try {
          if (isBlankLine(batch, i)) continue;
          counts.records++;
          const record = decode(batch, i);
          if (record === null) continue;
          if (isInferenceEvent(record)) accountant.add(record);
          else counts.legacy++;
        } catch (error) {
          const isUnterminated = i === batch.lines.length - 1 && !batch.terminated;
          refuse(placedError(error, { path, line, isUnterminated }));
        }
      }
      yield* found;
    }
  } catch (error) {
    for (const fault of faultsOf(error, path)) {
      if (counts.faults++ < limit) yield fault;
    }
  }
  options.onReport?.({ path, kind: 'inference_artifact', ...counts });
}

function isBlankLine({ buffer, starts, ends }: LineBatch, index: number): boolean {
  const start = starts[index]!;
  const first = start < ends[index]! ? buffer[start]! : 0x20;
  const isVisible = first > 0x20 && first < 0x7f;
  return !isVisible && isBlank(buffer.toString('utf8', start, ends[index]!));
}

/** @throws what is no error of this project */
function faultsOf(error: unknown, path: string): ArtifactFault[] {
  if (!(error instanceof StormlogError)) throw error;
  const isPlaced = error instanceof InvalidRecordError || error instanceof ConflictError;
  const place = { path, line: isPlaced ? error.line : null, element: null };
  if (error instanceof InvalidRecordError && error.issues.length > 0) {
    return error.issues.map(({ code, field, found, expected }) => {
      const message =
        code === 'field_unknown'
          ? `${field} is not a field of the record`
          : `${field} must be ${expected}, ${found === null ? 'but is absent' : `found ${found}`}`;
      return { ...place, field, code, found, expected, message };
    });
  }
  const field = error instanceof InvalidRecordError ? error.field : null;
  return [{ ...place, field, code: error.code, found: null, expected: null, message: error.message }];
}
