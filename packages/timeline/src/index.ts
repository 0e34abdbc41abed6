export type { EventLike } from './event/event-like.ts';
export type { CanonicalInteger } from './event/integer-of.ts';
export { phaseRankOf } from './event/phase-rank-of.ts';
export {
  deriveSessionTimelineMarkers,
  deriveTimelineMarkers,
  type TimelineMarkerOptions,
} from './markers/derive-timeline-markers.ts';
export {
  compareTimelineMarkers,
  isIntervalMarker,
  mergeTimelineMarkers,
  type TimelineMarker,
  timelineMarkerSchema,
  timelineMarkerToDict,
} from './markers/timeline-marker.ts';
export { type AttributeActiveSpansOptions, attributeActiveSpans } from './phases/attribute-active-spans.ts';
export { formatPhasePath } from './phases/format-phase-path.ts';
export { mergePhaseAttributions } from './phases/merge-phase-attributions.ts';
export { isPhaseBoundaryEvent, parsePhaseBoundary } from './phases/parse-phase-boundary.ts';
export {
  type PhaseAttribution,
  type PhaseAttributionPayload,
  type PhaseSummary,
  phaseAttributionPayloadSchema,
  phaseAttributionSchema,
  phaseSummarySchema,
} from './phases/phase-attribution.ts';
export { phaseAttributionToPayload } from './phases/phase-attribution-payload.ts';
export { type PhaseBoundaryRecord, phaseBoundaryRecordSchema } from './phases/phase-boundary-record.ts';
export {
  collectPhaseReplayData,
  type PhaseReplayBoundary,
  type PhaseReplayData,
  type PhaseReplayGroup,
  phaseReplayDataSchema,
} from './phases/phase-replay-data.ts';
export { type PhaseQuestion, PhaseReplayIndex, type PhaseSelection } from './phases/phase-replay-index.ts';
export { type PhaseSpan, phaseSpanSchema } from './phases/phase-span.ts';
export {
  type PhaseResolutionFields,
  summarizePhaseAttribution,
  summarizePhaseResolution,
} from './phases/summarize-phase.ts';
