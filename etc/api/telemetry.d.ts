import * as _stormlog_records from '@stormlog/records';
import { JsonObject, JsonValue, RecordIssue, StormlogError } from '@stormlog/records';
import { SessionSummary, Environment, SessionStatus } from '@stormlog/sessions';
import * as z from 'zod';
import { FileSource, FileOperations } from '@stormlog/files';
interface ClassifiedEvent {
    readonly event_type: string;
    readonly metadata: JsonObject;
}
declare function isAlertEvent(event: ClassifiedEvent): boolean;
declare function eventSeverity(event: ClassifiedEvent): string;
declare function isOomEvent(event: ClassifiedEvent): boolean;
declare function isCollectorDegradationEvent(event: ClassifiedEvent): boolean;
declare function eventBackend(event: ClassifiedEvent): string;
declare function normalizeText(value: JsonValue | undefined, absent?: string): string;
declare const COLLECTOR_HEALTH_STATUSES: readonly ["healthy", "degraded", "unhealthy"];
type CollectorHealthStatus = (typeof COLLECTOR_HEALTH_STATUSES)[number];
interface CollectorHealth {
    readonly collector_health_status: CollectorHealthStatus;
        readonly telemetry_partial: boolean;
        readonly collector_partial_fields: readonly string[];
    readonly collector_last_error: string | null;
    readonly collector_consecutive_failures: number;
        readonly collector_next_retry_epoch_s: number | null;
}
interface CollectorHealthFields {
    readonly status?: string | undefined;
    readonly telemetryPartial?: boolean | undefined;
        readonly partialFields?: Iterable<string> | undefined;
    readonly lastError?: string | null | undefined;
    readonly consecutiveFailures?: number | undefined;
    readonly nextRetryEpochSeconds?: number | null | undefined;
}
declare function collectorHealth(fields?: CollectorHealthFields): CollectorHealth;
interface RetryPolicy {
    readonly initialDelaySeconds: number;
        readonly factor: number;
    readonly maxDelaySeconds: number;
}
declare function collectorRetryDelaySeconds(consecutiveFailures: number, policy: RetryPolicy): number;
type CsvProfile = 'diagnostics' | 'query';
type CsvCells = Readonly<Record<string, string | null>>;
type MetadataUnreadable = (reason: string) => void;
declare function normalizeCsvRow(cells: CsvCells, options?: {
    readonly profile?: CsvProfile | undefined;
    readonly onMetadataUnreadable?: MetadataUnreadable;
}): JsonObject;
interface LoadNotice {
        readonly code: string;
        readonly message: string;
    readonly path: string;
        readonly line: number | null;
    readonly field: string | null;
        readonly hint?: string | undefined;
}
type NoticeSink = (notice: LoadNotice) => void;
interface LoadReport {
    readonly path: string;
        readonly lines: number;
    readonly blank: number;
        readonly events: number;
        readonly rejected: number;
        readonly duplicates: number;
        readonly torn_tail: boolean;
        readonly counters_unusable: number;
        readonly notices: readonly LoadNotice[];
        readonly notices_left_out: number;
}
declare const MAX_NOTICES = 1000;
interface LoadProgress {
    readonly path: string;
        readonly bytes: number;
        readonly totalBytes: number | null;
}
interface LoadOptions {
        readonly permissiveLegacy?: boolean | undefined;
        readonly onInvalid?: 'error' | 'skip' | undefined;
        readonly onReport?: ((report: LoadReport) => void) | undefined;
        readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
        readonly chunkBytes?: number | undefined;
        readonly maxLineBytes?: number | undefined;
}
interface LoadDocumentOptions extends LoadOptions {
        readonly eventsKey?: string | null | undefined;
}
declare const telemetryEventSchema: z.ZodObject<{
    allocator_allocated_bytes: z.ZodNullable<z.ZodInt>;
    allocator_reserved_bytes: z.ZodNullable<z.ZodInt>;
    allocator_change_bytes: z.ZodNullable<z.ZodInt>;
    device_used_bytes: z.ZodNullable<z.ZodInt>;
    job_id: z.ZodNullable<z.ZodCustom<string, unknown>>;
    rank: z.ZodInt;
    local_rank: z.ZodInt;
    world_size: z.ZodInt;
    event_type: z.ZodCustom<string, unknown>;
    collector: z.ZodCustom<string, unknown>;
    sampling_interval_ms: z.ZodInt;
    pid: z.ZodInt;
    host: z.ZodCustom<string, unknown>;
    device_id: z.ZodInt;
    allocator_active_bytes: z.ZodNullable<z.ZodInt>;
    allocator_inactive_bytes: z.ZodNullable<z.ZodInt>;
    device_free_bytes: z.ZodNullable<z.ZodInt>;
    device_total_bytes: z.ZodNullable<z.ZodInt>;
    context: z.ZodNullable<z.ZodString>;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
    schema_version: z.ZodUnion<readonly [z.ZodLiteral<4>, z.ZodLiteral<3>]>;
    session_id: z.ZodCustom<string, unknown>;
    timestamp_ns: z.ZodBigInt;
}, z.core.$strict>;
type TelemetryEvent = Readonly<z.infer<typeof telemetryEventSchema>>;
interface LoadedSession {
    readonly summary: SessionSummary;
        readonly events: readonly TelemetryEvent[];
        readonly sources_loaded: readonly string[];
        readonly warnings: readonly LoadNotice[];
}
interface LoadCsvOptions extends Omit<LoadOptions, 'permissiveLegacy' | 'maxLineBytes'> {
        readonly profile?: CsvProfile | undefined;
}
interface LoadedCsv {
        readonly sessions: readonly LoadedSession[];
        readonly warnings: readonly LoadNotice[];
}
declare function loadTelemetryCsv(path: string, options?: LoadCsvOptions): Promise<LoadedCsv>;
declare function parsePythonLiteral(text: string): JsonValue;
interface UnusableCounter {
        readonly field: string;
    readonly value: bigint;
}
interface ConversionOptions {
        readonly permissiveLegacy?: boolean | undefined;
        readonly defaultCollector?: string | undefined;
        readonly defaultSamplingIntervalMs?: number | undefined;
        readonly defaultSessionId?: string | null | undefined;
        readonly onCounterUnusable?: ((counter: UnusableCounter) => void) | undefined;
}
declare const telemetryRecordV2Schema: z.ZodObject<{
    allocator_allocated_bytes: z.ZodInt;
    allocator_reserved_bytes: z.ZodInt;
    allocator_change_bytes: z.ZodInt;
    device_used_bytes: z.ZodInt;
    job_id: z.ZodOptional<z.ZodNullable<z.ZodCustom<string, unknown>>>;
    rank: z.ZodOptional<z.ZodInt>;
    local_rank: z.ZodOptional<z.ZodInt>;
    world_size: z.ZodOptional<z.ZodInt>;
    event_type: z.ZodCustom<string, unknown>;
    collector: z.ZodCustom<string, unknown>;
    sampling_interval_ms: z.ZodInt;
    pid: z.ZodInt;
    host: z.ZodCustom<string, unknown>;
    device_id: z.ZodInt;
    allocator_active_bytes: z.ZodNullable<z.ZodInt>;
    allocator_inactive_bytes: z.ZodNullable<z.ZodInt>;
    device_free_bytes: z.ZodNullable<z.ZodInt>;
    device_total_bytes: z.ZodNullable<z.ZodInt>;
    context: z.ZodNullable<z.ZodString>;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
    schema_version: z.ZodLiteral<2>;
    timestamp_ns: z.ZodCustom<number | bigint, number | bigint>;
}, z.core.$strict>;
declare const telemetryRecordV3Schema: z.ZodObject<{
    allocator_allocated_bytes: z.ZodInt;
    allocator_reserved_bytes: z.ZodInt;
    allocator_change_bytes: z.ZodInt;
    device_used_bytes: z.ZodInt;
    job_id: z.ZodOptional<z.ZodNullable<z.ZodCustom<string, unknown>>>;
    rank: z.ZodOptional<z.ZodInt>;
    local_rank: z.ZodOptional<z.ZodInt>;
    world_size: z.ZodOptional<z.ZodInt>;
    event_type: z.ZodCustom<string, unknown>;
    collector: z.ZodCustom<string, unknown>;
    sampling_interval_ms: z.ZodInt;
    pid: z.ZodInt;
    host: z.ZodCustom<string, unknown>;
    device_id: z.ZodInt;
    allocator_active_bytes: z.ZodNullable<z.ZodInt>;
    allocator_inactive_bytes: z.ZodNullable<z.ZodInt>;
    device_free_bytes: z.ZodNullable<z.ZodInt>;
    device_total_bytes: z.ZodNullable<z.ZodInt>;
    context: z.ZodNullable<z.ZodString>;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
    schema_version: z.ZodLiteral<3>;
    session_id: z.ZodCustom<string, unknown>;
    timestamp_ns: z.ZodCustom<number | bigint, number | bigint>;
}, z.core.$strict>;
declare const telemetryRecordV4Schema: z.ZodObject<{
    allocator_allocated_bytes: z.ZodNullable<z.ZodInt>;
    allocator_reserved_bytes: z.ZodNullable<z.ZodInt>;
    allocator_change_bytes: z.ZodNullable<z.ZodInt>;
    device_used_bytes: z.ZodNullable<z.ZodInt>;
    job_id: z.ZodOptional<z.ZodNullable<z.ZodCustom<string, unknown>>>;
    rank: z.ZodOptional<z.ZodInt>;
    local_rank: z.ZodOptional<z.ZodInt>;
    world_size: z.ZodOptional<z.ZodInt>;
    event_type: z.ZodCustom<string, unknown>;
    collector: z.ZodCustom<string, unknown>;
    sampling_interval_ms: z.ZodInt;
    pid: z.ZodInt;
    host: z.ZodCustom<string, unknown>;
    device_id: z.ZodInt;
    allocator_active_bytes: z.ZodNullable<z.ZodInt>;
    allocator_inactive_bytes: z.ZodNullable<z.ZodInt>;
    device_free_bytes: z.ZodNullable<z.ZodInt>;
    device_total_bytes: z.ZodNullable<z.ZodInt>;
    context: z.ZodNullable<z.ZodString>;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
    schema_version: z.ZodLiteral<4>;
    session_id: z.ZodCustom<string, unknown>;
    timestamp_ns: z.ZodCustom<number | bigint, number | bigint>;
}, z.core.$strict>;
type TelemetryRecordVersion = 2 | 3 | 4;
declare const telemetryRecordSchemas: {
    readonly 2: z.ZodObject<{
        allocator_allocated_bytes: z.ZodInt;
        allocator_reserved_bytes: z.ZodInt;
        allocator_change_bytes: z.ZodInt;
        device_used_bytes: z.ZodInt;
        job_id: z.ZodOptional<z.ZodNullable<z.ZodCustom<string, unknown>>>;
        rank: z.ZodOptional<z.ZodInt>;
        local_rank: z.ZodOptional<z.ZodInt>;
        world_size: z.ZodOptional<z.ZodInt>;
        event_type: z.ZodCustom<string, unknown>;
        collector: z.ZodCustom<string, unknown>;
        sampling_interval_ms: z.ZodInt;
        pid: z.ZodInt;
        host: z.ZodCustom<string, unknown>;
        device_id: z.ZodInt;
        allocator_active_bytes: z.ZodNullable<z.ZodInt>;
        allocator_inactive_bytes: z.ZodNullable<z.ZodInt>;
        device_free_bytes: z.ZodNullable<z.ZodInt>;
        device_total_bytes: z.ZodNullable<z.ZodInt>;
        context: z.ZodNullable<z.ZodString>;
        metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
        schema_version: z.ZodLiteral<2>;
        timestamp_ns: z.ZodCustom<number | bigint, number | bigint>;
    }, z.core.$strict>;
    readonly 3: z.ZodObject<{
        allocator_allocated_bytes: z.ZodInt;
        allocator_reserved_bytes: z.ZodInt;
        allocator_change_bytes: z.ZodInt;
        device_used_bytes: z.ZodInt;
        job_id: z.ZodOptional<z.ZodNullable<z.ZodCustom<string, unknown>>>;
        rank: z.ZodOptional<z.ZodInt>;
        local_rank: z.ZodOptional<z.ZodInt>;
        world_size: z.ZodOptional<z.ZodInt>;
        event_type: z.ZodCustom<string, unknown>;
        collector: z.ZodCustom<string, unknown>;
        sampling_interval_ms: z.ZodInt;
        pid: z.ZodInt;
        host: z.ZodCustom<string, unknown>;
        device_id: z.ZodInt;
        allocator_active_bytes: z.ZodNullable<z.ZodInt>;
        allocator_inactive_bytes: z.ZodNullable<z.ZodInt>;
        device_free_bytes: z.ZodNullable<z.ZodInt>;
        device_total_bytes: z.ZodNullable<z.ZodInt>;
        context: z.ZodNullable<z.ZodString>;
        metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
        schema_version: z.ZodLiteral<3>;
        session_id: z.ZodCustom<string, unknown>;
        timestamp_ns: z.ZodCustom<number | bigint, number | bigint>;
    }, z.core.$strict>;
    readonly 4: z.ZodObject<{
        allocator_allocated_bytes: z.ZodNullable<z.ZodInt>;
        allocator_reserved_bytes: z.ZodNullable<z.ZodInt>;
        allocator_change_bytes: z.ZodNullable<z.ZodInt>;
        device_used_bytes: z.ZodNullable<z.ZodInt>;
        job_id: z.ZodOptional<z.ZodNullable<z.ZodCustom<string, unknown>>>;
        rank: z.ZodOptional<z.ZodInt>;
        local_rank: z.ZodOptional<z.ZodInt>;
        world_size: z.ZodOptional<z.ZodInt>;
        event_type: z.ZodCustom<string, unknown>;
        collector: z.ZodCustom<string, unknown>;
        sampling_interval_ms: z.ZodInt;
        pid: z.ZodInt;
        host: z.ZodCustom<string, unknown>;
        device_id: z.ZodInt;
        allocator_active_bytes: z.ZodNullable<z.ZodInt>;
        allocator_inactive_bytes: z.ZodNullable<z.ZodInt>;
        device_free_bytes: z.ZodNullable<z.ZodInt>;
        device_total_bytes: z.ZodNullable<z.ZodInt>;
        context: z.ZodNullable<z.ZodString>;
        metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
        schema_version: z.ZodLiteral<4>;
        session_id: z.ZodCustom<string, unknown>;
        timestamp_ns: z.ZodCustom<number | bigint, number | bigint>;
    }, z.core.$strict>;
};
type TelemetryEventV2 = Omit<TelemetryEvent, 'schema_version' | 'session_id'> & {
    readonly schema_version: 2;
};
type WithOptionalMetadata<Fields extends {
    metadata: JsonObject;
}> = Readonly<Omit<Fields, 'metadata'> & {
    metadata?: JsonObject;
}>;
type NewTelemetryEvent = WithOptionalMetadata<z.infer<typeof telemetryRecordV3Schema>> | WithOptionalMetadata<z.infer<typeof telemetryRecordV4Schema>>;
type NewTelemetryEventV2 = WithOptionalMetadata<z.infer<typeof telemetryRecordV2Schema>>;
declare function createTelemetryEvent(fields: NewTelemetryEvent): TelemetryEvent;
declare function createTelemetryEventV2(fields: NewTelemetryEventV2): TelemetryEventV2;
declare function replaceTelemetryEvent(event: TelemetryEvent, changes: Partial<TelemetryEvent>): TelemetryEvent;
declare const memoryCapabilitiesSchema: z.ZodObject<{
    backend: z.ZodCustom<string, unknown>;
    telemetry_collector: z.ZodCustom<string, unknown>;
    sampling_source: z.ZodCustom<string, unknown>;
    supports_allocator_allocated: z.ZodBoolean;
    supports_allocator_reserved: z.ZodBoolean;
    supports_allocator_active: z.ZodBoolean;
    supports_allocator_inactive: z.ZodBoolean;
    supports_device_used: z.ZodBoolean;
    supports_device_free: z.ZodBoolean;
    supports_device_total: z.ZodBoolean;
    supports_native_allocator_history: z.ZodBoolean;
    supports_fragmentation_analysis: z.ZodBoolean;
    supports_allocator_attribution: z.ZodBoolean;
    supports_bounded_profiling: z.ZodBoolean;
}, z.core.$strict>;
type MemoryCapabilities = Readonly<z.infer<typeof memoryCapabilitiesSchema>>;
declare const MAX_WORLD_SIZE = 1048576;
declare function telemetryEventFromRecord(record: JsonValue, options?: ConversionOptions): TelemetryEvent;
declare function parseTelemetryEvent(record: JsonValue): TelemetryEvent;
interface TelemetryEventReader {
        read(record: JsonValue): TelemetryEvent;
}
declare function createTelemetryEventReader(options?: ConversionOptions): TelemetryEventReader;
declare function telemetryEventToRecord(event: TelemetryEvent): TelemetryEvent;
declare function telemetryEventToRecord(event: TelemetryEvent | TelemetryEventV2): TelemetryEvent | TelemetryEventV2;
declare function telemetryEventLine(event: TelemetryEvent | TelemetryEventV2): string;
declare function telemetryRecordIssues(record: JsonValue): readonly RecordIssue[];
declare function validateTelemetryRecord(record: JsonValue): void;
type SinkChange = {
    readonly kind: 'events';
    readonly path: string;
    readonly events: readonly TelemetryEvent[];
}
 | {
    readonly kind: 'sessions';
    readonly sessions: readonly SessionSummary[];
}
 | {
    readonly kind: 'restarted';
    readonly path: string;
}
 | {
    readonly kind: 'removed';
    readonly path: string;
};
interface SinkFollowerOptions extends Omit<LoadOptions, 'onInvalid' | 'onReport'> {
        readonly onNotice?: NoticeSink | undefined;
}
declare class SinkFollower {
    #private;
    readonly path: string;
    constructor(path: string, options?: SinkFollowerOptions);
        get sessions(): readonly SessionSummary[];
        get reports(): readonly LoadReport[];
        get files(): readonly {
        readonly path: string;
        readonly defaultSessionId: string;
    }[];
        readNew(): AsyncGenerator<SinkChange, void, undefined>;
}
interface FollowSinkOptions extends SinkFollowerOptions {
        readonly intervalMs?: number | undefined;
        readonly untilEnded?: boolean | undefined;
}
declare function followTelemetrySink(path: string, options?: FollowSinkOptions): AsyncGenerator<SinkChange, void, undefined>;
interface TelemetryFollowerOptions {
        readonly maxEvents?: number | undefined;
}
declare class TelemetryFollower {
    #private;
    constructor(options?: TelemetryFollowerOptions);
        get eventsLeftBehind(): number;
        load(input: FileSource, options?: LoadDocumentOptions): Promise<LoadedSession[]>;
}
interface DistributedIdentity {
        readonly job_id: string | null;
    readonly rank: number;
        readonly local_rank: number;
    readonly world_size: number;
}
type IdentityVariables = Readonly<Record<string, string | null | undefined>>;
interface IdentitySources {
    readonly job_id?: JsonValue | undefined;
    readonly rank?: JsonValue | undefined;
    readonly local_rank?: JsonValue | undefined;
    readonly world_size?: JsonValue | undefined;
    readonly metadata?: JsonObject | null | undefined;
    readonly env?: IdentityVariables | null | undefined;
}
declare function resolveDistributedIdentity(sources?: IdentitySources): DistributedIdentity;
declare function categorizeAlertContext(context: JsonValue | undefined): string;
declare function normalizedErrorStem(error: JsonValue | undefined): string;
interface IssueEvidence {
    readonly session_id: string | null;
    readonly timestamp_ns: bigint | null;
    readonly rank: number | null;
    readonly source_path: string | null;
    readonly source_kind: string | null;
    readonly event_type: string | null;
    readonly bundle_path: string | null;
    readonly metadata: JsonObject;
}
declare function issueEvidence(fields?: Partial<IssueEvidence>): IssueEvidence;
declare const ISSUE_KINDS: readonly ["oom", "collector_degradation", "alert", "hidden_memory_anomaly"];
type IssueKind = (typeof ISSUE_KINDS)[number];
declare const ISSUE_STATES: readonly ["open", "resolved", "ignored", "regressed"];
type IssueState = (typeof ISSUE_STATES)[number];
declare function normalizeIssueState(text: string): IssueState;
declare const ISSUE_FINGERPRINT_VERSION = 1;
interface IssueFingerprint {
    readonly schema_version: number;
        readonly fingerprint_id: string;
    readonly kind: IssueKind;
        readonly dimensions: JsonObject;
}
declare function issueFingerprint(kind: string, dimensions: JsonObject, schemaVersion?: number): IssueFingerprint;
interface IssueHit {
    readonly fingerprint: IssueFingerprint;
    readonly title: string;
    readonly severity: string;
        readonly evidence: IssueEvidence;
    readonly details: IssueEvidence['metadata'];
}
interface EventSource$1 {
    readonly source_path: string | null;
    readonly source_kind: string | null;
    readonly session_status: string | null;
}
declare function issueHitOfEvent(event: TelemetryEvent, source: EventSource$1): IssueHit | null;
interface IssueRecord {
    readonly fingerprint_id: string;
    readonly fingerprint: IssueFingerprint;
    readonly kind: IssueKind;
    readonly state: IssueState;
        readonly severity: string;
    readonly title: string;
    readonly hit_count: number;
    readonly first_seen_ns: bigint | null;
    readonly last_seen_ns: bigint | null;
        readonly affected_sessions: readonly string[];
    readonly representative_evidence: IssueEvidence;
    readonly evidence: readonly IssueEvidence[];
    readonly details: JsonObject;
}
type IssueFields = Omit<IssueRecord, 'fingerprint_id' | 'kind' | 'state' | 'affected_sessions' | 'details'> & {
        readonly state?: string | undefined;
        readonly affected_sessions: Iterable<string>;
    readonly details?: JsonObject | undefined;
};
declare function issueRecord(fields: IssueFields): IssueRecord;
declare class IssueGroups {
    #private;
        addEvent(event: TelemetryEvent, source: EventSource$1): void;
        add(hit: IssueHit): void;
        toIssues(stateOverrides?: ReadonlyMap<string, string>): IssueRecord[];
}
declare function maxSeverity(kept: string, other: string): string;
declare function compareIssues(left: IssueRecord, right: IssueRecord): number;
declare function normalizeDimensions(dimensions: JsonObject): JsonObject;
declare function sortDimensionKeys(dimensions: JsonObject): JsonObject;
declare function loadTelemetrySessions(input: FileSource, options?: LoadDocumentOptions): Promise<LoadedSession[]>;
interface LoadEventsOptions extends LoadDocumentOptions {
        readonly sessionId?: string | null | undefined;
}
declare function loadTelemetryEvents(input: FileSource, options?: LoadEventsOptions): Promise<readonly TelemetryEvent[]>;
declare const sinkSegmentSchema: z.ZodObject<{
    filename: z.ZodString;
    event_count: z.ZodInt;
    size_bytes: z.ZodInt;
    closed: z.ZodBoolean;
    session_id: z.ZodNullable<z.ZodString>;
}, z.core.$strip>;
declare const sinkManifestSchema: z.ZodObject<{
    schema_version: z.ZodInt;
    format: z.ZodString;
    sessions: z.ZodArray<z.ZodObject<{
        session_id: z.ZodString;
        status: z.ZodEnum<{
            completed: "completed";
            interrupted: "interrupted";
            incomplete: "incomplete";
            running: "running";
        }>;
        started_at_ns: z.ZodBigInt;
        ended_at_ns: z.ZodNullable<z.ZodBigInt>;
        host: z.ZodString;
        pid: z.ZodInt;
        job_id: z.ZodCustom<_stormlog_records.JsonValue, _stormlog_records.JsonValue>;
        rank: z.ZodInt;
        local_rank: z.ZodInt;
        world_size: z.ZodInt;
        source: z.ZodString;
    }, z.core.$strict>>;
    segments: z.ZodArray<z.ZodObject<{
        filename: z.ZodString;
        event_count: z.ZodInt;
        size_bytes: z.ZodInt;
        closed: z.ZodBoolean;
        session_id: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>>;
}, z.core.$strip>;
type SinkSegment = Readonly<z.infer<typeof sinkSegmentSchema>>;
type SinkManifest = Readonly<Omit<z.infer<typeof sinkManifestSchema>, 'sessions' | 'segments'>> & {
    readonly sessions: readonly SessionSummary[];
    readonly segments: readonly SinkSegment[];
};
interface SinkManifestOptions {
    readonly signal?: AbortSignal | undefined;
        readonly onNotice?: NoticeSink | undefined;
}
declare function readSinkManifest(path: string, options?: SinkManifestOptions): Promise<SinkManifest | null>;
declare function parseSinkManifest(document: JsonValue, path: string, onNotice?: NoticeSink): SinkManifest | null;
interface EventBatch {
    readonly events: readonly TelemetryEvent[];
        readonly path: string;
}
declare function readTelemetryEvents(input: FileSource, options?: LoadDocumentOptions): AsyncGenerator<TelemetryEvent, void, undefined>;
declare function readTelemetryEventBatches(input: FileSource, options?: LoadDocumentOptions): AsyncGenerator<EventBatch, void, undefined>;
interface CgroupMemory {
    readonly limitBytes: number | null;
        readonly usedBytes: number | null;
}
interface GpuMemory {
    readonly index: number;
    readonly uuid: string;
    readonly name: string;
    readonly usedBytes: number;
    readonly freeBytes: number | null;
    readonly totalBytes: number | null;
        readonly processBytes: number | null;
    readonly listsProcess: boolean;
}
type GpuChoice = 'own' | 'all' | 'none';
interface GpuWatchOptions {
    readonly choice: GpuChoice;
    readonly intervalSeconds: number;
    readonly command: string;
    readonly pid: number;
    readonly onMemory: (gpus: readonly GpuMemory[]) => void;
    readonly onFailure: (error: unknown) => void;
}
interface MemoryReadings {
        memoryUsage(): NodeJS.MemoryUsage;
        rss(): number;
        heapLimitBytes(): number;
        machineBytes(): number;
    cgroup(): CgroupMemory;
}
interface NodeMemorySample {
    readonly rssBytes: number;
    readonly heapUsedBytes: number;
    readonly heapLimitBytes: number;
        readonly limitBytes: number;
        readonly metadata: JsonObject;
}
declare class NodeMemoryCollector {
    #private;
        readonly deviceId: number;
    readonly capabilities: MemoryCapabilities;
    constructor(readings?: MemoryReadings);
        rssBytes(): number;
        sample(): NodeMemorySample;
}
interface MemoryThresholds {
        readonly warningPercent: number;
        readonly criticalPercent: number;
        readonly growthBytes: number;
}
interface MemoryAlert {
    readonly eventType: 'warning' | 'critical';
    readonly context: string;
    readonly metadata: JsonObject;
}
declare class MemoryAlerts {
    #private;
    constructor(thresholds: MemoryThresholds);
    check(sample: NodeMemorySample, changeBytes: number): MemoryAlert[];
}
interface TelemetrySinkConfig {
        readonly flushEveryEvents: number;
        readonly flushEverySeconds: number;
        readonly rolloverMaxBytes: number;
        readonly rolloverMaxEvents: number;
        readonly retentionMaxFiles: number;
        readonly retentionMaxTotalBytes: number;
        readonly writeRollups: boolean;
        readonly rollupWindowSeconds: number;
        readonly maxBufferBytes: number | null;
        readonly failureBackoffSeconds: number;
        readonly failureBackoffMaxSeconds: number;
}
type TelemetrySinkConfigOptions = {
    readonly [Name in keyof TelemetrySinkConfig]?: TelemetrySinkConfig[Name] | undefined;
};
declare function resolveTelemetrySinkConfig(given?: TelemetrySinkConfigOptions): TelemetrySinkConfig;
interface SinkDiagnostics {
    readonly rollover_count: number;
    readonly pruned_segment_count: number;
    readonly pruned_bytes: number;
    readonly final_retained_files: number;
    readonly final_retained_bytes: number;
}
interface SinkFailureDiagnostics {
    readonly buffered_records: number;
    readonly buffered_bytes: number;
    readonly dropped_records: number;
    readonly dropped_bytes: number;
    readonly flush_failures: number;
    readonly consecutive_flush_failures: number;
        readonly last_flush_error: string | null;
}
interface SinkFile {
        write(bytes: Uint8Array): Promise<number>;
    size(): Promise<number>;
    truncate(size: number): Promise<void>;
        sync(): Promise<void>;
    close(): Promise<void>;
}
interface SinkFileOperations {
        makeFolder(path: string): Promise<void>;
        list(path: string): Promise<string[]>;
        size(path: string): Promise<number | null>;
        openToAppend(path: string): Promise<SinkFile>;
        openEmpty(path: string): Promise<SinkFile>;
    truncate(path: string, size: number): Promise<void>;
    rename(from: string, to: string): Promise<void>;
        remove(path: string): Promise<void>;
        syncFolder(path: string): Promise<void>;
}
declare const SYSTEM_SINK_FILE_OPERATIONS: SinkFileOperations;
type SinkRecord = Readonly<object>;
interface TelemetrySinkOptions extends TelemetrySinkConfigOptions {
        readonly backgroundFlush?: boolean | undefined;
        readonly lock?: boolean | undefined;
        readonly manifestEverySeconds?: number | undefined;
        readonly onNotice?: NoticeSink | undefined;
    readonly environment?: Environment | undefined;
        readonly fileOperations?: SinkFileOperations | undefined;
}
declare class TelemetrySink {
    #private;
    readonly config: TelemetrySinkConfig;
    private constructor();
        static open(rootFolder: string, options?: TelemetrySinkOptions): Promise<TelemetrySink>;
        currentSession(): SessionSummary | null;
        startSession(summary?: SessionSummary): Promise<SessionSummary>;
        append(record: SinkRecord): Promise<void>;
        flush(options?: {
        readonly force?: boolean | undefined;
    }): Promise<void>;
        close(status?: string): Promise<void>;
        getDiagnostics(): SinkDiagnostics;
        failureDiagnostics(): SinkFailureDiagnostics;
}
interface EventSource {
    readonly deviceId: number;
    readonly capabilities: MemoryCapabilities;
}
interface EventFields {
    readonly eventType: string;
    readonly context: string;
    readonly metadata?: JsonObject | undefined;
    readonly allocatedBytes: number | null;
    readonly changeBytes: number | null;
    readonly usedBytes: number | null;
    readonly freeBytes?: number | null | undefined;
    readonly totalBytes?: number | null | undefined;
}
interface EventOrigin {
    readonly sessionId: string;
    readonly identity: DistributedIdentity;
    readonly intervalMs: number;
    readonly environment: Environment;
}
declare class TrackedEvents {
    #private;
    constructor(origin: EventOrigin);
    make({ deviceId, capabilities }: EventSource, fields: EventFields): TelemetryEvent;
}
interface MemoryTrackerParts {
    readonly session: SessionSummary;
    readonly sink: TelemetrySink;
    readonly events: TrackedEvents;
    readonly collector: NodeMemoryCollector;
    readonly alerts: MemoryAlerts | null;
    readonly gpus: Omit<GpuWatchOptions, 'onMemory' | 'onFailure'>;
    readonly intervalMs: number;
    readonly environment: Environment;
    readonly onError: ((error: unknown) => void) | undefined;
}
declare class MemoryTracker {
    #private;
        readonly session: SessionSummary;
    constructor(parts: MemoryTrackerParts);
        sample(): void;
        phase<Result>(name: string, work: () => Result, attributes?: JsonObject | undefined): Result;
        recordError(error: unknown): boolean;
        health(): CollectorHealth;
        get droppedEvents(): number;
        stop(status?: SessionStatus): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
declare function outOfMemoryReason(error: unknown): string | null;
interface TrackMemoryOptions {
        readonly sink: TelemetrySink | string;
        readonly intervalMs?: number | undefined;
        readonly jobId?: string | undefined;
    readonly rank?: number | undefined;
    readonly localRank?: number | undefined;
    readonly worldSize?: number | undefined;
        readonly env?: IdentityVariables | undefined;
        readonly gpus?: GpuChoice | undefined;
        readonly gpuIntervalMs?: number | undefined;
        readonly nvidiaSmi?: string | undefined;
        readonly alerts?: Partial<MemoryThresholds> | false | undefined;
        readonly onError?: ((error: unknown) => void) | undefined;
    readonly collector?: NodeMemoryCollector | undefined;
    readonly environment?: Environment | undefined;
}
declare function trackMemory(options: TrackMemoryOptions): Promise<MemoryTracker>;
interface DistinctEvents {
    readonly events: readonly TelemetryEvent[];
    readonly duplicates: number;
}
declare function dropEventCopies(events: readonly TelemetryEvent[]): DistinctEvents;
declare function sortEventsByTime(events: readonly TelemetryEvent[]): readonly TelemetryEvent[];
declare const PHASE_ENTER_EVENT = "phase_enter";
declare const PHASE_EXIT_EVENT = "phase_exit";
declare const phaseScopeSchema: z.ZodReadonly<z.ZodObject<{
    action: z.ZodEnum<{
        exit: "exit";
        enter: "enter";
    }>;
    name: z.ZodString;
    path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    depth: z.ZodInt;
    scope_id: z.ZodString;
    parent_scope_id: z.ZodNullable<z.ZodString>;
    thread_id: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
    thread_name: z.ZodString;
    sequence: z.ZodInt;
    attributes: z.ZodOptional<z.ZodCustom<JsonObject, JsonObject>>;
}, z.core.$strip>>;
type PhaseScope = z.infer<typeof phaseScopeSchema>;
declare const phaseBoundarySchema: z.ZodReadonly<z.ZodObject<{
    event_type: z.ZodEnum<{
        phase_enter: "phase_enter";
        phase_exit: "phase_exit";
    }>;
    context: z.ZodString;
    metadata: z.ZodReadonly<z.ZodObject<{
        phase_scope: z.ZodReadonly<z.ZodObject<{
            action: z.ZodEnum<{
                exit: "exit";
                enter: "enter";
            }>;
            name: z.ZodString;
            path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
            depth: z.ZodInt;
            scope_id: z.ZodString;
            parent_scope_id: z.ZodNullable<z.ZodString>;
            thread_id: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
            thread_name: z.ZodString;
            sequence: z.ZodInt;
            attributes: z.ZodOptional<z.ZodCustom<JsonObject, JsonObject>>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    scope_id: z.ZodString;
    path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
}, z.core.$strip>>;
type PhaseBoundary = z.infer<typeof phaseBoundarySchema>;
interface PhaseThread {
        readonly id?: number | bigint | null | undefined;
        readonly name?: string | null | undefined;
}
interface PhaseEntry {
    readonly sessionId: string;
    readonly rank: number;
        readonly name: JsonValue;
    readonly attributes?: JsonObject | null | undefined;
    readonly thread?: PhaseThread | undefined;
        readonly parent?: Pick<PhaseHandle, 'scopeId' | 'path'> | undefined;
}
interface PhaseToken {
    readonly sessionId: string;
    readonly rank: number;
    readonly scopeId: string;
}
declare class PhaseRecorder {
    #private;
        reset(): void;
        open(entry: PhaseEntry): PhaseHandle;
        enter(entry: PhaseEntry): {
        readonly token: PhaseToken;
        readonly boundary: PhaseBoundary;
    };
        exit(token: PhaseToken, thread?: PhaseThread | undefined): PhaseBoundary;
}
declare class PhaseHandle {
    #private;
        readonly entered: PhaseBoundary;
    readonly scopeId: string;
    readonly name: string;
    readonly path: readonly string[];
    constructor(entered: PhaseBoundary, exit: (thread: PhaseThread | undefined) => PhaseBoundary);
    get closed(): boolean;
        close(thread?: PhaseThread | undefined): PhaseBoundary | null;
    [Symbol.dispose](): void;
}
type PhaseProtocolFault = 'nothing_open' | 'opened_on_other_thread' | 'not_innermost' | 'unknown_scope';
declare class PhaseProtocolError extends StormlogError {
    readonly fault: PhaseProtocolFault;
    constructor(fault: PhaseProtocolFault, message: string);
}
declare const projectedTelemetryRecordSchema: z.ZodObject<{
    schema_version: z.ZodLiteral<1>;
    record_id: z.ZodString;
    timestamp_ns: z.ZodBigInt;
    observed_timestamp_ns: z.ZodBigInt;
    session_id: z.ZodString;
    source_kind: z.ZodString;
    event_type: z.ZodString;
    stage: z.ZodNullable<z.ZodString>;
    severity: z.ZodNullable<z.ZodString>;
    severity_text: z.ZodNullable<z.ZodString>;
    body: z.ZodNullable<z.ZodString>;
    resource: z.ZodObject<{
        job_id: z.ZodCustom<JsonValue, JsonValue>;
        rank: z.ZodCustom<JsonValue, JsonValue>;
        local_rank: z.ZodCustom<JsonValue, JsonValue>;
        world_size: z.ZodCustom<JsonValue, JsonValue>;
        source_kind: z.ZodString;
        collector: z.ZodCustom<JsonValue, JsonValue>;
        host: z.ZodCustom<JsonValue, JsonValue>;
        pid: z.ZodCustom<JsonValue, JsonValue>;
        device_id: z.ZodCustom<JsonValue, JsonValue>;
    }, z.core.$strict>;
    attributes: z.ZodCustom<JsonObject, JsonObject>;
    correlation: z.ZodObject<{
        'phase.scope_id': z.ZodOptional<z.ZodCustom<JsonValue, JsonValue>>;
        'phase.parent_scope_id': z.ZodOptional<z.ZodCustom<JsonValue, JsonValue>>;
        'phase.sequence': z.ZodOptional<z.ZodCustom<JsonValue, JsonValue>>;
        job_id: z.ZodCustom<JsonValue, JsonValue>;
        rank: z.ZodCustom<JsonValue, JsonValue>;
        local_rank: z.ZodCustom<JsonValue, JsonValue>;
        world_size: z.ZodCustom<JsonValue, JsonValue>;
        session_id: z.ZodString;
    }, z.core.$strict>;
}, z.core.$strict>;
type Projected = z.infer<typeof projectedTelemetryRecordSchema>;
type ProjectedResource = Readonly<Projected['resource']>;
type ProjectedCorrelation = Readonly<Projected['correlation']>;
type ProjectedTelemetryRecord = Readonly<Omit<Projected, 'resource' | 'correlation'>> & {
    readonly resource: ProjectedResource;
    readonly correlation: ProjectedCorrelation;
};
declare function projectTelemetryEvent(eventOrRecord: TelemetryEvent | JsonObject): ProjectedTelemetryRecord;
declare function projectTelemetryEvents(eventsOrRecords: Iterable<TelemetryEvent | JsonObject>): ProjectedTelemetryRecord[];
declare function projectTelemetryMapping(record: JsonObject, options?: {
    readonly observedTimestampNs?: bigint | number | null | undefined;
}): ProjectedTelemetryRecord;
declare function uniqueProjectedResources(records: Iterable<ProjectedTelemetryRecord>): ProjectedResource[];
declare function uniqueProjectedCorrelations(records: Iterable<ProjectedTelemetryRecord>): ProjectedCorrelation[];
declare const rollupPeakSchema: z.ZodObject<{
    value: z.ZodNullable<z.ZodInt>;
    timestamp_ns: z.ZodNullable<z.ZodBigInt>;
    rank: z.ZodNullable<z.ZodInt>;
    device_id: z.ZodNullable<z.ZodInt>;
}, z.core.$strip>;
declare const counters: z.ZodObject<{
    allocator_allocated_bytes: z.ZodObject<{
        value: z.ZodNullable<z.ZodInt>;
        timestamp_ns: z.ZodNullable<z.ZodBigInt>;
        rank: z.ZodNullable<z.ZodInt>;
        device_id: z.ZodNullable<z.ZodInt>;
    }, z.core.$strip>;
    allocator_reserved_bytes: z.ZodObject<{
        value: z.ZodNullable<z.ZodInt>;
        timestamp_ns: z.ZodNullable<z.ZodBigInt>;
        rank: z.ZodNullable<z.ZodInt>;
        device_id: z.ZodNullable<z.ZodInt>;
    }, z.core.$strip>;
    device_used_bytes: z.ZodObject<{
        value: z.ZodNullable<z.ZodInt>;
        timestamp_ns: z.ZodNullable<z.ZodBigInt>;
        rank: z.ZodNullable<z.ZodInt>;
        device_id: z.ZodNullable<z.ZodInt>;
    }, z.core.$strip>;
}, z.core.$strip>;
declare const rollupCoverageSchema: z.ZodObject<{
    retained_segment_filenames: z.ZodArray<z.ZodString>;
    retained_segment_count: z.ZodInt;
    retained_event_count: z.ZodInt;
    retained_bytes: z.ZodInt;
    pruned_segment_count: z.ZodNullable<z.ZodInt>;
    pruned_bytes: z.ZodNullable<z.ZodInt>;
}, z.core.$strip>;
declare const rankRollupSchema: z.ZodObject<{
    rank: z.ZodInt;
    local_rank: z.ZodInt;
    world_size: z.ZodInt;
    event_count: z.ZodInt;
    sample_count: z.ZodInt;
    first_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
    last_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
    counters: z.ZodObject<{
        allocator_allocated_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
        allocator_reserved_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
        device_used_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
    }, z.core.$strip>;
    hidden_gap_first_bytes: z.ZodNullable<z.ZodInt>;
    hidden_gap_latest_bytes: z.ZodNullable<z.ZodInt>;
    hidden_gap_peak_bytes: z.ZodNullable<z.ZodInt>;
    hidden_gap_delta_bytes: z.ZodNullable<z.ZodInt>;
    hidden_gap_drift_bytes_per_second: z.ZodNullable<z.ZodCustom<number, number>>;
}, z.core.$strip>;
declare const windowRollupSchema: z.ZodObject<{
    index: z.ZodInt;
    start_ns: z.ZodBigInt;
    end_ns: z.ZodBigInt;
    event_count: z.ZodInt;
    sample_count: z.ZodInt;
    rank_count: z.ZodInt;
    counters: z.ZodObject<{
        allocator_allocated_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
        allocator_reserved_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
        device_used_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
    }, z.core.$strip>;
    alert_count: z.ZodInt;
    collector_transition_count: z.ZodInt;
    oom_count: z.ZodInt;
}, z.core.$strip>;
declare const sessionRollupSchema: z.ZodObject<{
    session: z.ZodObject<{
        session_id: z.ZodString;
        status: z.ZodEnum<{
            completed: "completed";
            interrupted: "interrupted";
            incomplete: "incomplete";
            running: "running";
        }>;
        started_at_ns: z.ZodBigInt;
        ended_at_ns: z.ZodNullable<z.ZodBigInt>;
        host: z.ZodString;
        pid: z.ZodInt;
        job_id: z.ZodCustom<_stormlog_records.JsonValue, _stormlog_records.JsonValue>;
        rank: z.ZodInt;
        local_rank: z.ZodInt;
        world_size: z.ZodInt;
        source: z.ZodString;
    }, z.core.$strict>;
    event_count: z.ZodInt;
    sample_count: z.ZodInt;
    first_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
    last_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
    source_count: z.ZodInt;
    sources_loaded: z.ZodArray<z.ZodString>;
    warnings: z.ZodArray<z.ZodString>;
    counters: z.ZodObject<{
        allocator_allocated_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
        allocator_reserved_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
        device_used_bytes: z.ZodObject<{
            value: z.ZodNullable<z.ZodInt>;
            timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            rank: z.ZodNullable<z.ZodInt>;
            device_id: z.ZodNullable<z.ZodInt>;
        }, z.core.$strip>;
    }, z.core.$strip>;
    alerts: z.ZodObject<{
        total_count: z.ZodInt;
        severity_counts: z.ZodCustom<Readonly<Record<string, number>>, Readonly<Record<string, number>>>;
        event_type_counts: z.ZodCustom<Readonly<Record<string, number>>, Readonly<Record<string, number>>>;
    }, z.core.$strip>;
    collector_health: z.ZodObject<{
        transition_count: z.ZodInt;
        degraded_count: z.ZodInt;
        recovered_count: z.ZodInt;
        degraded_time_ns: z.ZodBigInt;
        last_status: z.ZodNullable<z.ZodString>;
    }, z.core.$strip>;
    oom: z.ZodObject<{
        marker_count: z.ZodInt;
        event_count: z.ZodInt;
        bundle_path_count: z.ZodInt;
    }, z.core.$strip>;
    ranks: z.ZodArray<z.ZodObject<{
        rank: z.ZodInt;
        local_rank: z.ZodInt;
        world_size: z.ZodInt;
        event_count: z.ZodInt;
        sample_count: z.ZodInt;
        first_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
        last_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
        counters: z.ZodObject<{
            allocator_allocated_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
            allocator_reserved_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
            device_used_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        hidden_gap_first_bytes: z.ZodNullable<z.ZodInt>;
        hidden_gap_latest_bytes: z.ZodNullable<z.ZodInt>;
        hidden_gap_peak_bytes: z.ZodNullable<z.ZodInt>;
        hidden_gap_delta_bytes: z.ZodNullable<z.ZodInt>;
        hidden_gap_drift_bytes_per_second: z.ZodNullable<z.ZodCustom<number, number>>;
    }, z.core.$strip>>;
    windows: z.ZodArray<z.ZodObject<{
        index: z.ZodInt;
        start_ns: z.ZodBigInt;
        end_ns: z.ZodBigInt;
        event_count: z.ZodInt;
        sample_count: z.ZodInt;
        rank_count: z.ZodInt;
        counters: z.ZodObject<{
            allocator_allocated_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
            allocator_reserved_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
            device_used_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        alert_count: z.ZodInt;
        collector_transition_count: z.ZodInt;
        oom_count: z.ZodInt;
    }, z.core.$strip>>;
}, z.core.$strip>;
declare const telemetryRollupsSchema: z.ZodObject<{
    schema_version: z.ZodLiteral<1>;
    format: z.ZodLiteral<"stormlog.telemetry_rollups">;
    generated_at_ns: z.ZodBigInt;
    source_manifest: z.ZodNullable<z.ZodString>;
    source_manifest_schema_version: z.ZodNullable<z.ZodInt>;
    window_duration_ns: z.ZodBigInt;
    coverage: z.ZodObject<{
        retained_segment_filenames: z.ZodArray<z.ZodString>;
        retained_segment_count: z.ZodInt;
        retained_event_count: z.ZodInt;
        retained_bytes: z.ZodInt;
        pruned_segment_count: z.ZodNullable<z.ZodInt>;
        pruned_bytes: z.ZodNullable<z.ZodInt>;
    }, z.core.$strip>;
    sessions: z.ZodArray<z.ZodObject<{
        session: z.ZodObject<{
            session_id: z.ZodString;
            status: z.ZodEnum<{
                completed: "completed";
                interrupted: "interrupted";
                incomplete: "incomplete";
                running: "running";
            }>;
            started_at_ns: z.ZodBigInt;
            ended_at_ns: z.ZodNullable<z.ZodBigInt>;
            host: z.ZodString;
            pid: z.ZodInt;
            job_id: z.ZodCustom<_stormlog_records.JsonValue, _stormlog_records.JsonValue>;
            rank: z.ZodInt;
            local_rank: z.ZodInt;
            world_size: z.ZodInt;
            source: z.ZodString;
        }, z.core.$strict>;
        event_count: z.ZodInt;
        sample_count: z.ZodInt;
        first_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
        last_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
        source_count: z.ZodInt;
        sources_loaded: z.ZodArray<z.ZodString>;
        warnings: z.ZodArray<z.ZodString>;
        counters: z.ZodObject<{
            allocator_allocated_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
            allocator_reserved_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
            device_used_bytes: z.ZodObject<{
                value: z.ZodNullable<z.ZodInt>;
                timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                rank: z.ZodNullable<z.ZodInt>;
                device_id: z.ZodNullable<z.ZodInt>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        alerts: z.ZodObject<{
            total_count: z.ZodInt;
            severity_counts: z.ZodCustom<Readonly<Record<string, number>>, Readonly<Record<string, number>>>;
            event_type_counts: z.ZodCustom<Readonly<Record<string, number>>, Readonly<Record<string, number>>>;
        }, z.core.$strip>;
        collector_health: z.ZodObject<{
            transition_count: z.ZodInt;
            degraded_count: z.ZodInt;
            recovered_count: z.ZodInt;
            degraded_time_ns: z.ZodBigInt;
            last_status: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
        oom: z.ZodObject<{
            marker_count: z.ZodInt;
            event_count: z.ZodInt;
            bundle_path_count: z.ZodInt;
        }, z.core.$strip>;
        ranks: z.ZodArray<z.ZodObject<{
            rank: z.ZodInt;
            local_rank: z.ZodInt;
            world_size: z.ZodInt;
            event_count: z.ZodInt;
            sample_count: z.ZodInt;
            first_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            last_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
            counters: z.ZodObject<{
                allocator_allocated_bytes: z.ZodObject<{
                    value: z.ZodNullable<z.ZodInt>;
                    timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                    rank: z.ZodNullable<z.ZodInt>;
                    device_id: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>;
                allocator_reserved_bytes: z.ZodObject<{
                    value: z.ZodNullable<z.ZodInt>;
                    timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                    rank: z.ZodNullable<z.ZodInt>;
                    device_id: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>;
                device_used_bytes: z.ZodObject<{
                    value: z.ZodNullable<z.ZodInt>;
                    timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                    rank: z.ZodNullable<z.ZodInt>;
                    device_id: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>;
            }, z.core.$strip>;
            hidden_gap_first_bytes: z.ZodNullable<z.ZodInt>;
            hidden_gap_latest_bytes: z.ZodNullable<z.ZodInt>;
            hidden_gap_peak_bytes: z.ZodNullable<z.ZodInt>;
            hidden_gap_delta_bytes: z.ZodNullable<z.ZodInt>;
            hidden_gap_drift_bytes_per_second: z.ZodNullable<z.ZodCustom<number, number>>;
        }, z.core.$strip>>;
        windows: z.ZodArray<z.ZodObject<{
            index: z.ZodInt;
            start_ns: z.ZodBigInt;
            end_ns: z.ZodBigInt;
            event_count: z.ZodInt;
            sample_count: z.ZodInt;
            rank_count: z.ZodInt;
            counters: z.ZodObject<{
                allocator_allocated_bytes: z.ZodObject<{
                    value: z.ZodNullable<z.ZodInt>;
                    timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                    rank: z.ZodNullable<z.ZodInt>;
                    device_id: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>;
                allocator_reserved_bytes: z.ZodObject<{
                    value: z.ZodNullable<z.ZodInt>;
                    timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                    rank: z.ZodNullable<z.ZodInt>;
                    device_id: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>;
                device_used_bytes: z.ZodObject<{
                    value: z.ZodNullable<z.ZodInt>;
                    timestamp_ns: z.ZodNullable<z.ZodBigInt>;
                    rank: z.ZodNullable<z.ZodInt>;
                    device_id: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>;
            }, z.core.$strip>;
            alert_count: z.ZodInt;
            collector_transition_count: z.ZodInt;
            oom_count: z.ZodInt;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
type RollupPeak = Readonly<z.infer<typeof rollupPeakSchema>>;
type RollupCounters = Readonly<z.infer<typeof counters>>;
type RollupCoverage = Readonly<z.infer<typeof rollupCoverageSchema>>;
type RankRollup = Readonly<z.infer<typeof rankRollupSchema>>;
type WindowRollup = Readonly<z.infer<typeof windowRollupSchema>>;
type SessionRollup = Readonly<z.infer<typeof sessionRollupSchema>>;
type TelemetryRollups = Readonly<z.infer<typeof telemetryRollupsSchema>>;
declare const DEFAULT_ROLLUP_WINDOW_NS = 60000000000n;
interface RollupSession {
    readonly summary: SessionSummary;
    readonly events: Iterable<TelemetryEvent>;
    readonly sources_loaded: readonly string[];
    readonly warnings: readonly (string | LoadNotice)[];
}
interface BuildRollupOptions {
        readonly windowDurationNs?: bigint | undefined;
        readonly coverage?: RollupCoverage | undefined;
    readonly environment?: Environment | undefined;
}
declare function buildTelemetryRollups(sessions: Iterable<RollupSession>, manifest?: SinkManifest | null, options?: BuildRollupOptions): TelemetryRollups;
interface PrunedCounts {
    readonly pruned_segment_count?: number | null | undefined;
    readonly pruned_bytes?: number | null | undefined;
}
declare function rollupCoverageFromManifest(manifest: Pick<SinkManifest, 'segments'> | null, pruned?: PrunedCounts): RollupCoverage;
declare function parseTelemetryRollups(payload: JsonValue): TelemetryRollups;
declare function readTelemetryRollups(path: string, options?: {
    readonly signal?: AbortSignal | undefined;
}): Promise<TelemetryRollups | null>;
declare const ROLLUP_FILENAME = "rollups.json";
declare function resolveTelemetryRollupPath(path: string): Promise<string>;
declare class SessionRollupAccumulator {
    #private;
        constructor(startedAtNs: bigint, windowNs: bigint);
    add(event: TelemetryEvent): void;
        merge(later: SessionRollupAccumulator): void;
        toRollup(session: SessionSummary, sourcesLoaded: readonly string[], warnings: readonly string[]): SessionRollup;
}
declare function writeTelemetryRollups(path: string, rollups: TelemetryRollups, options?: {
    readonly operations?: FileOperations | undefined;
}): Promise<string>;
declare function resolveSinkManifestPath(path: string): Promise<string | null>;
declare function resolveSinkSegmentPaths(path: string, options?: SinkManifestOptions): Promise<string[]>;
interface ListSegmentsOptions {
    readonly onNotice?: NoticeSink | undefined;
        readonly entries?: readonly FolderEntry[] | undefined;
}
interface FolderEntry {
    readonly name: string;
    isSymbolicLink(): boolean;
}
declare function listSinkSegmentPaths(folder: string, manifest: SinkManifest | null, { onNotice, entries }?: ListSegmentsOptions): Promise<string[]>;
interface TelemetryFault {
    readonly path: string;
        readonly line: number | null;
        readonly element: string | null;
        readonly field: string | null;
        readonly code: string;
        readonly found: string | null;
    readonly expected: string | null;
    readonly message: string;
}
interface ValidationReport {
    readonly path: string;
    readonly kind: 'json_lines' | 'json_document' | 'csv' | 'sink_manifest' | 'rollups' | 'timeline' | 'unreadable';
        readonly records: number;
        readonly invalid: number;
        readonly legacy: number;
        readonly faults: number;
}
interface ValidateOptions {
        readonly limit?: number | undefined;
        readonly isForeign?: ((path: string) => Promise<boolean>) | undefined;
        readonly onReport?: ((report: ValidationReport) => void) | undefined;
    readonly onProgress?: ((progress: {
        readonly path: string;
        readonly bytes: number;
        readonly totalBytes: number | null;
    }) => void) | undefined;
        readonly signal?: AbortSignal | undefined;
        readonly chunkBytes?: number | undefined;
}
declare function validateTelemetryFile(source: FileSource, options?: ValidateOptions): AsyncGenerator<TelemetryFault, void, undefined>;
export { type BuildRollupOptions, COLLECTOR_HEALTH_STATUSES, type CgroupMemory, type ClassifiedEvent, type CollectorHealth, type CollectorHealthFields, type CollectorHealthStatus, type ConversionOptions, type CsvCells, type CsvProfile, DEFAULT_ROLLUP_WINDOW_NS, type DistinctEvents, type DistributedIdentity, type EventBatch, type EventSource$1 as EventSource, type FolderEntry, type FollowSinkOptions, type GpuChoice, ISSUE_FINGERPRINT_VERSION, ISSUE_KINDS, ISSUE_STATES, type IdentitySources, type IdentityVariables, type IssueEvidence, type IssueFields, type IssueFingerprint, IssueGroups, type IssueHit, type IssueKind, type IssueRecord, type IssueState, type ListSegmentsOptions, type LoadCsvOptions, type LoadDocumentOptions, type LoadEventsOptions, type LoadNotice, type LoadOptions, type LoadProgress, type LoadReport, type LoadedCsv, type LoadedSession, MAX_NOTICES, MAX_WORLD_SIZE, type MemoryCapabilities, type MemoryReadings, type MemoryThresholds, MemoryTracker, type NewTelemetryEvent, type NewTelemetryEventV2, NodeMemoryCollector, type NodeMemorySample, type NoticeSink, PHASE_ENTER_EVENT, PHASE_EXIT_EVENT, type PhaseBoundary, type PhaseEntry, PhaseHandle, PhaseProtocolError, type PhaseProtocolFault, PhaseRecorder, type PhaseScope, type PhaseThread, type PhaseToken, type ProjectedCorrelation, type ProjectedResource, type ProjectedTelemetryRecord, type PrunedCounts, ROLLUP_FILENAME, type RankRollup, type RetryPolicy, type RollupCounters, type RollupCoverage, type RollupPeak, type RollupSession, SYSTEM_SINK_FILE_OPERATIONS, type SessionRollup, SessionRollupAccumulator, type SinkChange, type SinkDiagnostics, type SinkFailureDiagnostics, type SinkFile, type SinkFileOperations, SinkFollower, type SinkFollowerOptions, type SinkManifest, type SinkManifestOptions, type SinkRecord, type SinkSegment, type TelemetryEvent, type TelemetryEventReader, type TelemetryEventV2, type TelemetryFault, TelemetryFollower, type TelemetryFollowerOptions, type TelemetryRecordVersion, type TelemetryRollups, TelemetrySink, type TelemetrySinkConfig, type TelemetrySinkConfigOptions, type TelemetrySinkOptions, type TrackMemoryOptions, type UnusableCounter, type ValidateOptions, type ValidationReport, type WindowRollup, buildTelemetryRollups, categorizeAlertContext, collectorHealth, collectorRetryDelaySeconds, compareIssues, createTelemetryEvent, createTelemetryEventReader, createTelemetryEventV2, dropEventCopies, eventBackend, eventSeverity, followTelemetrySink, isAlertEvent, isCollectorDegradationEvent, isOomEvent, issueEvidence, issueFingerprint, issueHitOfEvent, issueRecord, listSinkSegmentPaths, loadTelemetryCsv, loadTelemetryEvents, loadTelemetrySessions, maxSeverity, memoryCapabilitiesSchema, normalizeCsvRow, normalizeDimensions, normalizeIssueState, normalizeText, normalizedErrorStem, outOfMemoryReason, parsePythonLiteral, parseSinkManifest, parseTelemetryEvent, parseTelemetryRollups, phaseBoundarySchema, phaseScopeSchema, projectTelemetryEvent, projectTelemetryEvents, projectTelemetryMapping, projectedTelemetryRecordSchema, readSinkManifest, readTelemetryEventBatches, readTelemetryEvents, readTelemetryRollups, replaceTelemetryEvent, resolveDistributedIdentity, resolveSinkManifestPath, resolveSinkSegmentPaths, resolveTelemetryRollupPath, resolveTelemetrySinkConfig, rollupCoverageFromManifest, sortDimensionKeys, sortEventsByTime, telemetryEventFromRecord, telemetryEventLine, telemetryEventSchema, telemetryEventToRecord, telemetryRecordIssues, telemetryRecordSchemas, telemetryRecordV2Schema, telemetryRecordV3Schema, telemetryRecordV4Schema, telemetryRollupsSchema, trackMemory, uniqueProjectedCorrelations, uniqueProjectedResources, validateTelemetryFile, validateTelemetryRecord, writeTelemetryRollups };
