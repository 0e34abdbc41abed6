import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { assembleEvent } from './assemble-event.ts';
import type { ConversionOptions, UnusableCounter } from './conversion-options.ts';
import { inferCapabilities } from './infer-capabilities.ts';
import { invalidRecord } from './invalid-record.ts';
import { chooseSessionId } from './session-choice.ts';
import type { TelemetryEvent } from './telemetry-event.ts';
import {
  eventConsistencyIssues,
  hasUnusableCounter,
  isRecordShaped,
  telemetryRecordIssues,
  versionIssue,
} from './telemetry-issues.ts';
import { recordVersion, type TelemetryRecordVersion } from './telemetry-record.ts';

/** A counter and whether versions 2 and 3 need it not to be null. */
const COUNTERS = [
  { field: 'allocator_allocated_bytes', isCore: true },
  { field: 'allocator_reserved_bytes', isCore: true },
  { field: 'allocator_active_bytes', isCore: false },
  { field: 'allocator_inactive_bytes', isCore: false },
  { field: 'allocator_change_bytes', isCore: true },
  { field: 'device_used_bytes', isCore: true },
  { field: 'device_free_bytes', isCore: false },
  { field: 'device_total_bytes', isCore: false },
] as const;

type Draft = Record<string, JsonValue>;

/**
 * The event of a record that has a `schema_version`: checked by the rules of its own version, then made version 4 and
 * checked again (docs/formats/telemetry.md §4.1).
 *
 * @throws InvalidRecordError with every fault of the step that refused
 */
export function eventFromVersionedRecord(record: JsonObject, options: ConversionOptions): TelemetryEvent {
  const version = recordVersion(record['schema_version']);
  if (version === null) throw invalidRecord([versionIssue(record)]);
  const metadata = Object.hasOwn(record, 'metadata') && isJsonObject(record['metadata']) ? record['metadata'] : null;
  const sessionId = chooseSessionId(record, metadata, options.defaultSessionId ?? null);
  const unusable =
    options.onCounterUnusable === undefined || !hasUnusableCounter(record) ? [] : findUnusableCounters(record);
  const isAsWritten = unusable.length === 0 && (version === 2 || record['session_id'] === sessionId);
  const candidate = isAsWritten ? record : corrected(record, version, sessionId, unusable);
  const completed = metadata === null ? null : withCapabilities(metadata, record);
  if (completed === null || !isRecordShaped(candidate, version)) {
    const explained = completed === null ? candidate : { ...candidate, metadata: completed };
    throw invalidRecord(telemetryRecordIssues(explained));
  }

  const assembled = assembleEvent(candidate, 4, sessionId, completed);
  const event = unusable.length === 0 ? assembled : withoutCounters(assembled, unusable);
  const issues = eventConsistencyIssues(event);
  if (issues.length > 0) throw invalidRecord(issues);
  for (const counter of unusable) options.onCounterUnusable?.(counter);
  return event;
}

function findUnusableCounters(record: JsonObject): UnusableCounter[] {
  const unusable: UnusableCounter[] = [];
  for (const { field } of COUNTERS) {
    const value = record[field];
    if (typeof value === 'bigint') unusable.push({ field, value });
  }
  return unusable;
}

/**
 * The record with what the rules of its version are to see: the chosen session id, and in place of an unusable counter
 * null, or 0 where versions 2 and 3 do not know null.
 */
function corrected(
  record: JsonObject,
  version: TelemetryRecordVersion,
  sessionId: string,
  unusable: readonly UnusableCounter[],
): JsonObject {
  const draft: Draft = { ...record };
  if (version !== 2) draft['session_id'] = sessionId;
  for (const { field } of unusable) {
    const isNeeded = version !== 4 && COUNTERS.some((counter) => counter.field === field && counter.isCore);
    draft[field] = isNeeded ? 0 : null;
  }
  return draft;
}

function withoutCounters(event: TelemetryEvent, unusable: readonly UnusableCounter[]): TelemetryEvent {
  return { ...event, ...Object.fromEntries(unusable.map(({ field }) => [field, null])) };
}

function withCapabilities(metadata: JsonObject, record: JsonObject): JsonObject {
  if (Object.hasOwn(metadata, 'memory_capabilities')) return metadata;
  const collector = record['collector'];
  return {
    ...metadata,
    memory_capabilities: inferCapabilities(metadata, typeof collector === 'string' ? collector : '', {
      allocated: isGiven(record['allocator_allocated_bytes']),
      reserved: isGiven(record['allocator_reserved_bytes']),
      active: isGiven(record['allocator_active_bytes']),
      inactive: isGiven(record['allocator_inactive_bytes']),
      used: isGiven(record['device_used_bytes']),
      free: isGiven(record['device_free_bytes']),
      total: isGiven(record['device_total_bytes']),
    }),
  };
}

function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}
