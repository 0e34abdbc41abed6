import {
  InvalidRecordError,
  isInteger,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RecordIssue,
} from '@stormlog/records';
import type { CorrelationContext } from '../events/correlation-context.ts';
import {
  type InferenceEvent,
  type InferenceEventType,
  type InferenceRecord,
  isCorrelationEventType,
  type LegacyInferenceRecord,
} from '../events/inference-event.ts';
import { copyJsonObject } from './copy-json.ts';
import { type EventDefinition, eventDefinition, type FieldKind } from './event-definition.ts';
import { readContext } from './parse-context.ts';
import { fieldIssue, invalidRecord, issuesOf, unknownField } from './record-issues.ts';

/** Where the parser gets what a row does not hold in itself. */
export interface RowSurroundings {
  /** Takes the place of the row's own `context`. */
  readonly context?: CorrelationContext | undefined;
  /** The metadata may be kept as it is, since nobody else holds it. */
  readonly ownsMetadata?: boolean | undefined;
  /** Stands for the version that the row declares. */
  readonly version?: 2 | 3 | undefined;
}

/**
 * One record by itself: an event of version 2 or 3 as its canonical record, or a legacy row as it is
 * (docs/formats/correlation-events.md §4). Nanoseconds of an event are bigints; the input is left alone and not shared.
 *
 * @param record a parsed row or an object of the caller's; integers may be numbers or bigints
 * @throws InvalidRecordError with every fault and its field
 */
export function parseInferenceRecord(record: unknown): InferenceRecord {
  return parseRow(record, {});
}

/** {@link parseInferenceRecord} for rows that a decoder or reader prepared. */
export function parseRow(row: unknown, surroundings: RowSurroundings): InferenceRecord {
  if (!isJsonObject(row)) throw new InvalidRecordError('record_not_object', 'a record must be an object');
  const version = surroundings.version ?? declaredVersion(row);
  if (version === 4) {
    const message =
      'schema_version 4 stands for a row whose context was defined before: read the artifact or use a decoder';
    throw new InvalidRecordError('version_unknown', message, { field: 'schema_version' });
  }
  const eventType = ownValue(row, 'event_type');
  if (typeof eventType !== 'string' || !eventType.startsWith('infer.')) {
    throw invalidRecord('record', [fieldIssue('event_type', eventType, 'a text that starts with "infer."')]);
  }
  // The row of a legacy record is not looked into, so its type is all that is known of it.
  if (version === 1) return { ...row } as LegacyInferenceRecord;
  const isKnownVersion = version === 2 || (version === 3 && eventType === 'infer.activity_ref');
  if (!isKnownVersion) {
    const text = `${eventType} has no schema_version ${version}: expected ${eventType === 'infer.activity_ref' ? '2 or 3' : '2'}`;
    throw new InvalidRecordError('version_unknown', text, { field: 'schema_version' });
  }
  if (!isCorrelationEventType(eventType)) {
    const text = `event_type ${JSON.stringify(eventType)} is no correlation event`;
    throw new InvalidRecordError('field_invalid', text, { field: 'event_type' });
  }
  return parseEvent(row, eventType, version, surroundings);
}

function declaredVersion(row: JsonObject): number | bigint {
  const version = ownValue(row, 'schema_version');
  if (version === undefined) return 1;
  if (!isInteger(version)) throw invalidRecord('record', [fieldIssue('schema_version', version, 'an integer')]);
  return Number.isSafeInteger(Number(version)) ? Number(version) : version;
}

function parseEvent(
  row: JsonObject,
  eventType: InferenceEventType,
  version: 2 | 3,
  surroundings: RowSurroundings,
): InferenceEvent {
  const issues: RecordIssue[] = [];
  const definition = eventDefinition(eventType);
  const context = surroundings.context ?? readContext(ownValue(row, 'context'), 'context', issues);
  const candidate = candidateOf(row, eventType, version, definition, surroundings);
  candidate['context'] = context;
  collectUnknownKeys(row, definition, issues);
  if (issues.length === 0 && definition.validate(candidate)) return candidate;
  const checked = definition.schema.safeParse(candidate);
  if (!checked.success) issues.push(...issuesOf(checked.error, candidate));
  throw invalidRecord(eventType, issues);
}

/** The canonical record as far as the row allows: defaults filled in, integers in their one form. */
function candidateOf(
  row: JsonObject,
  eventType: InferenceEventType,
  version: 2 | 3,
  definition: EventDefinition,
  surroundings: RowSurroundings,
): Record<string, unknown> {
  const given = ownValue(row, 'metadata');
  let metadata: unknown = given === undefined ? {} : given;
  if (isJsonObject(metadata) && surroundings.ownsMetadata !== true) metadata = copyJsonObject(metadata, 'metadata');
  const candidate: Record<string, unknown> = {
    schema_version: version,
    event_type: eventType,
    context: null,
    event_id: ownValue(row, 'event_id'),
    metadata,
  };
  for (const field of definition.fields) {
    const given = ownValue(row, field.name);
    candidate[field.name] = given === undefined ? field.fallback : canonicalValue(field.kind, given);
  }
  return candidate;
}

function canonicalValue(kind: FieldKind, value: JsonValue): unknown {
  switch (kind) {
    case 'nanoseconds':
      return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'count':
    case 'identifier':
      return isInteger(value) && Number.isSafeInteger(Number(value)) ? Number(value) + 0 : value;
    case 'ref':
      return isJsonObject(value) ? { producer_id: ownValue(value, 'producer_id'), id: ownValue(value, 'id') } : value;
    case 'list':
      return Array.isArray(value) ? [...value] : value;
    case 'plain':
      return value;
  }
}

function collectUnknownKeys(row: JsonObject, definition: EventDefinition, issues: RecordIssue[]): void {
  for (const key of Object.keys(row)) {
    if (!definition.keys.has(key) && ownValue(row, key) !== undefined) issues.push(unknownField(key));
  }
  for (const { name, kind } of definition.fields) {
    const ref = kind === 'ref' ? ownValue(row, name) : null;
    if (!isJsonObject(ref)) continue;
    for (const key of Object.keys(ref)) {
      if (key !== 'producer_id' && key !== 'id' && ref[key] !== undefined) issues.push(unknownField(`${name}.${key}`));
    }
  }
}

/** A key counts only as the object's own. */
function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
