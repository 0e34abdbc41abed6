export type {
  ArtifactLoadResult,
  ArtifactReport,
  DistributedSession,
  LoadedFile,
  RankSighting,
  RepeatedFile,
  SessionGroup,
  SkippedCount,
  SkippedFile,
} from './load/artifact-load-result.ts';
export type {
  AllocatorTimeline,
  AnomalyCandidate,
  AnomalyIndicator,
  CounterColumn,
  DeviceDiagnostics,
  DeviceTimeline,
  DistributedDiagnosticsModel,
  MemoryFigures,
  RankDiagnosticsRow,
  RankTimeline,
  Severity,
  TimestampColumn,
} from './model/distributed-model.ts';
export { formatBytes } from './numbers/format-bytes.ts';
export { parseRankFilter } from './ranks/parse-rank-filter.ts';
export { rankFromPath } from './ranks/rank-from-path.ts';
export type { DiagnosticsWarning } from './warnings/diagnostics-warning.ts';
