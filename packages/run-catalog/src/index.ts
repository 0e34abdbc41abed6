// Envelopes themselves have the entry @stormlog/run-catalog/envelope.
export {
  type AttachmentState,
  type InspectedAttachment,
  type InspectOptions,
  inspectAttachments,
} from './attachments/inspect-attachments.ts';
export {
  CORRELATION_CLOCK_DOMAIN,
  CORRELATION_CLOCK_NORMALIZATION,
  type CorrelationEvidence,
  type CorrelationFilter,
  type CorrelationResult,
  createCorrelationEvidence,
  createCorrelationFilter,
  createCorrelationResult,
  DEFAULT_CORRELATION_WINDOW_NS,
} from './correlation/correlation-records.ts';
export type { CatalogSource, SourceKind } from './discovery/catalog-source.ts';
export type { CatalogWarning, CatalogWarningCode } from './discovery/catalog-warning.ts';
export type { CatalogProgress } from './discovery/discovery-options.ts';
export { openRunCatalog, RunCatalog, type RunCatalogOptions } from './queries/run-catalog.ts';
export {
  type SessionLoader,
  type SessionLoaderOptions,
  type SessionOfSource,
  telemetrySessionLoader,
} from './queries/session-loader.ts';
export {
  diagnoseAttachmentRow,
  envelopeAttachmentRows,
  flatTelemetryAttachmentRows,
  type LocalRowFields,
  localAttachmentRow,
  oomAttachmentRow,
  type RowSource,
  rollupAttachmentRows,
  sidecarAttachmentRow,
  sinkAttachmentRows,
  sinkSegmentAttachmentRows,
} from './runs/attachment-rows.ts';
export {
  type AttachmentFilter,
  type OomBundleFilter,
  type RunAttachmentFilter,
  type RunFilter,
  runAttachmentMatches,
  runMatches,
  type SessionFilter,
} from './runs/filters.ts';
export {
  type ExternalAttachment,
  externalAttachmentSchema,
  type OomBundle,
  type OomBundleRow,
  oomBundleRowSchema,
  type RunAttachmentRow,
  type RunRow,
  runAttachmentRowSchema,
  runRowSchema,
  type SessionRow,
  sessionRowSchema,
} from './runs/row-schemas.ts';
export { buildRunContexts, type RunContext, type RunMember, runRow } from './runs/run-context.ts';
export {
  buildRunIdentityIndex,
  type IdentityConflict,
  type RunIdentity,
  type RunIdentityIndex,
  resolveRunId,
} from './runs/run-identity.ts';
export { ATTACHMENTS_FILENAME, ATTACHMENTS_FORMAT, ATTACHMENTS_SCHEMA_VERSION } from './sidecar/sidecar-names.ts';
export { datetimeToNs, parseDatetime } from './time/parse-datetime.ts';
