import { readJsonDocument } from '@stormlog/files';
import { InvalidRecordError, isJsonObject, type JsonValue } from '@stormlog/records';
import { parseSessionSummary, type SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { selectRecords } from './document-records.ts';
import { EventConverter } from './event-converter.ts';
import { type FileReport, reasonOf } from './file-report.ts';
import type { LoadDocumentOptions } from './load-options.ts';

/** What a JSON document holds. */
export interface DocumentContents {
  readonly events: readonly TelemetryEvent[];
  /** The summary that a tracker wrote into its result; null when there is none. */
  readonly summary: SessionSummary | null;
}

/**
 * The events of a JSON document, in the order of its list (docs/formats/loading.md §3).
 *
 * A bad element is an error, or is left out and reported when `onInvalid` is `skip`.
 *
 * @throws InvalidRecordError with path and position; ArtifactError
 */
export async function readDocument(
  path: string,
  report: FileReport,
  options: LoadDocumentOptions & { readonly defaultSessionId: string },
): Promise<DocumentContents> {
  const { signal, onProgress, chunkBytes } = options;
  const eventsKey = options.eventsKey ?? null;
  const document = await readJsonDocument(path, {
    signal,
    chunkBytes,
    bigIntField: 'timestamp_ns',
    elementKeys: eventsKey === null ? ['events', 'telemetry_events'] : [eventsKey],
    onProgress: onProgress && ((progress) => onProgress({ path, ...progress })),
  });
  const skips = options.onInvalid === 'skip';
  const selected = placed(path, () => selectRecords(document, eventsKey));
  const summary = readSummary(selected.summary, report, skips);
  const converter = new EventConverter(report, options);
  const events: TelemetryEvent[] = [];
  report.lines = selected.records.length;
  selected.records.forEach((record, index) => {
    try {
      checkSession(record, summary);
      events.push(converter.convert(record, index + 1));
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      const place = selected.key === null ? `[${index}]` : `${selected.key}[${index}]`;
      if (!skips) throw elementError(error, path, index, place);
      report.rejected++;
      report.notice('element_skipped', `${place}: ${reasonOf(error)}`, { line: index + 1, field: error.field });
    }
  });
  report.events = events.length;
  return { events, summary };
}

function readSummary(payload: JsonValue | undefined, report: FileReport, skips: boolean): SessionSummary | null {
  if (!isJsonObject(payload)) return null;
  try {
    return parseSessionSummary(payload);
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    if (!skips) throw error.at({ path: report.path });
    report.notice('session_summary_unusable', `session_summary is passed over: ${reasonOf(error)}`, {
      field: error.field,
    });
    return null;
  }
}

function checkSession(record: JsonValue, summary: SessionSummary | null): void {
  if (summary === null || !isJsonObject(record)) return;
  if (Object.hasOwn(record, 'session_id') && record['session_id'] === summary.session_id) return;
  throw new InvalidRecordError('session_mismatch', 'the record does not name the session of its document', {
    field: 'session_id',
  });
}

function elementError(error: InvalidRecordError, path: string, index: number, place: string): InvalidRecordError {
  return new InvalidRecordError(error.code, `${place}: ${error.message}`, {
    path,
    record: index + 1,
    field: error.field ?? undefined,
    issues: error.issues,
    cause: error.cause,
  });
}

function placed<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof InvalidRecordError ? error.at({ path }) : error;
  }
}
