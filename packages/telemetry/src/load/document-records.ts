import { InvalidRecordError, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';

/** The keys that tell an event record from other objects. */
const RECORD_KEYS = [
  'schema_version',
  'event_type',
  'type',
  'memory_allocated',
  'memory_mb',
  'timestamp',
  'timestamp_ns',
] as const;

/** The records of a document, and where they were. */
export interface SelectedRecords {
  readonly records: readonly JsonValue[];
  /** The key of the list; null when the document itself is the list or the record. */
  readonly key: string | null;
  /** `session_summary` of a tracker's result; undefined when the document is none. */
  readonly summary: JsonValue | undefined;
}

/**
 * Finds the records of a JSON document: an array's elements, the list under `eventsKey` when one is given, else the
 * list `events`, the list `telemetry_events`, or the object itself when it looks like a record
 * (docs/formats/loading.md §3).
 *
 * @throws InvalidRecordError `document_without_events`
 */
export function selectRecords(document: JsonValue, eventsKey: string | null): SelectedRecords {
  if (Array.isArray(document)) return { records: document, key: null, summary: undefined };
  if (!isJsonObject(document)) {
    throw new InvalidRecordError('document_without_events', 'a telemetry document must be an object or an array');
  }
  const key = eventsKey ?? ['events', 'telemetry_events'].find((name) => Array.isArray(member(document, name)));
  if (key === undefined) {
    if (RECORD_KEYS.some((name) => Object.hasOwn(document, name))) {
      return { records: [document], key: null, summary: undefined };
    }
    throw new InvalidRecordError(
      'document_without_events',
      'the document holds neither a list "events" or "telemetry_events" nor a telemetry record',
    );
  }
  const records = member(document, key);
  if (!Array.isArray(records)) {
    throw new InvalidRecordError(
      'document_without_events',
      `the key ${JSON.stringify(key)} must hold a list of events`,
      {
        field: key,
      },
    );
  }
  return { records, key, summary: key === 'telemetry_events' ? member(document, 'session_summary') : undefined };
}

function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
