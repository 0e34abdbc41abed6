import { JsonValue } from '@stormlog/records';
import { TimelineMarker } from '@stormlog/timeline';
import { TelemetryEvent, LoadReport, LoadProgress, loadTelemetrySessions } from '@stormlog/telemetry';
import { SessionSummary, Environment } from '@stormlog/sessions';
import { CollectiveRankSpikes } from '@stormlog/gap-analysis';
import { FileSource } from '@stormlog/files';
interface DiagnosticsWarning {
    readonly code: string;
    readonly message: string;
    readonly path?: string | undefined;
        readonly line?: number | undefined;
    readonly field?: string | undefined;
        readonly hint?: string | undefined;
        readonly cause?: string | undefined;
        readonly index?: number | undefined;
    readonly count?: number | undefined;
    readonly rank?: number | undefined;
    readonly world_size?: number | undefined;
        readonly rank_source?: string | undefined;
    readonly session_id?: string | undefined;
    readonly job_id?: JsonValue | undefined;
    readonly status?: string | undefined;
}
type Severity = 'info' | 'warning' | 'critical';
type TimestampColumn = BigInt64Array | readonly bigint[];
type CounterColumn = Float64Array;
interface MemoryFigures {
    readonly samples: number;
        readonly allocated_delta_bytes: number | null;
    readonly reserved_delta_bytes: number | null;
    readonly device_used_delta_bytes: number | null;
        readonly hidden_gap_latest_bytes: number | null;
        readonly hidden_gap_peak_abs_bytes: number | null;
}
interface RankDiagnosticsRow extends MemoryFigures {
    readonly rank: number;
    readonly availability: 'present' | 'missing';
    readonly has_anomaly: boolean;
    readonly first_anomaly_timestamp_ns: bigint | null;
    readonly first_anomaly_signal: string | null;
    readonly first_anomaly_phase_path: string | null;
}
interface AnomalyCandidate {
    readonly rank: number;
    readonly severity: Severity;
    readonly timestamp_ns: bigint;
        readonly signal: string;
        readonly details: string;
        readonly confidence: number | null;
    readonly reason_codes: readonly string[];
    readonly phase_path: string | null;
}
interface AnomalyIndicator extends AnomalyCandidate {
    readonly kind: 'earliest' | 'most_severe';
}
interface AllocatorTimeline {
    readonly timestamps_ns: TimestampColumn;
    readonly allocated: CounterColumn;
    readonly reserved: CounterColumn;
        readonly gap: CounterColumn;
}
interface DeviceTimeline {
    readonly timestamps_ns: TimestampColumn;
    readonly device_used: CounterColumn;
}
type RankTimeline = AllocatorTimeline | DeviceTimeline;
interface DeviceDiagnostics extends MemoryFigures {
    readonly host: string;
    readonly device_id: number;
    readonly timeline: RankTimeline;
}
interface DistributedDiagnosticsModel {
        readonly rows: readonly RankDiagnosticsRow[];
        readonly indicators: readonly AnomalyIndicator[];
    readonly expected_ranks: readonly number[];
    readonly present_ranks: readonly number[];
    readonly missing_ranks: readonly number[];
        readonly per_rank_timelines: ReadonlyMap<number, RankTimeline>;
    readonly warnings: readonly DiagnosticsWarning[];
        readonly markers_by_rank: ReadonlyMap<number, readonly TimelineMarker[]>;
        readonly devices?: ReadonlyMap<number, readonly DeviceDiagnostics[]>;
}
type MemoryCounter = 'allocated' | 'reserved' | 'device_used' | 'hidden';
interface CauseOf<Kind extends string, Evidence> {
    readonly kind: Kind;
        readonly ranks: readonly number[];
        readonly devices: readonly number[];
        readonly onset_ns: bigint | null;
        readonly onset_uncertainty_ns: bigint | null;
    readonly severity: Severity;
        readonly confidence: number;
        readonly reason_codes: readonly string[];
        readonly summary: string;
        readonly evidence: Evidence;
        readonly phase_path: string | null;
        readonly next_step: string;
}
interface MissingEvidence {
        readonly expected_from: 'world_size' | 'rank_numbers';
    readonly world_size: number;
        readonly ranks_seen: number;
        readonly seen_elsewhere: readonly {
        readonly rank: number;
        readonly session_id: string;
        readonly job_id: JsonValue;
    }[];
}
interface LastSeen {
    readonly rank: number;
    readonly host: string;
    readonly last_event_ns: bigint;
        readonly clock_offset_ns: bigint;
    readonly clock_uncertainty_ns: bigint;
        readonly interval_ns: bigint;
}
interface EventMark {
    readonly timestamp_ns: bigint;
    readonly event_type: string;
    readonly context: string;
}
interface StoppedEvidence {
        readonly last_seen: readonly LastSeen[];
        readonly peers: number;
    readonly peers_before: number;
        readonly peers_last_ns: bigint;
        readonly silence_ns: bigint;
        readonly allowed_ns: bigint;
    readonly rule: 'sampling_and_clocks' | 'cut_off' | 'finished_early';
        readonly usual_interval_ns: bigint;
    readonly usual_uncertainty_ns: bigint;
    readonly run_span_ns: bigint;
        readonly session_status: string | null;
    readonly marks: readonly EventMark[];
}
interface RankValue {
    readonly rank: number;
    readonly device_id: number;
        readonly since_ns: bigint;
    readonly value: number;
}
interface CounterPoint {
    readonly timestamp_ns: bigint;
    readonly bytes: number;
}
interface DivergenceEvidence {
    readonly counter: MemoryCounter;
        readonly measure: 'level' | 'volatility';
        readonly values: readonly RankValue[];
        readonly peers_median: number;
        readonly scale: number;
        readonly scale_floor_bytes: number;
        readonly score: number;
    readonly threshold: number;
}
interface GrowthEvidence {
    readonly counter: MemoryCounter;
        readonly points: readonly CounterPoint[];
    readonly bytes_per_second: number;
        readonly trend: number;
        readonly steps: {
        readonly phase_path: string;
        readonly count: number;
        readonly bytes_per_step: number;
    } | null;
    readonly device_total_bytes: number | null;
        readonly in_use_bytes: number | null;
        readonly seconds_to_exhaustion: number | null;
}
interface SpikeEvidence {
    readonly counter: MemoryCounter;
    readonly peak: CounterPoint;
        readonly to_ns: bigint;
        readonly around: readonly CounterPoint[];
        readonly baseline_bytes: number;
        readonly height_bytes: number;
        readonly scale: number;
        readonly score: number;
    readonly threshold: number;
        readonly signals: readonly string[];
}
interface FragmentationEvidence {
        readonly unused_share_first: number;
    readonly unused_share_last: number;
        readonly points: readonly {
        readonly timestamp_ns: bigint;
        readonly allocated: number;
        readonly reserved: number;
    }[];
    readonly signals: readonly string[];
}
interface SlowEvidence {
    readonly phase_path: string;
        readonly durations: readonly {
        readonly rank: number;
        readonly median_ns: number;
        readonly count: number;
    }[];
    readonly peers_median_ns: number;
    readonly ratio: number;
    readonly threshold: number;
        readonly score: number;
        readonly scale_ns: number;
        readonly waiting: {
        readonly phase_path: string;
        readonly own_median_ns: number;
        readonly peers_median_ns: number;
    } | null;
}
interface StallEvidence {
        readonly last_progress: readonly {
        readonly rank: number;
        readonly last_progress_ns: bigint;
        readonly last_event_ns: bigint;
        readonly clock_offset_ns: bigint;
        readonly clock_uncertainty_ns: bigint;
    }[];
        readonly run_end_ns: bigint;
        readonly silence_ns: bigint;
        readonly usual_ns: bigint;
    readonly longest_pause: {
        readonly rank: number;
        readonly from_ns: bigint;
        readonly to_ns: bigint;
    };
}
interface CollectiveBufferEvidence {
    readonly counter: MemoryCounter;
        readonly steps: readonly {
        readonly rank: number;
        readonly device_id: number;
        readonly timestamp_ns: bigint;
        readonly clock_offset_ns: bigint;
        readonly bytes: number;
    }[];
    readonly ranks_total: number;
        readonly spread_ns: bigint;
    readonly near: 'collective' | 'start';
}
interface AttemptEnd {
    readonly attempt: number;
    readonly session_id: string | null;
    readonly started_at_ns: bigint;
    readonly last_event_ns: bigint | null;
        readonly ended: string;
        readonly unfinished_ranks: readonly number[];
    readonly marks: readonly EventMark[];
}
interface RestartEvidence {
    readonly job_id: JsonValue;
    readonly attempts: readonly AttemptEnd[];
}
interface UndecidedEvidence {
        readonly question: 'which_stopped_first' | 'which_stalled_first' | 'stopped_or_clock_off';
    readonly candidates: readonly number[];
        readonly missing: readonly string[];
        readonly times: readonly LastSeen[];
        readonly resolution_ns: bigint;
}
type Cause = CauseOf<'rank_missing', MissingEvidence> | CauseOf<'rank_stopped_early', StoppedEvidence> | CauseOf<'peer_divergence', DivergenceEvidence> | CauseOf<'leak', GrowthEvidence> | CauseOf<'hidden_leak', GrowthEvidence> | CauseOf<'spike', SpikeEvidence> | CauseOf<'fragmentation', FragmentationEvidence> | CauseOf<'slow_rank', SlowEvidence> | CauseOf<'stalled', StallEvidence> | CauseOf<'collective_buffers', CollectiveBufferEvidence> | CauseOf<'restarts', RestartEvidence> | CauseOf<'undecided', UndecidedEvidence>;
type CauseKind = Cause['kind'];
interface ClockOffset {
    readonly host: string;
    readonly reference_host: string;
        readonly offset_ns: bigint;
        readonly uncertainty_ns: bigint | null;
        readonly matches: number;
    readonly basis: 'reference' | 'collective_ends' | 'phase_boundaries' | 'none';
}
declare function clockOffsets(events: Iterable<TelemetryEvent>): ClockOffset[];
interface DistributedSession {
    readonly summary: SessionSummary;
        readonly events: readonly TelemetryEvent[];
        readonly sources_loaded: readonly string[];
    readonly warnings: readonly DiagnosticsWarning[];
}
interface SessionGroup {
        readonly session_id: string | null;
        readonly job_id: JsonValue;
    readonly world_size: number;
        readonly attempt: number;
        readonly attempts: number;
    readonly started_at_ns: bigint;
        readonly members: readonly {
        readonly session_id: string;
        readonly ranks: readonly number[];
    }[];
}
interface RankSighting {
    readonly session_id: string;
    readonly status: string;
    readonly job_id: JsonValue;
        readonly events: number;
    readonly first_event_ns: bigint;
    readonly last_event_ns: bigint;
        readonly selected: boolean;
}
interface ArtifactLoadResult {
        readonly events: readonly TelemetryEvent[];
        readonly sessions: readonly DistributedSession[];
    readonly selected_session_id: string | null;
    readonly warnings: readonly DiagnosticsWarning[];
        readonly sources_loaded: readonly string[];
        readonly markers: readonly TimelineMarker[];
        readonly groups: readonly SessionGroup[];
        readonly rank_sessions: ReadonlyMap<number, readonly RankSighting[]>;
}
interface SkippedFile {
    readonly kind: 'skipped';
    readonly path: string;
        readonly code: string;
    readonly message: string;
        readonly notable: boolean;
}
interface RepeatedFile {
    readonly kind: 'repeated';
    readonly path: string;
        readonly first_path: string;
}
interface SkippedCount {
    readonly kind: 'skipped_more';
    readonly path: string;
    readonly count: number;
}
interface LoadedFile {
    readonly kind: 'file';
    readonly report: LoadReport;
}
interface DuplicateCount {
    readonly kind: 'duplicates';
    readonly session_id: string;
    readonly count: number;
}
type ArtifactReport = LoadedFile | SkippedFile | RepeatedFile | SkippedCount | DuplicateCount;
interface DeviceSeries {
    readonly host: string;
    readonly device_id: number;
        readonly device_total_bytes: number | null;
    readonly timestamps_ns: TimestampColumn;
    readonly allocated: CounterColumn;
    readonly reserved: CounterColumn;
    readonly device_used: CounterColumn;
        readonly fragmentation: boolean;
}
interface PhaseColumns {
        readonly paths: readonly string[];
        readonly path: Int32Array;
    readonly start_ns: readonly bigint[];
    readonly end_ns: readonly bigint[];
        readonly closed: Uint8Array;
}
interface RankSigns {
        readonly host: string;
    readonly pid: number;
        readonly sampling_interval_ms: number;
        readonly stopped: boolean;
        readonly marks: readonly EventMark[];
    readonly series: readonly DeviceSeries[];
    readonly phases: PhaseColumns;
        readonly collectives_ns: readonly bigint[];
}
interface CounterCoverage {
    readonly samples: number;
    readonly with_allocated: number;
        readonly with_allocator: number;
        readonly without_fragmentation: number;
}
interface RankSummary {
    readonly rank: number;
    readonly events: number;
    readonly first_event_ns: bigint;
    readonly last_event_ns: bigint;
        readonly world_sizes: readonly number[];
        readonly refused_world_size: number | null;
    readonly coverage: CounterCoverage;
    readonly figures: MemoryFigures;
    readonly timeline: RankTimeline;
        readonly devices: readonly DeviceDiagnostics[];
        readonly candidates: readonly AnomalyCandidate[];
        readonly collective: readonly CollectiveRankSpikes[];
        readonly onset_ns: bigint;
    readonly markers: readonly TimelineMarker[];
        readonly signs: RankSigns;
}
interface RunToExplain {
    readonly load: ArtifactLoadResult;
        readonly summaries: Iterable<RankSummary>;
}
interface ExplainOptions {
        readonly ranks?: Iterable<number> | null | undefined;
        readonly writing?: Iterable<number> | undefined;
}
declare function explainRun({ load, summaries }: RunToExplain, options?: ExplainOptions): Cause[];
interface DistributedLoadOptions {
        readonly sessionId?: string | null | undefined;
        readonly jobId?: string | null | undefined;
        readonly onInvalid?: 'error' | 'skip' | undefined;
        readonly onReport?: ((report: ArtifactReport) => void) | undefined;
    readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
        readonly signal?: AbortSignal | undefined;
        readonly environment?: Environment | undefined;
        readonly permissiveLegacy?: boolean | undefined;
        readonly loadSessions?: typeof loadTelemetrySessions | undefined;
        readonly chunkBytes?: number | undefined;
        readonly maxSkippedReports?: number | undefined;
}
declare function loadDistributedArtifacts(inputs: readonly FileSource[], options?: DistributedLoadOptions): Promise<ArtifactLoadResult>;
interface ModelOptions {
        readonly ranks?: Iterable<number> | null | undefined;
}
declare function combineRankSummaries(summaries: Iterable<RankSummary>, options?: ModelOptions): DistributedDiagnosticsModel;
declare function buildDistributedModel(events: Iterable<TelemetryEvent>, options?: ModelOptions): DistributedDiagnosticsModel;
declare function collectAnomalyCandidates(events: Iterable<TelemetryEvent>, options?: ModelOptions): AnomalyCandidate[];
declare function expectedRanks(events: Iterable<TelemetryEvent>): number[];
declare function groupEventsByRank(events: Iterable<TelemetryEvent>): Map<number, TelemetryEvent[]>;
declare function summarizeRank(events: readonly TelemetryEvent[]): RankSummary;
declare function formatBytes(value: number | bigint, precision?: number): string;
declare function parseRankFilter(expression: string | null | undefined, available: Iterable<number>): Set<number>;
declare function rankFromPath(path: string): number | bigint | null;
export { type AllocatorTimeline, type AnomalyCandidate, type AnomalyIndicator, type ArtifactLoadResult, type ArtifactReport, type AttemptEnd, type Cause, type CauseKind, type ClockOffset, type CollectiveBufferEvidence, type CounterColumn, type CounterCoverage, type CounterPoint, type DeviceDiagnostics, type DeviceSeries, type DeviceTimeline, type DiagnosticsWarning, type DistributedDiagnosticsModel, type DistributedLoadOptions, type DistributedSession, type DivergenceEvidence, type DuplicateCount, type EventMark, type ExplainOptions, type FragmentationEvidence, type GrowthEvidence, type LastSeen, type LoadedFile, type MemoryCounter, type MemoryFigures, type MissingEvidence, type ModelOptions, type PhaseColumns, type RankDiagnosticsRow, type RankSighting, type RankSigns, type RankSummary, type RankTimeline, type RankValue, type RepeatedFile, type RestartEvidence, type RunToExplain, type SessionGroup, type Severity, type SkippedCount, type SkippedFile, type SlowEvidence, type SpikeEvidence, type StallEvidence, type StoppedEvidence, type TimestampColumn, type UndecidedEvidence, buildDistributedModel, clockOffsets, collectAnomalyCandidates, combineRankSummaries, expectedRanks, explainRun, formatBytes, groupEventsByRank, loadDistributedArtifacts, parseRankFilter, rankFromPath, summarizeRank };
