import {
  describeValue,
  isBlank,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RecordIssue,
} from '@stormlog/records';
import { compiledCheck, type ShapeCheck } from './compiled-check.ts';
import { capabilityIssues, consistencyIssues } from './cross-field-issues.ts';
import { invalidRecord } from './invalid-record.ts';
import { type MemoryCapabilities, memoryCapabilitiesSchema } from './memory-capabilities.ts';
import { shapeIssues } from './shape-issues.ts';
import { type TelemetryEvent, telemetryEventSchema } from './telemetry-event.ts';
import {
  recordVersion,
  type TelemetryRecord,
  type TelemetryRecordVersion,
  telemetryRecordSchemas,
} from './telemetry-record.ts';

const NONE: readonly RecordIssue[] = [];
const CAPABILITIES = 'metadata.memory_capabilities';

const hasEventShape = compiledCheck(telemetryEventSchema);
const hasCapabilitiesShape = compiledCheck(memoryCapabilitiesSchema);
const hasRecordShape: Readonly<Record<TelemetryRecordVersion, ShapeCheck>> = {
  2: compiledCheck(telemetryRecordSchemas[2]),
  3: compiledCheck(telemetryRecordSchemas[3]),
  4: compiledCheck(telemetryRecordSchemas[4]),
};

/** True when the value has the members of an event and each follows its own rule; says nothing on rules between them. */
function isEventShaped(value: unknown): value is TelemetryEvent {
  return hasEventShape(value);
}

/**
 * True for a record that is a version-4 event as it stands, but for the rules between its fields. The frequent reasons
 * why it is not are looked for first, because a compiled check that refuses costs as much as an interpreted one.
 */
export function isCompleteEvent(record: JsonObject): record is TelemetryEvent {
  return (
    record['schema_version'] === 4 &&
    typeof record['timestamp_ns'] === 'bigint' &&
    record['job_id'] !== undefined &&
    record['rank'] !== undefined &&
    record['local_rank'] !== undefined &&
    record['world_size'] !== undefined &&
    !hasUnusableCounter(record) &&
    isEventShaped(record)
  );
}

/** True when a byte counter of a record with the canonical names is beyond ±(2^53−1). */
export function hasUnusableCounter(record: JsonObject): boolean {
  return (
    typeof record['allocator_allocated_bytes'] === 'bigint' ||
    typeof record['allocator_reserved_bytes'] === 'bigint' ||
    typeof record['allocator_active_bytes'] === 'bigint' ||
    typeof record['allocator_inactive_bytes'] === 'bigint' ||
    typeof record['allocator_change_bytes'] === 'bigint' ||
    typeof record['device_used_bytes'] === 'bigint' ||
    typeof record['device_free_bytes'] === 'bigint' ||
    typeof record['device_total_bytes'] === 'bigint'
  );
}

/** As {@link isEventShaped} for a record and the rules of its version. */
export function isRecordShaped(record: unknown, version: TelemetryRecordVersion): record is TelemetryRecord {
  return hasRecordShape[version](record);
}

/** True for a complete `metadata.memory_capabilities`. */
export function isMemoryCapabilities(value: unknown): value is MemoryCapabilities {
  return hasCapabilitiesShape(value);
}

/**
 * Every fault between the fields of a would-be event whose fields follow their own rules: also of its capabilities,
 * which version 4 needs (docs/formats/telemetry.md §3).
 */
export function eventConsistencyIssues(event: TelemetryEvent): readonly RecordIssue[] {
  const session: readonly RecordIssue[] = isBlank(event.session_id)
    ? [
        {
          code: 'field_invalid',
          field: 'session_id',
          found: describeValue(event.session_id),
          expected: 'text that is not blank',
        },
      ]
    : NONE;
  return crossChecked(event, session, event.schema_version === 4);
}

/**
 * Every fault of a record as it is written, by the rules of its own version; nothing is defaulted or converted
 * (docs/formats/telemetry.md §3). Empty when the record is valid.
 */
export function telemetryRecordIssues(record: JsonValue): readonly RecordIssue[] {
  if (!isJsonObject(record)) {
    return [{ code: 'record_not_object', field: '', found: describeValue(record), expected: 'an object' }];
  }
  const version = recordVersion(record['schema_version']);
  if (version === null) return [versionIssue(record)];
  const shape = isRecordShaped(record, version) ? NONE : shapeIssues(telemetryRecordSchemas[version], record);
  return crossChecked(record, shape, version === 4);
}

/** The fault of a record whose `schema_version` is absent or none of those expected. */
export function versionIssue(record: JsonObject, expected = '2, 3 or 4'): RecordIssue {
  if (!Object.hasOwn(record, 'schema_version')) {
    return { code: 'field_missing', field: 'schema_version', found: null, expected };
  }
  const found = describeValue(record['schema_version']!);
  return { code: 'version_unknown', field: 'schema_version', found, expected };
}

/**
 * Checks a record as it is written, by the rules of its own version (docs/formats/telemetry.md §3).
 *
 * @throws InvalidRecordError with every fault in `issues`
 */
export function validateTelemetryRecord(record: JsonValue): void {
  const issues = telemetryRecordIssues(record);
  if (issues.length > 0) throw invalidRecord(issues);
}

/**
 * Makes sure that a newly built object is an event.
 *
 * @param earlier faults already found while building it
 * @throws InvalidRecordError with the earlier faults and every fault of the object
 */
export function assertTelemetryEvent(
  candidate: JsonObject,
  earlier: readonly RecordIssue[] = NONE,
): asserts candidate is TelemetryEvent {
  const shape = isEventShaped(candidate) ? NONE : shapeIssues(telemetryEventSchema, candidate);
  const issues = crossChecked(candidate, shape, candidate['schema_version'] === 4);
  if (earlier.length > 0 || issues.length > 0) throw invalidRecord([...earlier, ...issues]);
}

/** The faults of the shape and, of fields that have none there, those between fields. */
function crossChecked(record: JsonObject, shape: readonly RecordIssue[], isVersion4: boolean): readonly RecordIssue[] {
  const consistency = consistencyIssues(record);
  const capabilities = isVersion4 ? versionFourIssues(record) : NONE;
  if (consistency.length === 0 && capabilities.length === 0) return shape;
  const issues = new Map(shape.map((issue) => [issue.field, issue]));
  for (const issue of [...consistency, ...capabilities]) if (!issues.has(issue.field)) issues.set(issue.field, issue);
  return [...issues.values()];
}

function versionFourIssues(record: JsonObject): readonly RecordIssue[] {
  const metadata = record['metadata'];
  if (!isJsonObject(metadata)) return NONE;
  if (!Object.hasOwn(metadata, 'memory_capabilities')) {
    return [{ code: 'field_missing', field: CAPABILITIES, found: null, expected: 'an object' }];
  }
  const capabilities = metadata['memory_capabilities']!;
  if (isMemoryCapabilities(capabilities)) return capabilityIssues(record, capabilities);
  return shapeIssues(memoryCapabilitiesSchema, capabilities, CAPABILITIES);
}
