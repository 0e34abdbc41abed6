import { InvalidRecordError, isJsonObject, type JsonValue, type RecordIssue } from '@stormlog/records';
import { telemetryEventFromRecord } from '../event/telemetry-event-from-record.ts';
import { telemetryRecordIssues } from '../event/telemetry-issues.ts';

/** True for a record without a `schema_version` that has the marks of the old form. */
export function isLegacyRecord(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    !Object.hasOwn(value, 'schema_version') &&
    LEGACY_MARKS.some((mark) => Object.hasOwn(value, mark))
  );
}

const LEGACY_MARKS = ['timestamp', 'timestamp_ns', 'event_type', 'type', 'memory_allocated', 'memory_mb'];

/**
 * Every fault of a telemetry record as it is written. A record of the old form is judged by whether it can be converted,
 * and by its byte counters, which a loader would read as not measured.
 */
export function recordIssues(value: JsonValue): readonly RecordIssue[] {
  if (!isLegacyRecord(value)) return telemetryRecordIssues(value);
  const issues: RecordIssue[] = [];
  try {
    telemetryEventFromRecord(value, {
      onCounterUnusable: ({ field, value }) =>
        issues.push({
          code: 'number_out_of_range',
          field,
          found: String(value),
          expected: 'a byte count up to 2^53−1',
        }),
    });
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    issues.push(...(error.issues.length > 0 ? error.issues : [issueOf(error)]));
  }
  return issues;
}

function issueOf(error: InvalidRecordError): RecordIssue {
  return { code: error.code, field: error.field ?? '', found: null, expected: error.message };
}
