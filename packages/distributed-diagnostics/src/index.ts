export type {
  AttemptEnd,
  Cause,
  CauseKind,
  CollectiveBufferEvidence,
  CounterPoint,
  DivergenceEvidence,
  EventMark,
  FragmentationEvidence,
  GrowthEvidence,
  LastSeen,
  MemoryCounter,
  MissingEvidence,
  RankValue,
  RestartEvidence,
  SlowEvidence,
  SpikeEvidence,
  StallEvidence,
  StoppedEvidence,
  UndecidedEvidence,
} from './explain/cause.ts';
export type { ClockOffset } from './explain/clocks/clock-offset.ts';
export { clockOffsets } from './explain/clocks/clock-offsets.ts';
export { type ExplainOptions, explainRun, type RunToExplain } from './explain/explain-run.ts';
export type { DeviceSeries, PhaseColumns, RankSigns } from './explain/signs/rank-signs.ts';
export type {
  ArtifactLoadResult,
  ArtifactReport,
  DistributedSession,
  DuplicateCount,
  LoadedFile,
  RankSighting,
  RepeatedFile,
  SessionGroup,
  SkippedCount,
  SkippedFile,
} from './load/artifact-load-result.ts';
export { loadDistributedArtifacts } from './load/load-distributed-artifacts.ts';
export type { DistributedLoadOptions } from './load/load-options.ts';
export { buildDistributedModel } from './model/build-distributed-model.ts';
export { collectAnomalyCandidates } from './model/collect-anomaly-candidates.ts';
export { combineRankSummaries, type ModelOptions } from './model/combine-rank-summaries.ts';
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
export { expectedRanks } from './model/expected-ranks.ts';
export { groupEventsByRank } from './model/group-events-by-rank.ts';
export type { CounterCoverage, RankSummary } from './model/rank-summary.ts';
export { summarizeRank } from './model/summarize-rank.ts';
export { formatBytes } from './numbers/format-bytes.ts';
export { parseRankFilter } from './ranks/parse-rank-filter.ts';
export { rankFromPath } from './ranks/rank-from-path.ts';
export type { DiagnosticsWarning } from './warnings/diagnostics-warning.ts';
