import type { JsonValue } from '@stormlog/records';
import * as z from 'zod';
import { type ActivityReferenceEvent, activityReferenceEventSchema } from './activity-reference-event.ts';
import { type ArtifactEvent, artifactEventSchema } from './artifact-event.ts';
import { type CapabilityEvent, capabilityEventSchema } from './capability-event.ts';
import { type ClockAlignmentEvent, clockAlignmentEventSchema } from './clock-alignment-event.ts';
import { type IterationEvent, iterationEventSchema } from './iteration-event.ts';
import { type MembershipEvent, membershipEventSchema } from './membership-event.ts';
import { type RequestEvent, requestEventSchema } from './request-event.ts';
import { type StageEvent, stageEventSchema } from './stage-event.ts';

/** Any correlation event as its canonical record (docs/formats/correlation-events.md §2.4). */
export const inferenceEventSchema = z.discriminatedUnion('event_type', [
  artifactEventSchema,
  requestEventSchema,
  iterationEventSchema,
  stageEventSchema,
  membershipEventSchema,
  activityReferenceEventSchema,
  capabilityEventSchema,
  clockAlignmentEventSchema,
]);

/** Any correlation event: a `switch` on `event_type` narrows every field. */
export type InferenceEvent =
  | ArtifactEvent
  | RequestEvent
  | IterationEvent
  | StageEvent
  | MembershipEvent
  | ActivityReferenceEvent
  | CapabilityEvent
  | ClockAlignmentEvent;

/** The name of an event type. */
export type InferenceEventType = InferenceEvent['event_type'];

/** The eight event types that carry a context. */
export const INFERENCE_EVENT_TYPES = [
  'infer.artifact',
  'infer.request',
  'infer.iteration',
  'infer.stage',
  'infer.membership',
  'infer.activity_ref',
  'infer.capabilities',
  'infer.clock_alignment',
] as const satisfies readonly InferenceEventType[];

/**
 * A version-1 row, a client's observation: kept as it is, nothing but its version and the beginning of its type was
 * looked at (docs/formats/correlation-events.md §4).
 */
export interface LegacyInferenceRecord {
  readonly schema_version?: 1;
  readonly event_type: string;
  readonly [key: string]: JsonValue | undefined;
}

/** What a row of an artifact holds. {@link isInferenceEvent} tells the two apart. */
export type InferenceRecord = InferenceEvent | LegacyInferenceRecord;

/** True for a correlation event, false for a legacy row. */
export function isInferenceEvent(record: InferenceRecord): record is InferenceEvent {
  return record.schema_version === 2 || record.schema_version === 3;
}

const NAMES: ReadonlySet<unknown> = new Set(INFERENCE_EVENT_TYPES);

/** True for exactly the eight names of event types that carry a context. */
export function isCorrelationEventType(eventType: unknown): eventType is InferenceEventType {
  return NAMES.has(eventType);
}
