import type { FileSource } from '@stormlog/files';
import { InvalidRecordError, StormlogError } from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { FileReport, reasonOf } from './file-report.ts';
import type { LoadDocumentOptions } from './load-options.ts';
import { readDocument } from './read-document.ts';
import { readSegment } from './read-segment.ts';
import { openTelemetrySource, type TelemetrySource } from './telemetry-source.ts';

/** Events that were read together. */
export interface EventBatch {
  readonly events: readonly TelemetryEvent[];
  /** The file they came from. */
  readonly path: string;
}

/**
 * The events of a telemetry file, sink folder or stream in reading order, without holding more than a piece of the input
 * (a JSON document is held whole): for tools that look at each event once. Sessions are neither grouped nor sorted.
 *
 * @param input a path as for `loadTelemetrySessions`, or a named stream of JSON Lines
 * @throws InvalidRecordError with path and line, unless `onInvalid` is `skip`; ArtifactError
 */
export async function* readTelemetryEvents(
  input: FileSource,
  options: LoadDocumentOptions = {},
): AsyncGenerator<TelemetryEvent, void, undefined> {
  for await (const batch of readTelemetryEventBatches(input, options)) yield* batch.events;
}

/** As {@link readTelemetryEvents}, a batch at a time, which is a good deal faster. */
export async function* readTelemetryEventBatches(
  input: FileSource,
  options: LoadDocumentOptions = {},
): AsyncGenerator<EventBatch, void, undefined> {
  options.signal?.throwIfAborted();
  const source = await openTelemetrySource(input, options);
  yield* readSource(source, options, () => undefined);
}

/**
 * The batches of a source; `onFile` is told of each file when it has been read, with the summary that a document holds.
 */
export async function* readSource(
  source: TelemetrySource,
  options: LoadDocumentOptions,
  onFile: (file: { path: string; defaultSessionId: string; events: number; summary: SessionSummary | null }) => void,
): AsyncGenerator<EventBatch, void, undefined> {
  if (source.kind === 'document') {
    const { path, defaultSessionId } = source;
    const { events, summary, report } = await readDocument(path, { ...options, defaultSessionId });
    options.onReport?.(report.toReport());
    yield { events, path };
    onFile({ path, defaultSessionId, events: events.length, summary });
    return;
  }
  let failure: StormlogError | null = null;
  let filesRead = 0;
  for (const { path, source: file, defaultSessionId } of source.segments) {
    const report = new FileReport(path);
    try {
      for await (const events of readSegment(file, report, { ...options, defaultSessionId })) yield { events, path };
    } catch (error) {
      if (options.onInvalid !== 'skip' || !(error instanceof StormlogError)) throw error;
      failure ??= error;
      if (report.events > 0) filesRead++;
      report.notice('segment_unreadable', `${readSoFar(report)}: ${reasonOf(error)}`, { line: lineOf(error) });
      options.onReport?.(report.toReport());
      continue;
    }
    filesRead++;
    options.onReport?.(report.toReport());
    onFile({ path, defaultSessionId, events: report.events, summary: null });
  }
  if (failure !== null && filesRead === 0) throw failure;
}

function readSoFar(report: FileReport): string {
  return report.events > 0 ? `only the first ${report.lines} lines could be read` : 'the file could not be read';
}

function lineOf(error: StormlogError): number | null {
  return error instanceof InvalidRecordError ? error.line : null;
}
