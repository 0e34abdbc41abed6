export { accountGpuTime } from './accounting/account-gpu-time.ts';
export {
  type AccountRunsOptions,
  accountInferenceArtifacts,
  accountInferenceRuns,
} from './accounting/account-inference-artifacts.ts';
export { EventDigest } from './accounting/event-digest.ts';
export type { DeviceClock, GpuTime, GpuTimeAccount, IterationGpuTime } from './accounting/gpu-time.ts';
export { InferenceAccountant } from './accounting/inference-accountant.ts';
export type {
  InferenceCounts,
  InferenceReport,
  RequestReport,
  RequestStage,
} from './accounting/inference-report.ts';
export {
  type RequestShare,
  type RequestShareBudget,
  type RequestShareClaim,
  validateRequestShares,
} from './accounting/request-shares.ts';
export { activityBusyIntervals, type Interval } from './activity/busy-intervals.ts';
export { elapsedNs } from './activity/elapsed-ns.ts';
export { isInferenceArtifact } from './artifact/is-inference-artifact.ts';
export type { InferenceBatch, InferenceLine } from './artifact/line-iterator.ts';
export {
  loadInferenceArtifact,
  type ReadArtifactOptions,
  readInferenceArtifact,
  readInferenceBatches,
  readInferenceRecords,
} from './artifact/read-inference-artifact.ts';
export {
  type ArtifactFault,
  type ArtifactValidation,
  type ValidateArtifactOptions,
  validateInferenceArtifact,
} from './artifact/validate-inference-artifact.ts';
export {
  type AlignedTimestamp,
  type AlignmentRoute,
  alignTimestamp,
  coveringAlignments,
} from './clocks/align-timestamp.ts';
export { alignmentOffsetBounds } from './clocks/alignment-offset-bounds.ts';
export { isBootQualified, wallClockDomain } from './clocks/wall-clock-domain.ts';
export { contextId } from './codec/context-id.ts';
export { ContextRegistry } from './codec/context-registry.ts';
export { decodeInferenceRecords } from './codec/decode-records.ts';
export { inferenceRecordLine } from './codec/inference-record-line.ts';
export { CorrelationRecordDecoder } from './codec/record-decoder.ts';
export { CorrelationRecordEncoder } from './codec/record-encoder.ts';
export { CONTEXT_EVENT_TYPE, isTransportRow, TRANSPORT_VERSION } from './codec/transport-row.ts';
export { type ActivityReferenceEvent, activityReferenceEventSchema } from './events/activity-reference-event.ts';
export { type ArtifactEvent, artifactEventSchema } from './events/artifact-event.ts';
export { type CapabilityEvent, capabilityEventSchema } from './events/capability-event.ts';
export { type ClockAlignmentEvent, clockAlignmentEventSchema } from './events/clock-alignment-event.ts';
export {
  type ClockKind,
  CONTEXT_FIELDS,
  type CorrelationContext,
  correlationContextSchema,
} from './events/correlation-context.ts';
export {
  activityReferenceEvent,
  artifactEvent,
  capabilityEvent,
  clockAlignmentEvent,
  correlationContext,
  iterationEvent,
  membershipEvent,
  requestEvent,
  stageEvent,
} from './events/event-constructors.ts';
export type { CorrelationContextInput, EventInput } from './events/event-input.ts';
export { type EntityRef, entityRefSchema } from './events/field-schemas.ts';
export {
  INFERENCE_EVENT_TYPES,
  type InferenceEvent,
  type InferenceEventType,
  type InferenceRecord,
  inferenceEventSchema,
  isCorrelationEventType,
  isInferenceEvent,
  type LegacyInferenceRecord,
} from './events/inference-event.ts';
export { type IterationEvent, iterationEventSchema } from './events/iteration-event.ts';
export { type MembershipEvent, membershipEventSchema } from './events/membership-event.ts';
export { type RequestEvent, requestEventSchema } from './events/request-event.ts';
export { type StageEvent, stageEventSchema } from './events/stage-event.ts';
export { describeEntity, entityKey } from './graph/entity-key.ts';
export { describeEvent, eventIdentity } from './graph/event-identity.ts';
export type { InferenceGraph, UnresolvedReference } from './graph/inference-graph.ts';
export { InferenceResolver, resolveInferenceEvents } from './graph/inference-resolver.ts';
export { looselyEqual } from './graph/loose-equality.ts';
export { parseContext } from './parse/parse-context.ts';
export { parseInferenceRecord } from './parse/parse-inference-record.ts';
