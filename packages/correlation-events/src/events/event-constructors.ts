import { parseContext } from '../parse/parse-context.ts';
import { parseRow } from '../parse/parse-inference-record.ts';
import type { ActivityReferenceEvent } from './activity-reference-event.ts';
import type { ArtifactEvent } from './artifact-event.ts';
import type { CapabilityEvent } from './capability-event.ts';
import type { ClockAlignmentEvent } from './clock-alignment-event.ts';
import type { CorrelationContext } from './correlation-context.ts';
import type { CorrelationContextInput, EventInput } from './event-input.ts';
import type { InferenceEvent, InferenceEventType } from './inference-event.ts';
import type { IterationEvent } from './iteration-event.ts';
import type { MembershipEvent } from './membership-event.ts';
import type { RequestEvent } from './request-event.ts';
import type { StageEvent } from './stage-event.ts';

/**
 * A context in full and checked. Make one for a server and give it to all of its events: it is checked once.
 *
 * @throws InvalidRecordError with every fault and its field
 */
export function correlationContext(fields: CorrelationContextInput): CorrelationContext {
  return parseContext(fields);
}

/** `infer.artifact`. @throws InvalidRecordError with every fault and its field */
export function artifactEvent(fields: EventInput<ArtifactEvent>): ArtifactEvent {
  return construct('infer.artifact', fields);
}

/** `infer.request`. @throws InvalidRecordError with every fault and its field */
export function requestEvent(fields: EventInput<RequestEvent>): RequestEvent {
  return construct('infer.request', fields);
}

/** `infer.iteration`. @throws InvalidRecordError with every fault and its field */
export function iterationEvent(fields: EventInput<IterationEvent>): IterationEvent {
  return construct('infer.iteration', fields);
}

/** `infer.stage`. @throws InvalidRecordError with every fault and its field */
export function stageEvent(fields: EventInput<StageEvent>): StageEvent {
  return construct('infer.stage', fields);
}

/** `infer.membership`. @throws InvalidRecordError with every fault and its field */
export function membershipEvent(fields: EventInput<MembershipEvent>): MembershipEvent {
  return construct('infer.membership', fields);
}

/**
 * `infer.activity_ref`; version 3 when `metadata` has `intervals`.
 *
 * @throws InvalidRecordError with every fault and its field
 */
export function activityReferenceEvent(fields: EventInput<ActivityReferenceEvent>): ActivityReferenceEvent {
  const hasIntervals = fields.metadata !== undefined && Object.hasOwn(fields.metadata, 'intervals');
  return construct('infer.activity_ref', fields, hasIntervals ? 3 : 2);
}

/** `infer.capabilities`. @throws InvalidRecordError with every fault and its field */
export function capabilityEvent(fields: EventInput<CapabilityEvent>): CapabilityEvent {
  return construct('infer.capabilities', fields);
}

/** `infer.clock_alignment`. @throws InvalidRecordError with every fault and its field */
export function clockAlignmentEvent(fields: EventInput<ClockAlignmentEvent>): ClockAlignmentEvent {
  return construct('infer.clock_alignment', fields);
}

function construct<T extends InferenceEventType>(
  eventType: T,
  fields: object,
  version: 2 | 3 = 2,
): Extract<InferenceEvent, { readonly event_type: T }> {
  // The parser answers an event of the type that the row names.
  return parseRow({ ...fields, event_type: eventType, schema_version: version }, {}) as Extract<
    InferenceEvent,
    { readonly event_type: T }
  >;
}
