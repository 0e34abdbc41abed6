export {
  type ClassifiedEvent,
  eventBackend,
  eventSeverity,
  isAlertEvent,
  isCollectorDegradationEvent,
  isOomEvent,
} from './classification/classify-event.ts';
export { normalizeText } from './classification/normalize-text.ts';
export {
  COLLECTOR_HEALTH_STATUSES,
  type CollectorHealth,
  type CollectorHealthFields,
  type CollectorHealthStatus,
  collectorHealth,
} from './collector-health/collector-health.ts';
export { collectorRetryDelaySeconds, type RetryPolicy } from './collector-health/retry-delay.ts';
export { type CsvCells, type CsvProfile, normalizeCsvRow } from './csv/csv-cells.ts';
export { type LoadCsvOptions, type LoadedCsv, loadTelemetryCsv } from './csv/load-csv.ts';
export { parsePythonLiteral } from './csv/python-literal.ts';
export type { ConversionOptions, UnusableCounter } from './event/conversion-options.ts';
export {
  createTelemetryEvent,
  createTelemetryEventV2,
  type NewTelemetryEvent,
  type NewTelemetryEventV2,
  replaceTelemetryEvent,
  type TelemetryEventV2,
} from './event/create-telemetry-event.ts';
export { type MemoryCapabilities, memoryCapabilitiesSchema } from './event/memory-capabilities.ts';
export { MAX_WORLD_SIZE } from './event/record-fields.ts';
export { type TelemetryEvent, telemetryEventSchema } from './event/telemetry-event.ts';
export { parseTelemetryEvent, telemetryEventFromRecord } from './event/telemetry-event-from-record.ts';
export { createTelemetryEventReader, type TelemetryEventReader } from './event/telemetry-event-reader.ts';
export { telemetryEventLine, telemetryEventToRecord } from './event/telemetry-event-to-record.ts';
export { telemetryRecordIssues, validateTelemetryRecord } from './event/telemetry-issues.ts';
export {
  type TelemetryRecordVersion,
  telemetryRecordSchemas,
  telemetryRecordV2Schema,
  telemetryRecordV3Schema,
  telemetryRecordV4Schema,
} from './event/telemetry-record.ts';
export { type FollowSinkOptions, followTelemetrySink } from './follow/follow-telemetry-sink.ts';
export { type SinkChange, SinkFollower, type SinkFollowerOptions } from './follow/sink-follower.ts';
export { TelemetryFollower, type TelemetryFollowerOptions } from './follow/telemetry-follower.ts';
export type { DistributedIdentity } from './identity/distributed-identity.ts';
export {
  type IdentitySources,
  type IdentityVariables,
  resolveDistributedIdentity,
} from './identity/resolve-distributed-identity.ts';
export { categorizeAlertContext } from './issues/alert-category.ts';
export { normalizedErrorStem } from './issues/error-stem.ts';
export { type EventSource, type IssueHit, issueHitOfEvent } from './issues/event-hit.ts';
export { type IssueEvidence, issueEvidence } from './issues/issue-evidence.ts';
export { ISSUE_FINGERPRINT_VERSION, type IssueFingerprint, issueFingerprint } from './issues/issue-fingerprint.ts';
export { IssueGroups } from './issues/issue-groups.ts';
export { compareIssues, maxSeverity } from './issues/issue-order.ts';
export { type IssueFields, type IssueRecord, issueRecord } from './issues/issue-record.ts';
export {
  ISSUE_KINDS,
  ISSUE_STATES,
  type IssueKind,
  type IssueState,
  normalizeIssueState,
} from './issues/issue-words.ts';
export { normalizeDimensions, sortDimensionKeys } from './issues/normalize-dimensions.ts';
export type { LoadDocumentOptions, LoadOptions, LoadProgress } from './load/load-options.ts';
export { type LoadNotice, type LoadReport, MAX_NOTICES, type NoticeSink } from './load/load-report.ts';
export { type LoadEventsOptions, loadTelemetryEvents, loadTelemetrySessions } from './load/load-sessions.ts';
export type { LoadedSession } from './load/loaded-session.ts';
export { type EventBatch, readTelemetryEventBatches, readTelemetryEvents } from './load/read-events.ts';
export type { CgroupMemory } from './memory-tracker/cgroup-memory.ts';
export type { GpuChoice } from './memory-tracker/gpu-watch.ts';
export type { MemoryThresholds } from './memory-tracker/memory-alerts.ts';
export type { MemoryTracker } from './memory-tracker/memory-tracker.ts';
export {
  type MemoryReadings,
  NodeMemoryCollector,
  type NodeMemorySample,
} from './memory-tracker/node-memory-collector.ts';
export { outOfMemoryReason } from './memory-tracker/out-of-memory.ts';
export { type TrackMemoryOptions, trackMemory } from './memory-tracker/track-memory.ts';
export { type DistinctEvents, dropEventCopies } from './merge/drop-event-copies.ts';
export { sortEventsByTime } from './merge/sort-events-by-time.ts';
export {
  PHASE_ENTER_EVENT,
  PHASE_EXIT_EVENT,
  type PhaseBoundary,
  type PhaseScope,
  phaseBoundarySchema,
  phaseScopeSchema,
} from './phase-recorder/phase-boundary.ts';
export { PhaseHandle } from './phase-recorder/phase-handle.ts';
export { PhaseProtocolError, type PhaseProtocolFault } from './phase-recorder/phase-protocol-error.ts';
export { type PhaseEntry, PhaseRecorder, type PhaseThread, type PhaseToken } from './phase-recorder/phase-recorder.ts';
export { projectTelemetryEvent, projectTelemetryEvents } from './projection/project-telemetry-event.ts';
export { projectTelemetryMapping } from './projection/project-telemetry-mapping.ts';
export {
  type ProjectedCorrelation,
  type ProjectedResource,
  type ProjectedTelemetryRecord,
  projectedTelemetryRecordSchema,
} from './projection/projected-record.ts';
export { uniqueProjectedCorrelations, uniqueProjectedResources } from './projection/unique-projections.ts';
export {
  type BuildRollupOptions,
  buildTelemetryRollups,
  DEFAULT_ROLLUP_WINDOW_NS,
  type RollupSession,
} from './rollups/build-rollups.ts';
export { type PrunedCounts, rollupCoverageFromManifest } from './rollups/coverage.ts';
export { parseTelemetryRollups } from './rollups/parse-rollups.ts';
export { readTelemetryRollups } from './rollups/read-rollups.ts';
export { ROLLUP_FILENAME, resolveTelemetryRollupPath } from './rollups/rollup-path.ts';
export {
  type RankRollup,
  type RollupCounters,
  type RollupCoverage,
  type RollupPeak,
  type SessionRollup,
  type TelemetryRollups,
  telemetryRollupsSchema,
  type WindowRollup,
} from './rollups/rollup-schema.ts';
export { SessionRollupAccumulator } from './rollups/session-accumulator.ts';
export { writeTelemetryRollups } from './rollups/write-rollups.ts';
export {
  parseSinkManifest,
  readSinkManifest,
  type SinkManifest,
  type SinkManifestOptions,
  type SinkSegment,
} from './sink/manifest.ts';
export { resolveSinkManifestPath } from './sink/resolve-manifest.ts';
export {
  type FolderEntry,
  type ListSegmentsOptions,
  listSinkSegmentPaths,
  resolveSinkSegmentPaths,
} from './sink/resolve-segments.ts';
export {
  resolveTelemetrySinkConfig,
  type TelemetrySinkConfig,
  type TelemetrySinkConfigOptions,
} from './sink-writer/sink-config.ts';
export type { SinkDiagnostics, SinkFailureDiagnostics } from './sink-writer/sink-diagnostics.ts';
export {
  type SinkFile,
  type SinkFileOperations,
  SYSTEM_SINK_FILE_OPERATIONS,
} from './sink-writer/sink-file-operations.ts';
export type { SinkRecord } from './sink-writer/sink-record.ts';
export { TelemetrySink, type TelemetrySinkOptions } from './sink-writer/telemetry-sink.ts';
export type { TelemetryFault, ValidateOptions, ValidationReport } from './validate/telemetry-fault.ts';
export { validateTelemetryFile } from './validate/validate-telemetry-file.ts';
