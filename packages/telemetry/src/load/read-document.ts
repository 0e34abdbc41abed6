import { streamJsonDocument } from '@stormlog/files';
import { InvalidRecordError, isJsonObject, type JsonValue } from '@stormlog/records';
import { parseSessionSummary, type SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { DocumentParts } from './document-parts.ts';
import { type FileReport, reasonOf } from './file-report.ts';
import type { LoadDocumentOptions } from './load-options.ts';

/** What a JSON document holds. */
export interface DocumentContents {
  readonly events: readonly TelemetryEvent[];
  /** The summary that a tracker wrote into its result; null when there is none. */
  readonly summary: SessionSummary | null;
  readonly report: FileReport;
}

/**
 * The events of a JSON document, in the order of its list (docs/formats/loading.md §3). Elements are converted as they
 * are read: a document may be larger than any string.
 *
 * A bad element is an error, or is left out and reported when `onInvalid` is `skip`.
 *
 * @throws InvalidRecordError with path, line and position; ArtifactError
 */
export async function readDocument(
  path: string,
  options: LoadDocumentOptions & { readonly defaultSessionId: string },
): Promise<DocumentContents> {
  const { signal, onProgress, chunkBytes } = options;
  const parts = new DocumentParts(path, options);
  await streamJsonDocument(path, parts, {
    signal,
    chunkBytes,
    bigIntField: 'timestamp_ns',
    elementKeys: parts.elementKeys,
    onProgress: onProgress && ((progress) => onProgress({ path, ...progress })),
  });
  const list = parts.select();
  const skips = options.onInvalid === 'skip';
  const summary = readSummary(list.isTrackerResult ? parts.summary : undefined, list.report, skips);
  if (summary !== null) list.keepSession(summary.session_id);
  return { events: list.finish(), summary, report: list.report };
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
