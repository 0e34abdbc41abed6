import { CauseKind, Cause, ArtifactLoadResult, DistributedDiagnosticsModel, ArtifactReport, AnomalyCandidate } from '@stormlog/distributed-diagnostics';
import { JsonValue } from '@stormlog/records';
import { InferenceReport, InferenceGraph } from '@stormlog/correlation-events';
import { RunRow, SessionRow, InspectedAttachment } from '@stormlog/run-catalog';
interface Observation {
        readonly code: CauseKind | 'rank_unusable' | 'rank_elsewhere' | 'session_not_completed';
    readonly severity: 'critical' | 'warning' | 'info';
    readonly ranks: readonly number[];
    readonly text: string;
        readonly next: string;
        readonly cause?: Cause | undefined;
}
interface RankOverview {
    readonly rank: number;
    readonly availability: 'present' | 'missing';
    readonly samples: number;
        readonly first_seen_ns: bigint | null;
    readonly last_seen_ns: bigint | null;
        readonly before_peers_ns: bigint | null;
        readonly started_before_peers_ns: bigint | null;
        readonly sampling_interval_ms: number | null;
        readonly allocated_peak_bytes: number | null;
    readonly allocated_peak_timestamp_ns: bigint | null;
        readonly allocated_peak_phase_path: string | null;
    readonly last_phase_path: string | null;
        readonly session_id: string | null;
    readonly session_status: string | null;
    readonly host: string | null;
    readonly pid: number | null;
        readonly other_sessions: readonly OtherSession[];
}
interface OtherSession {
    readonly session_id: string;
    readonly job_id: JsonValue;
}
declare function describeRanks(load: ArtifactLoadResult, model: DistributedDiagnosticsModel): RankOverview[];
interface ObserveOptions {
        readonly unusablePaths?: readonly string[] | undefined;
        readonly causes?: readonly Cause[] | undefined;
        readonly writing?: ReadonlySet<number> | undefined;
}
declare function observeRun(load: ArtifactLoadResult, ranks: readonly RankOverview[], { unusablePaths, causes, writing }?: ObserveOptions): Observation[];
interface ReadingTotals {
    readonly files: number;
        readonly events: number;
        readonly rejected: number;
    readonly files_with_rejected: number;
    readonly torn_tails: number;
        readonly useless_files: number;
    readonly repeated_files: number;
        readonly duplicates: number;
}
declare function addUpReports(reports: readonly ArtifactReport[]): ReadingTotals;
interface SessionOverview {
    readonly session_id: string;
        readonly selected: boolean;
    readonly status: string;
    readonly started_at_ns: bigint;
    readonly ended_at_ns: bigint | null;
        readonly duration_ns: bigint | null;
    readonly first_event_ns: bigint | null;
    readonly last_event_ns: bigint | null;
    readonly events: number;
        readonly ranks: readonly number[];
    readonly world_size: number;
    readonly job_id: JsonValue;
    readonly host: string;
    readonly pid: number;
        readonly source: string;
    readonly sources_loaded: readonly string[];
        readonly attempt: number | null;
    readonly attempts: number | null;
        readonly members: readonly string[];
}
declare function describeSessions(load: ArtifactLoadResult): SessionOverview[];
interface CorrelationRun {
    readonly report: InferenceReport;
    readonly graph: InferenceGraph;
}
declare function renderHtmlCorrelation(runs: readonly CorrelationRun[]): string;
type TextStyle = 'heading' | 'faint' | 'good' | 'warning' | 'critical';
type Paint = (text: string, style: TextStyle | undefined) => string;
declare function createPaint(color: boolean): Paint;
interface Notice {
    readonly code: string;
    readonly message: string;
    readonly path?: string | null | undefined;
        readonly line?: number | null | undefined;
        readonly cause?: string | undefined;
        readonly hint?: string | undefined;
}
interface NoticeOptions {
    readonly width: number;
    readonly paint: Paint;
        readonly examples?: number | undefined;
        readonly groups?: number | undefined;
        readonly base?: string | undefined;
}
declare function renderNotices(notices: readonly Notice[], options: NoticeOptions): string[];
interface Diagnosis {
    readonly load: ArtifactLoadResult;
    readonly model: DistributedDiagnosticsModel;
        readonly causes?: readonly Cause[] | undefined;
        readonly totals?: ReadingTotals | undefined;
        readonly unusablePaths?: readonly string[] | undefined;
        readonly writing?: ReadonlySet<number> | undefined;
        readonly filtered?: boolean | undefined;
}
interface TerminalOptions {
        readonly width?: number | undefined;
        readonly color?: boolean | undefined;
}
declare function renderTerminalReport(diagnosis: Diagnosis, options?: TerminalOptions): string;
interface HtmlDiagnosis extends Diagnosis {
        readonly candidates?: readonly AnomalyCandidate[] | undefined;
        readonly notices?: readonly Notice[] | undefined;
}
interface HtmlReportOptions {
        readonly base?: string | undefined;
        readonly sampleBytes?: number | undefined;
}
declare function renderHtmlReport(diagnosis: HtmlDiagnosis, options?: HtmlReportOptions): string;
interface RenderJsonOptions {
        readonly nanosecondsAsText?: boolean | undefined;
}
declare function renderJsonDocument(value: unknown, options?: RenderJsonOptions): string[];
interface CorrelationReportOptions extends TerminalOptions {
        readonly top?: number | undefined;
}
declare function renderCorrelationReport(reports: readonly InferenceReport[], options?: CorrelationReportOptions): string;
interface Fault {
    readonly path: string;
    readonly line: number | null;
    readonly element: string | null;
    readonly field: string | null;
    readonly code: string;
    readonly message: string;
}
interface FaultCounts {
    readonly path: string;
    readonly records: number;
    readonly invalid: number;
    readonly legacy: number;
    readonly faults: number;
}
declare function renderFault(fault: Fault, paint: Paint): string;
declare function renderFaultSummary(files: readonly FaultCounts[], listed: number, paint: Paint): string;
interface NoticeAdvice {
    readonly severity: 'warning' | 'note';
    readonly next: string | null;
}
declare function noticeSeverity(code: string): NoticeAdvice['severity'];
interface RunOverview {
    readonly runs: readonly RunRow[];
    readonly sessions: readonly SessionRow[];
    readonly attachments: readonly InspectedAttachment[];
}
declare function renderRunTables(overview: RunOverview, options?: TerminalOptions): string;
declare function renderSessionTable(sessions: readonly SessionOverview[], options?: TerminalOptions): string;
interface WatchStatus {
        readonly paths: readonly string[];
        readonly lookedAt: Date;
        readonly notices: number;
        readonly writing: number;
}
interface WatchScreenOptions extends TerminalOptions {
        readonly rows?: number | undefined;
}
declare function renderWatchScreen(report: string | null, status: WatchStatus, { width, rows, color }?: WatchScreenOptions): string;
declare function displayWidth(text: string): number;
declare function fitToWidth(text: string, width: number): string;
declare function padToWidth(text: string, width: number, align?: 'left' | 'right'): string;
declare function wrapText(text: string, width: number, hanging?: number): string[];
declare function terminalSafe(text: string): string;
declare function isTerminalSafe(text: string): boolean;
declare function formatBinarySize(bytes: number, options?: {
    readonly sign?: boolean | undefined;
}): string;
declare function counted(count: number, singular: string, plural?: string): string;
declare function formatDuration(ns: bigint): string;
declare function formatRankList(ranks: readonly number[], limit?: number): string;
declare function formatWallClock(ns: bigint): string;
export { type CorrelationReportOptions, type CorrelationRun, type Diagnosis, type Fault, type FaultCounts, type HtmlDiagnosis, type HtmlReportOptions, type Notice, type NoticeOptions, type Observation, type OtherSession, type Paint, type RankOverview, type ReadingTotals, type RenderJsonOptions, type RunOverview, type SessionOverview, type TerminalOptions, type TextStyle, type WatchScreenOptions, type WatchStatus, addUpReports, counted, createPaint, describeRanks, describeSessions, displayWidth, fitToWidth, formatBinarySize, formatDuration, formatRankList, formatWallClock, isTerminalSafe, noticeSeverity, observeRun, padToWidth, renderCorrelationReport, renderFault, renderFaultSummary, renderHtmlCorrelation, renderHtmlReport, renderJsonDocument, renderNotices, renderRunTables, renderSessionTable, renderTerminalReport, renderWatchScreen, terminalSafe, wrapText };
