import { describeValue, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import type { ConversionOptions } from './conversion-options.ts';
import { invalidRecord } from './invalid-record.ts';
import { eventFromLegacyRecord } from './legacy-record.ts';
import type { TelemetryEvent } from './telemetry-event.ts';
import { eventConsistencyIssues, isCompleteEvent, versionIssue } from './telemetry-issues.ts';
import { eventFromVersionedRecord } from './versioned-record.ts';

/**
 * The event of any record: of version 2, 3 or 4, or of a legacy form without a `schema_version`
 * (docs/formats/telemetry.md §4). The result is of version 4, sizes in bytes, times in nanoseconds as bigint.
 *
 * The record is never changed, and is itself the result when it already is a complete version-4 event with a bigint
 * timestamp; parts of it are shared otherwise.
 *
 * @throws InvalidRecordError `record_not_object`, or with every fault in `issues`
 */
export function telemetryEventFromRecord(record: JsonValue, options: ConversionOptions = {}): TelemetryEvent {
  if (!isJsonObject(record)) throw notAnObject(record);
  if (isCompleteEvent(record) && eventConsistencyIssues(record).length === 0) return record;
  return convertTelemetryRecord(record, options);
}

/**
 * The event of a record that states its version, strictly: legacy forms are refused, and so is a byte counter beyond
 * ±(2^53−1) (docs/formats/telemetry.md §4.1, §4.4). Version 2 and 3 become version 4.
 *
 * @throws InvalidRecordError with every fault in `issues`
 */
export function parseTelemetryEvent(record: JsonValue): TelemetryEvent {
  return telemetryEventFromRecord(record, { permissiveLegacy: false });
}

/** As {@link telemetryEventFromRecord} for a record that is known not to be a complete event. */
export function convertTelemetryRecord(record: JsonObject, options: ConversionOptions): TelemetryEvent {
  if (Object.hasOwn(record, 'schema_version')) return eventFromVersionedRecord(record, options);
  if (options.permissiveLegacy ?? true) return eventFromLegacyRecord(record, options);
  throw invalidRecord([versionIssue(record)]);
}

/** The error for an element or line that is not an object. */
export function notAnObject(record: JsonValue) {
  const found = describeValue(record);
  return invalidRecord([{ code: 'record_not_object', field: '', found, expected: 'an object' }]);
}
