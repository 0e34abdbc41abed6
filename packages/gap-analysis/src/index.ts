export {
  attributeCollectiveMemory,
  type CollectiveAttributionOptions,
} from './collectives/attribute-collective-memory.ts';
export { attributeCollectiveSpikes } from './collectives/attribute-collective-spikes.ts';
export {
  type CollectiveAttribution,
  type CollectiveAttributionEvidence,
  collectiveAttributionEvidenceSchema,
  collectiveAttributionSchema,
} from './collectives/collective-attribution.ts';
export {
  type CollectiveAttributionConfig,
  type CollectiveOverrides,
  collectiveAttributionConfigSchema,
  resolveCollectiveAttributionConfig,
} from './collectives/collective-config.ts';
export type { CollectiveEventLike } from './collectives/collective-event-like.ts';
export { type CollectiveRankSamples, collectCollectiveSamples } from './collectives/collective-samples.ts';
export {
  type CollectiveRankSpikes,
  type CollectiveSpike,
  collectiveRankSpikesSchema,
  collectiveSpikeSchema,
} from './collectives/collective-spike.ts';
export { type CollectiveTextSource, carriesCollectiveToken } from './collectives/collective-token.ts';
export { type CollectiveSpikeOptions, detectCollectiveSpikes } from './collectives/detect-collective-spikes.ts';
export { computeEventFields } from './derived-fields/compute-event-fields.ts';
export { computeSessionFields } from './derived-fields/compute-session-fields.ts';
export {
  type DerivedFields,
  derivedFieldsSchema,
  type SessionDerivedFields,
  sessionDerivedFieldsSchema,
} from './derived-fields/derived-fields.ts';
export { enrichEvent } from './derived-fields/enrich-event.ts';
export type { MemoryEventLike } from './derived-fields/memory-event-like.ts';
export { fragmentationUnavailableReason, memoryFeatureEnabled } from './derived-fields/memory-feature.ts';
export { analyzeGapSeries, type GapSeriesOptions } from './gaps/analyze-gap-series.ts';
export { analyzeHiddenMemoryGaps, type GapAnalysisOptions } from './gaps/analyze-hidden-memory-gaps.ts';
export type { GapEventLike } from './gaps/gap-event-like.ts';
export { type GapFinding, gapFindingSchema } from './gaps/gap-finding.ts';
export { collectGapSeries, type GapSeries } from './gaps/gap-series.ts';
export { type GapThresholdName, type GapThresholds, STANDARD_GAP_THRESHOLDS } from './gaps/gap-thresholds.ts';
