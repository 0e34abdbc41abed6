import { createHash } from 'node:crypto';
import {
  describeValue,
  isBlank,
  isInteger,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  lowerCase,
  pythonText,
  type RecordIssue,
  stringifyJson,
  stripWhiteSpace,
} from '@stormlog/records';
import { invalidRecord } from '../event/invalid-record.ts';
import type { ProjectedCorrelation, ProjectedTelemetryRecord } from './projected-record.ts';

const SOURCE_KINDS = ['cuda', 'rocm', 'mps', 'cpu', 'tensorflow'];
const SEVERITIES: ReadonlyMap<string, string> = new Map([
  ['critical', 'critical'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['collector_degraded', 'warning'],
  ['collector_recovered', 'info'],
  ['start', 'info'],
  ['stop', 'info'],
  ['phase_enter', 'info'],
  ['phase_exit', 'info'],
  ['sample', 'info'],
]);

/**
 * The envelope of a record as it is, without converting it first; only session id, time, event type and metadata are
 * looked at strictly (docs/formats/telemetry.md §8).
 *
 * @param options.observedTimestampNs when the record was observed, nanoseconds ≥ 0; default its own time. Not part of
 *   the record id
 * @throws InvalidRecordError with every fault of these fields
 */
export function projectTelemetryMapping(
  record: JsonObject,
  options: { readonly observedTimestampNs?: bigint | number | null | undefined } = {},
): ProjectedTelemetryRecord {
  const { sessionId, timestampNs, eventType, metadata } = readRequired(record);
  const observedTimestampNs = readObserved(options.observedTimestampNs ?? null) ?? timestampNs;
  const sourceKind = sourceKindOf(record, metadata);
  const severityText = metadata['severity_text'] ?? null;
  const context = member(record, 'context');
  return {
    schema_version: 1,
    record_id: recordId(record),
    timestamp_ns: timestampNs,
    observed_timestamp_ns: observedTimestampNs,
    session_id: sessionId,
    source_kind: sourceKind,
    event_type: eventType,
    stage: stageOf(metadata),
    severity: severityOf(eventType, metadata),
    severity_text: severityText === null ? null : pythonText(severityText),
    body: context === null ? null : pythonText(context),
    resource: {
      source_kind: sourceKind,
      collector: member(record, 'collector'),
      host: member(record, 'host'),
      pid: member(record, 'pid'),
      device_id: member(record, 'device_id'),
      ...identityOf(record),
    },
    attributes: attributesOf(record, metadata),
    correlation: correlationOf(record, sessionId, metadata),
  };
}

interface RequiredFields {
  readonly sessionId: string;
  readonly timestampNs: bigint;
  readonly eventType: string;
  readonly metadata: JsonObject;
}

function readRequired(record: JsonObject): RequiredFields {
  const issues: RecordIssue[] = [];
  const refuse = (field: string, expected: string): void => {
    const value = record[field];
    if (value === undefined) issues.push({ code: 'field_missing', field, found: null, expected });
    else issues.push({ code: 'field_invalid', field, found: describeValue(value), expected });
  };
  const { session_id: sessionId, timestamp_ns: timestampNs, event_type: eventType, metadata = {} } = record;
  if (typeof sessionId !== 'string' || isBlank(sessionId)) refuse('session_id', 'text that is not blank');
  if (!isInteger(timestampNs)) refuse('timestamp_ns', 'nanoseconds, an integer');
  if (typeof eventType !== 'string' || isBlank(eventType)) refuse('event_type', 'text that is not blank');
  if (!isJsonObject(metadata)) refuse('metadata', 'an object');
  if (
    issues.length > 0 ||
    typeof sessionId !== 'string' ||
    !isInteger(timestampNs) ||
    typeof eventType !== 'string' ||
    !isJsonObject(metadata)
  ) {
    throw invalidRecord(issues);
  }
  return { sessionId, timestampNs: BigInt(timestampNs), eventType, metadata };
}

function readObserved(value: JsonValue): bigint | null {
  if (value === null) return null;
  if (isInteger(value) && value >= 0) return BigInt(value);
  throw invalidRecord([
    {
      code: 'field_invalid',
      field: 'observed_timestamp_ns',
      found: describeValue(value),
      expected: 'nanoseconds, an integer ≥ 0',
    },
  ]);
}

/** The first 128 bits of a digest over the record's canonical text. */
function recordId(record: JsonObject): string {
  const text = stringifyJson(record, { sortKeys: true, ascii: true, spaced: true });
  return `telemetry-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

function sourceKindOf(record: JsonObject, metadata: JsonObject): string {
  const backend = metadata['backend'];
  if (typeof backend === 'string' && !isBlank(backend)) return lowerCase(stripWhiteSpace(backend));
  const collector = record['collector'];
  if (typeof collector === 'string') {
    const name = lowerCase(collector);
    const kind = SOURCE_KINDS.find((candidate) => name.includes(candidate));
    if (kind !== undefined) return kind;
  }
  const deviceId = record['device_id'];
  // A boolean counts as the integer it is in Python.
  return typeof deviceId === 'boolean' || (isInteger(deviceId) && deviceId >= 0) ? 'gpu' : 'other';
}

function stageOf(metadata: JsonObject): string | null {
  const scope = metadata['phase_scope'];
  if (!isJsonObject(scope)) return null;
  const path = scope['path'];
  const candidates = [scope['name'], Array.isArray(path) ? path.at(-1) : undefined];
  return candidates.find((name) => typeof name === 'string' && !isBlank(name)) ?? null;
}

function severityOf(eventType: string, metadata: JsonObject): string | null {
  const severity = metadata['severity'];
  if (typeof severity === 'string' && !isBlank(severity)) return lowerCase(stripWhiteSpace(severity));
  return SEVERITIES.get(lowerCase(stripWhiteSpace(eventType))) ?? null;
}

function attributesOf(record: JsonObject, metadata: JsonObject): JsonObject {
  return {
    ...metadata,
    'sampling.interval_ms': member(record, 'sampling_interval_ms'),
    'memory.allocator.allocated_bytes': member(record, 'allocator_allocated_bytes'),
    'memory.allocator.reserved_bytes': member(record, 'allocator_reserved_bytes'),
    'memory.allocator.active_bytes': member(record, 'allocator_active_bytes'),
    'memory.allocator.inactive_bytes': member(record, 'allocator_inactive_bytes'),
    'memory.allocator.change_bytes': member(record, 'allocator_change_bytes'),
    'memory.device.used_bytes': member(record, 'device_used_bytes'),
    'memory.device.free_bytes': member(record, 'device_free_bytes'),
    'memory.device.total_bytes': member(record, 'device_total_bytes'),
  };
}

function correlationOf(record: JsonObject, sessionId: string, metadata: JsonObject): ProjectedCorrelation {
  const scope = metadata['phase_scope'];
  const correlation = { session_id: sessionId, ...identityOf(record) };
  if (!isJsonObject(scope)) return correlation;
  const { scope_id: scopeId = null, parent_scope_id: parentScopeId = null, sequence = null } = scope;
  return {
    ...correlation,
    ...(scopeId === null ? null : { 'phase.scope_id': scopeId }),
    ...(parentScopeId === null ? null : { 'phase.parent_scope_id': parentScopeId }),
    ...(sequence === null ? null : { 'phase.sequence': sequence }),
  };
}

function identityOf(record: JsonObject) {
  return {
    job_id: member(record, 'job_id'),
    rank: member(record, 'rank'),
    local_rank: member(record, 'local_rank'),
    world_size: member(record, 'world_size'),
  };
}

function member(record: JsonObject, field: string): JsonValue {
  return record[field] ?? null;
}
