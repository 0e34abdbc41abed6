import { readJsonDocument } from '@stormlog/files';
import { InvalidRecordError, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { parseSessionSummary } from '@stormlog/sessions';
import type { FaultCollector } from './fault-collector.ts';
import { isLegacyRecord, recordIssues } from './record-issues.ts';
import type { TelemetryFault, ValidateOptions } from './telemetry-fault.ts';

/** The lists that a document may keep its records in, in order of precedence (docs/formats/loading.md). */
const LIST_KEYS = ['events', 'telemetry_events'] as const;

/** The document of a path, read exactly; the path's own faults are thrown. */
export async function readDocument(collector: FaultCollector, options: ValidateOptions): Promise<JsonValue> {
  const { path } = collector;
  return await readJsonDocument(path, {
    signal: options.signal,
    chunkBytes: options.chunkBytes,
    onProgress: ({ bytes, totalBytes }) => options.onProgress?.({ path, bytes, totalBytes }),
  });
}

/** Every record of a JSON document: a list, an object with a list of events, or one record. */
export function* validateDocument(
  document: JsonValue,
  collector: FaultCollector,
): Generator<TelemetryFault, void, undefined> {
  if (Array.isArray(document)) {
    yield* validateElements(document, '', collector);
    return;
  }
  if (!isJsonObject(document)) {
    collector.error(WHOLE, notEvents('the document is neither an object nor a list'));
  } else {
    const key = LIST_KEYS.find((candidate) => Array.isArray(member(document, candidate)));
    const list = key === undefined ? undefined : member(document, key);
    if (key !== undefined && Array.isArray(list)) {
      yield* validateElements(list, key, collector);
      checkSummary(document, list, key, collector);
    } else if (isLegacyRecord(document) || Object.hasOwn(document, 'schema_version')) {
      collector.record(WHOLE, recordIssues(document), isLegacyRecord(document));
    } else {
      collector.error(
        WHOLE,
        notEvents('the document holds no list "events" or "telemetry_events" and is no record itself'),
      );
    }
  }
  yield* collector.take();
}

const WHOLE = { line: null, element: null };

function* validateElements(
  elements: readonly JsonValue[],
  key: string,
  collector: FaultCollector,
): Generator<TelemetryFault, void, undefined> {
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i]!;
    collector.record({ line: null, element: `${key}[${i}]` }, recordIssues(element), isLegacyRecord(element));
    if (i % 1000 === 999) yield* collector.take();
  }
  yield* collector.take();
}

/** A tracker's result names its session; every record must belong to it. */
function checkSummary(document: JsonObject, list: readonly JsonValue[], key: string, collector: FaultCollector): void {
  const given = member(document, 'session_summary');
  if (key !== 'telemetry_events' || !isJsonObject(given)) return;
  try {
    const summary = parseSessionSummary(given);
    const stranger = list.findIndex(
      (record) => isJsonObject(record) && member(record, 'session_id') !== summary.session_id,
    );
    if (stranger < 0) return;
    collector.error(
      { line: null, element: `${key}[${stranger}]` },
      new InvalidRecordError('session_mismatch', 'session_id is not that of the session_summary', {
        field: 'session_id',
      }),
    );
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    collector.error({ line: null, element: 'session_summary' }, error);
  }
}

function notEvents(message: string): InvalidRecordError {
  return new InvalidRecordError('document_without_events', message);
}

export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
