import type { JsonObject, JsonValue } from '@stormlog/records';
import type * as z from 'zod';
import { assembleEvent } from './assemble-event.ts';
import { invalidRecord } from './invalid-record.ts';
import type { TelemetryEvent } from './telemetry-event.ts';
import { assertTelemetryEvent, isRecordShaped, telemetryRecordIssues, versionIssue } from './telemetry-issues.ts';
import type { telemetryRecordV2Schema, telemetryRecordV3Schema, telemetryRecordV4Schema } from './telemetry-record.ts';

/** An event as version 2 had it: without a session id. No loader makes one; see {@link createTelemetryEventV2}. */
export type TelemetryEventV2 = Omit<TelemetryEvent, 'schema_version' | 'session_id'> & { readonly schema_version: 2 };

type WithOptionalMetadata<Fields extends { metadata: JsonObject }> = Readonly<
  Omit<Fields, 'metadata'> & { metadata?: JsonObject }
>;

/** The fields of a new event: identity and metadata may be left out, everything else is needed. */
export type NewTelemetryEvent =
  | WithOptionalMetadata<z.infer<typeof telemetryRecordV3Schema>>
  | WithOptionalMetadata<z.infer<typeof telemetryRecordV4Schema>>;

/** As {@link NewTelemetryEvent}, for version 2. */
export type NewTelemetryEventV2 = WithOptionalMetadata<z.infer<typeof telemetryRecordV2Schema>>;

/**
 * A new event of version 4, or of version 3 if its `schema_version` says so, checked by the rules of that version
 * (docs/formats/telemetry.md §7). Left out: no job, rank 0 of 1, local rank equal to the rank, empty metadata (which
 * version 4 refuses, because it needs `memory_capabilities`).
 *
 * @throws InvalidRecordError with every fault in `issues`
 */
export function createTelemetryEvent(fields: NewTelemetryEvent): TelemetryEvent {
  const record = withoutUndefined({ metadata: {}, ...fields });
  const version = fields.schema_version;
  const issues = version === 3 || version === 4 ? telemetryRecordIssues(record) : [versionIssue(record, '3 or 4')];
  if (issues.length > 0 || !isRecordShaped(record, version)) throw invalidRecord(issues);
  return assembleEvent(record, version, fields.session_id, record.metadata);
}

/**
 * A new event of version 2, for programs that still read it; the same defaults as {@link createTelemetryEvent}
 * (docs/formats/telemetry.md §7).
 *
 * @throws InvalidRecordError with every fault in `issues`; another `schema_version` is one
 */
export function createTelemetryEventV2(fields: NewTelemetryEventV2): TelemetryEventV2 {
  const record = withoutUndefined({ metadata: {}, ...fields });
  const issues = record['schema_version'] === 2 ? telemetryRecordIssues(record) : [versionIssue(record, '2')];
  if (issues.length > 0 || !isRecordShaped(record, 2)) throw invalidRecord(issues);
  const { session_id: _none, ...event } = assembleEvent(record, 3, '', record.metadata);
  return { ...event, schema_version: 2 };
}

/**
 * A copy of the event with some fields replaced, checked anew (docs/formats/telemetry.md §7).
 *
 * @throws InvalidRecordError with every fault in `issues`
 */
export function replaceTelemetryEvent(event: TelemetryEvent, changes: Partial<TelemetryEvent>): TelemetryEvent {
  const changed = { ...event, ...changes };
  if (changed.schema_version !== 4) {
    const issues = telemetryRecordIssues(changed);
    if (issues.length > 0) throw invalidRecord(issues);
  }
  assertTelemetryEvent(changed);
  return changed;
}

function withoutUndefined(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) members.push([key, value]);
  return Object.fromEntries(members);
}
