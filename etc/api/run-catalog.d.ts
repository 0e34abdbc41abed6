import { JsonObject, JsonValue } from '@stormlog/records';
import * as z from 'zod';
import { SessionSummary } from '@stormlog/sessions';
import { SinkManifest } from '@stormlog/telemetry';
import { R as RunEnvelope } from './run-envelope.js';
declare const sessionRowSchema: z.ZodObject<{
    session_id: z.ZodString;
    status: z.ZodString;
    started_at_ns: z.ZodBigInt;
    ended_at_ns: z.ZodNullable<z.ZodBigInt>;
    host: z.ZodString;
    pid: z.ZodInt;
    job_id: z.ZodNullable<z.ZodString>;
    rank: z.ZodInt;
    local_rank: z.ZodInt;
    world_size: z.ZodInt;
    source: z.ZodString;
    source_path: z.ZodString;
    source_kind: z.ZodString;
    source_count: z.ZodInt;
    warning_count: z.ZodInt;
    event_count: z.ZodNullable<z.ZodInt>;
    oom_bundle_count: z.ZodInt;
}, z.core.$strict>;
declare const runRowSchema: z.ZodObject<{
    run_id: z.ZodString;
    explicit: z.ZodBoolean;
    title: z.ZodNullable<z.ZodString>;
    description: z.ZodNullable<z.ZodString>;
    job_id: z.ZodNullable<z.ZodString>;
    started_at_ns: z.ZodNullable<z.ZodBigInt>;
    ended_at_ns: z.ZodNullable<z.ZodBigInt>;
    source_path: z.ZodString;
    source_kind: z.ZodString;
    source_namespace: z.ZodNullable<z.ZodString>;
    source_ref: z.ZodNullable<z.ZodString>;
    session_count: z.ZodInt;
    attachment_count: z.ZodInt;
    sessions: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    ranks: z.ZodReadonly<z.ZodArray<z.ZodInt>>;
    tags: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    metadata: z.ZodCustom<JsonObject, JsonObject>;
}, z.core.$strict>;
declare const runAttachmentRowSchema: z.ZodObject<{
    run_id: z.ZodString;
    title: z.ZodString;
    kind: z.ZodString;
    storage: z.ZodEnum<{
        reference: "reference";
        copy: "copy";
    }>;
    attachment_id: z.ZodNullable<z.ZodString>;
    url: z.ZodNullable<z.ZodString>;
    path: z.ZodNullable<z.ZodString>;
    session_id: z.ZodNullable<z.ZodString>;
    job_id: z.ZodCustom<JsonValue, JsonValue>;
    rank: z.ZodNullable<z.ZodInt>;
    local_rank: z.ZodNullable<z.ZodInt>;
    world_size: z.ZodNullable<z.ZodInt>;
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    source_path: z.ZodString;
    source_kind: z.ZodString;
    source_namespace: z.ZodNullable<z.ZodString>;
    source_ref: z.ZodNullable<z.ZodString>;
    metadata: z.ZodCustom<JsonObject, JsonObject>;
}, z.core.$strict>;
declare const externalAttachmentSchema: z.ZodObject<{
    title: z.ZodString;
    kind: z.ZodString;
    attachment_id: z.ZodNullable<z.ZodString>;
    url: z.ZodNullable<z.ZodString>;
    path: z.ZodNullable<z.ZodString>;
    run_id: z.ZodNullable<z.ZodString>;
    session_id: z.ZodNullable<z.ZodString>;
    job_id: z.ZodNullable<z.ZodString>;
    rank: z.ZodNullable<z.ZodInt>;
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    created_at_utc: z.ZodNullable<z.ZodString>;
    updated_at_utc: z.ZodNullable<z.ZodString>;
    storage: z.ZodNullable<z.ZodEnum<{
        reference: "reference";
        copy: "copy";
    }>>;
    source_namespace: z.ZodNullable<z.ZodString>;
    source_ref: z.ZodNullable<z.ZodString>;
    metadata: z.ZodCustom<JsonObject, JsonObject>;
    sidecar_path: z.ZodString;
}, z.core.$strict>;
declare const oomBundleRowSchema: z.ZodObject<{
    bundle_path: z.ZodString;
    created_at_utc: z.ZodNullable<z.ZodString>;
    backend: z.ZodNullable<z.ZodString>;
    reason: z.ZodNullable<z.ZodString>;
    event_count: z.ZodNullable<z.ZodInt>;
    session_id: z.ZodNullable<z.ZodString>;
    session_status: z.ZodNullable<z.ZodString>;
    exception_type: z.ZodNullable<z.ZodString>;
    exception_module: z.ZodNullable<z.ZodString>;
}, z.core.$strict>;
type SessionRow = Readonly<z.infer<typeof sessionRowSchema>>;
type RunRow = Readonly<z.infer<typeof runRowSchema>>;
type RunAttachmentRow = Readonly<z.infer<typeof runAttachmentRowSchema>>;
type ExternalAttachment = Readonly<z.infer<typeof externalAttachmentSchema>>;
type OomBundleRow = Readonly<z.infer<typeof oomBundleRowSchema>>;
type OomBundle = OomBundleRow & {
    readonly manifest_path: string;
};
type AttachmentState = 'present' | 'missing' | 'unreadable' | 'outside' | 'remote';
interface InspectedAttachment extends RunAttachmentRow {
    readonly state: AttachmentState;
        readonly bytes: number | null;
        readonly modified_at_ns: bigint | null;
}
interface InspectOptions {
        readonly confineTo?: string | undefined;
        readonly signal?: AbortSignal | undefined;
}
declare function inspectAttachments(rows: Iterable<RunAttachmentRow>, options?: InspectOptions): Promise<InspectedAttachment[]>;
declare const CORRELATION_CLOCK_DOMAIN = "unix_epoch_ns";
declare const CORRELATION_CLOCK_NORMALIZATION = "producer_emitted_epoch_ns";
declare const DEFAULT_CORRELATION_WINDOW_NS = 60000000000n;
interface CorrelationFilter {
    readonly session_id: string | null;
    readonly job_id: string | null;
    readonly rank: number | null;
    readonly scope: 'session' | 'distributed';
    readonly at_ns: bigint | null;
    readonly record_id: string | null;
    readonly window_ns: bigint;
    readonly kinds: readonly string[];
    readonly limit: number | null;
}
declare function createCorrelationFilter(fields?: {
    readonly [Field in keyof CorrelationFilter]?: CorrelationFilter[Field] | undefined;
}): CorrelationFilter;
interface CorrelationEvidence {
    readonly evidence_id: string;
    readonly kind: string;
    readonly title: string;
    readonly session_id: string | null;
    readonly job_id: string | null;
    readonly rank: number | null;
    readonly world_size: number | null;
    readonly start_ns: bigint | null;
    readonly end_ns: bigint | null;
    readonly source_path: string;
    readonly source_kind: string;
    readonly metadata: JsonObject;
    readonly confidence: string;
    readonly reasons: readonly string[];
}
type EvidenceDefaults = 'metadata' | 'confidence' | 'reasons';
declare function createCorrelationEvidence(fields: Omit<CorrelationEvidence, EvidenceDefaults> & Partial<Pick<CorrelationEvidence, EvidenceDefaults>>): CorrelationEvidence;
interface CorrelationResult {
    readonly anchor: {
        readonly [field: string]: JsonValue;
    };
    readonly evidence: readonly CorrelationEvidence[];
    readonly warnings: readonly string[];
}
declare function createCorrelationResult(fields: Pick<CorrelationResult, 'anchor'> & Partial<CorrelationResult>): CorrelationResult;
type SourceKind = 'sink' | 'telemetry_json' | 'telemetry_jsonl' | 'telemetry_csv' | 'diagnose_bundle';
interface CatalogSource {
        readonly path: string;
    readonly source_kind: SourceKind;
        readonly event_paths: readonly string[];
    readonly manifest_path: string | null;
}
type CatalogWarningCode = 'path_missing' | 'path_unsupported' | 'path_unreadable' | 'folder_unreadable' | 'manifest_not_object' | 'manifest_unrecognized' | 'manifest_unreadable' | 'entry_outside_folder' | 'envelope_not_object' | 'envelope_unrecognized' | 'duplicate_run_id' | 'sidecar_not_object' | 'sidecar_unrecognized' | 'sidecar_attachments_not_list' | 'attachment_not_object' | 'attachment_invalid' | 'attachment_outside_root' | 'load_failed' | 'ambiguous_identity';
interface CatalogWarning {
    readonly code: CatalogWarningCode;
        readonly message: string;
        readonly path: string;
        readonly index?: number | undefined;
        readonly identity_kind?: string | undefined;
}
interface CatalogProgress {
        readonly path: string;
    readonly folders: number;
        readonly entries: number;
}
interface DiscoveryOptions {
        readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
        readonly confineTo?: string | undefined;
}
interface SourceDetails {
        readonly resolved: string;
        readonly manifest: SinkManifest | null;
        readonly hasRollups: boolean | null;
        readonly summary: SessionSummary | null;
}
declare class Discovery {
    #private;
        readonly paths: readonly string[];
    readonly sources: CatalogSource[];
    readonly details: Map<CatalogSource, SourceDetails>;
    readonly oomBundles: OomBundle[];
    readonly attachments: ExternalAttachment[];
    readonly warnings: CatalogWarning[];
    private constructor();
        static of(paths: readonly string[], options: DiscoveryOptions): Promise<Discovery>;
        get envelopes(): readonly RunEnvelope[];
}
type Filter<Fields> = {
    readonly [Name in keyof Fields]?: Fields[Name] | null | undefined;
};
type SessionFilter = Filter<Pick<SessionRow, 'session_id' | 'status' | 'job_id' | 'rank' | 'world_size' | 'source_kind'> & {
    readonly has_oom_bundle: boolean;
}>;
type RunFilter = Filter<Pick<RunRow, 'run_id' | 'job_id' | 'source_namespace' | 'source_ref'> & {
    readonly session_id: string;
    readonly rank: number;
}>;
type RunAttachmentFilter = Filter<Pick<RunAttachmentRow, 'run_id' | 'session_id' | 'job_id' | 'rank' | 'kind' | 'source_namespace' | 'source_ref'>>;
type AttachmentFilter = Filter<Pick<ExternalAttachment, 'session_id' | 'job_id' | 'rank' | 'kind'>>;
type OomBundleFilter = Filter<Pick<OomBundleRow, 'session_id' | 'backend' | 'reason'> & {
    readonly created_after: string;
    readonly created_before: string;
}>;
declare function runMatches(row: RunRow, filter: RunFilter): boolean;
declare function runAttachmentMatches(row: RunAttachmentRow, filter: RunAttachmentFilter): boolean;
interface SessionOfSource {
    readonly summary: SessionSummary;
    readonly events: {
        readonly length: number;
    };
    readonly sources_loaded: {
        readonly length: number;
    };
    readonly warnings: {
        readonly length: number;
    };
}
interface SessionLoaderOptions {
    readonly signal?: AbortSignal | undefined;
}
type SessionLoader = (path: string, kind: Exclude<SourceKind, 'diagnose_bundle'>, options: SessionLoaderOptions) => Promise<readonly SessionOfSource[]>;
declare const telemetrySessionLoader: SessionLoader;
interface RunCatalogOptions {
        readonly signal?: AbortSignal | undefined;
        readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
        readonly confineTo?: string | undefined;
        readonly loadSessions?: SessionLoader | undefined;
}
declare function openRunCatalog(paths: readonly string[], options?: RunCatalogOptions): Promise<RunCatalog>;
declare class RunCatalog {
    #private;
        constructor(discovery: Discovery, options: RunCatalogOptions);
        get paths(): readonly string[];
        get sources(): readonly CatalogSource[];
        get oomBundles(): readonly OomBundle[];
        get attachments(): readonly ExternalAttachment[];
        get envelopes(): readonly RunEnvelope[];
        get warnings(): readonly CatalogWarning[];
        listSessions(filter?: SessionFilter): Promise<SessionRow[]>;
        listAttachments(filter?: AttachmentFilter): Promise<ExternalAttachment[]>;
        listOomBundles(filter?: OomBundleFilter): Promise<OomBundleRow[]>;
        listRuns(filter?: RunFilter): Promise<RunRow[]>;
        listRunAttachments(filter?: RunAttachmentFilter): Promise<RunAttachmentRow[]>;
}
type RunMember = Pick<SessionRow, 'session_id' | 'started_at_ns' | 'ended_at_ns' | 'job_id' | 'rank' | 'local_rank' | 'world_size' | 'source_path' | 'source_kind' | 'event_count'>;
interface RunContext {
    readonly run_id: string;
        readonly explicit: boolean;
    readonly title: string | null;
    readonly description: string | null;
    readonly job_id: string | null;
    readonly started_at_ns: bigint | null;
    readonly ended_at_ns: bigint | null;
    readonly source_path: string;
    readonly source_kind: 'run_envelope' | 'implicit_run';
    readonly source_namespace: string | null;
    readonly source_ref: string | null;
    readonly tags: readonly string[];
    readonly metadata: JsonObject;
        readonly members: readonly RunMember[];
}
declare function buildRunContexts(sessions: readonly RunMember[], envelopes: readonly RunEnvelope[]): Map<string, RunContext>;
declare function runRow(context: RunContext, attachmentCount: number): RunRow;
interface IdentityConflict {
    readonly identity_kind: 'session_id' | 'job_id' | 'source_ref';
        readonly identity_value: string;
        readonly run_ids: readonly string[];
}
interface RunIdentityIndex {
    readonly session_to_run: ReadonlyMap<string, string>;
    readonly job_to_run: ReadonlyMap<string, string>;
        readonly source_ref_to_run: ReadonlyMap<string, ReadonlyMap<string, string>>;
    readonly conflicts: readonly IdentityConflict[];
}
interface RunIdentity {
    readonly run_id?: string | null | undefined;
    readonly session_id?: string | null | undefined;
        readonly job_id?: JsonValue | undefined;
    readonly source_namespace?: string | null | undefined;
    readonly source_ref?: string | null | undefined;
}
declare function buildRunIdentityIndex(contexts: Iterable<RunContext>): RunIdentityIndex;
declare function resolveRunId(identity: RunIdentity, index: RunIdentityIndex): string | null;
interface RowSource {
        readonly path: string;
    readonly manifest_path: string | null;
}
type LocalRowFields = Pick<RunAttachmentRow, 'run_id' | 'title' | 'kind' | 'session_id' | 'job_id' | 'rank' | 'local_rank' | 'world_size' | 'start_ns' | 'end_ns' | 'source_kind' | 'metadata'> & {
    readonly path: string;
};
declare function localAttachmentRow(fields: LocalRowFields): RunAttachmentRow;
declare function envelopeAttachmentRows(envelope: RunEnvelope): Generator<RunAttachmentRow>;
declare function sidecarAttachmentRow(attachment: ExternalAttachment, index: RunIdentityIndex): RunAttachmentRow | null;
declare function sinkAttachmentRows(source: RowSource, manifest: SinkManifest, index: RunIdentityIndex): Generator<RunAttachmentRow>;
declare function sinkSegmentAttachmentRows(source: RowSource, manifest: SinkManifest, index: RunIdentityIndex): Generator<RunAttachmentRow>;
declare function rollupAttachmentRows(source: RowSource, manifest: SinkManifest, index: RunIdentityIndex): Generator<RunAttachmentRow>;
declare function diagnoseAttachmentRow(source: RowSource, summary: SessionSummary | null, index: RunIdentityIndex): RunAttachmentRow | null;
declare function flatTelemetryAttachmentRows(source: RowSource, members: Iterable<RunMember>, index: RunIdentityIndex): Generator<RunAttachmentRow>;
declare function oomAttachmentRow(bundle: OomBundle, index: RunIdentityIndex, member: RunMember | undefined): RunAttachmentRow | null;
declare const ATTACHMENTS_FILENAME = "stormlog_attachments.json";
declare const ATTACHMENTS_FORMAT = "stormlog.attachments";
declare const ATTACHMENTS_SCHEMA_VERSION = 1;
declare function parseDatetime(text: string | null | undefined): bigint | null;
declare function datetimeToNs(microseconds: bigint | null): bigint | null;
export { ATTACHMENTS_FILENAME, ATTACHMENTS_FORMAT, ATTACHMENTS_SCHEMA_VERSION, type AttachmentFilter, type AttachmentState, CORRELATION_CLOCK_DOMAIN, CORRELATION_CLOCK_NORMALIZATION, type CatalogProgress, type CatalogSource, type CatalogWarning, type CatalogWarningCode, type CorrelationEvidence, type CorrelationFilter, type CorrelationResult, DEFAULT_CORRELATION_WINDOW_NS, type ExternalAttachment, type IdentityConflict, type InspectOptions, type InspectedAttachment, type LocalRowFields, type OomBundle, type OomBundleFilter, type OomBundleRow, type RowSource, type RunAttachmentFilter, type RunAttachmentRow, RunCatalog, type RunCatalogOptions, type RunContext, type RunFilter, type RunIdentity, type RunIdentityIndex, type RunMember, type RunRow, type SessionFilter, type SessionLoader, type SessionLoaderOptions, type SessionOfSource, type SessionRow, type SourceKind, buildRunContexts, buildRunIdentityIndex, createCorrelationEvidence, createCorrelationFilter, createCorrelationResult, datetimeToNs, diagnoseAttachmentRow, envelopeAttachmentRows, externalAttachmentSchema, flatTelemetryAttachmentRows, inspectAttachments, localAttachmentRow, oomAttachmentRow, oomBundleRowSchema, openRunCatalog, parseDatetime, resolveRunId, rollupAttachmentRows, runAttachmentMatches, runAttachmentRowSchema, runMatches, runRow, runRowSchema, sessionRowSchema, sidecarAttachmentRow, sinkAttachmentRows, sinkSegmentAttachmentRows, telemetrySessionLoader };
