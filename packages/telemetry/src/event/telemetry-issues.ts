import {
  describeValue,
  InvalidRecordError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RecordIssue,
} from '@stormlog/records';
import { compiledCheck, type ShapeCheck } from './compiled-check.ts';
import { capabilityIssues, consistencyIssues } from './cross-field-issues.ts';
import { type MemoryCapabilities, memoryCapabilitiesSchema } from './memory-capabilities.ts';
import { shapeIssues } from './shape-issues.ts';
import { type TelemetryEvent, telemetryEventSchema } from './telemetry-event.ts';
import { recordVersion, type TelemetryRecordVersion, telemetryRecordSchemas } from './telemetry-record.ts';

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
export function isEventShaped(value: unknown): value is TelemetryEvent {
  return hasEventShape(value);
}

/** True for a complete `metadata.memory_capabilities`. */
export function isMemoryCapabilities(value: unknown): value is MemoryCapabilities {
  return hasCapabilitiesShape(value);
}

/** Every fault of a would-be event: of its fields, between them, and of its capabilities (docs/formats/telemetry.md §3). */
export function telemetryEventIssues(event: JsonObject): readonly RecordIssue[] {
  const shape = isEventShaped(event) ? NONE : shapeIssues(telemetryEventSchema, event);
  return crossChecked(event, shape, event['schema_version'] === 4);
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
  const shape = hasRecordShape[version](record) ? NONE : shapeIssues(telemetryRecordSchemas[version], record);
  return crossChecked(record, shape, version === 4);
}

/** The fault of a record whose `schema_version` is absent or none that is read. */
export function versionIssue(record: JsonObject): RecordIssue {
  const expected = '2, 3 or 4';
  if (!Object.hasOwn(record, 'schema_version')) {
    return { code: 'field_missing', field: 'schema_version', found: null, expected };
  }
  return {
    code: 'version_unknown',
    field: 'schema_version',
    found: describeValue(record['schema_version']!),
    expected,
  };
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
  const issues = telemetryEventIssues(candidate);
  if (earlier.length > 0 || issues.length > 0) throw invalidRecord([...earlier, ...issues]);
}

/** The error for faults found: its code is the first fault's when that is telling, `record_invalid` otherwise. */
export function invalidRecord(issues: readonly RecordIssue[]): InvalidRecordError {
  const first = issues[0];
  const only = issues.length === 1 ? first?.code : undefined;
  const found = first?.found ?? 'nothing';
  const subject = first?.field ? `${first.field} must be` : 'a telemetry record must be';
  const message =
    first?.code === 'field_unknown'
      ? `${first.field} is not a field of the record`
      : `${subject} ${first?.expected}, found ${found}`;
  return new InvalidRecordError(only ?? 'record_invalid', message, { issues });
}

function crossChecked(record: JsonObject, shape: readonly RecordIssue[], isVersion4: boolean): readonly RecordIssue[] {
  const consistency = consistencyIssues(record);
  const capabilities = isVersion4 ? versionFourIssues(record) : NONE;
  if (consistency.length === 0 && capabilities.length === 0) return shape;
  return [...shape, ...consistency, ...capabilities];
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
