import { isJsonObject, type JsonObject } from '@stormlog/records';
import { assembleEvent, type EventDraft } from './assemble-event.ts';
import type { ConversionOptions, UnusableCounter } from './conversion-options.ts';
import { inferCapabilities } from './infer-capabilities.ts';
import { chooseSessionId } from './session-choice.ts';
import type { TelemetryEvent } from './telemetry-event.ts';
import { assertTelemetryEvent, invalidRecord, telemetryRecordIssues, versionIssue } from './telemetry-issues.ts';
import { recordVersion } from './telemetry-record.ts';

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

  const draft: EventDraft = { ...record };
  if (version !== 2) draft['session_id'] = sessionId;
  if (metadata !== null && !Object.hasOwn(metadata, 'memory_capabilities')) {
    draft['metadata'] = withInferredCapabilities(metadata, record);
  }
  const unusable = options.onCounterUnusable === undefined ? [] : replaceUnusableCounters(draft, version !== 4);
  const issues = telemetryRecordIssues(draft);
  if (issues.length > 0) throw invalidRecord(issues);

  const event = assembleEvent(draft, 4, sessionId);
  for (const { field } of unusable) event[field] = null;
  assertTelemetryEvent(event);
  for (const counter of unusable) options.onCounterUnusable?.(counter);
  return event;
}

/** Versions 2 and 3 are checked with a 0 in place of an unusable core counter, because they do not know null there. */
function replaceUnusableCounters(draft: EventDraft, needsCore: boolean): UnusableCounter[] {
  const unusable: UnusableCounter[] = [];
  for (const { field, isCore } of COUNTERS) {
    const value = draft[field];
    if (typeof value !== 'bigint') continue;
    unusable.push({ field, value });
    draft[field] = isCore && needsCore ? 0 : null;
  }
  return unusable;
}

function withInferredCapabilities(metadata: JsonObject, record: JsonObject): JsonObject {
  const collector = record['collector'];
  const isGiven = (field: string): boolean => (record[field] ?? null) !== null;
  return {
    ...metadata,
    memory_capabilities: inferCapabilities(metadata, typeof collector === 'string' ? collector : '', {
      allocated: isGiven('allocator_allocated_bytes'),
      reserved: isGiven('allocator_reserved_bytes'),
      active: isGiven('allocator_active_bytes'),
      inactive: isGiven('allocator_inactive_bytes'),
      used: isGiven('device_used_bytes'),
      free: isGiven('device_free_bytes'),
      total: isGiven('device_total_bytes'),
    }),
  };
}
