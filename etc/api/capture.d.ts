import { ReadProgress, FileOperations, OpenFile } from '@stormlog/files';
import { SessionSummary, Environment } from '@stormlog/sessions';
import { InferenceEvent, InferenceRecord, ActivityReferenceEvent, EntityRef, CorrelationContextInput, CorrelationContext } from '@stormlog/correlation-events';
import { JsonValue, JsonObject, StormlogError } from '@stormlog/records';
import { AttachmentStorage } from '@stormlog/run-catalog/envelope';
type Counts = Pick<SessionSummary, 'pid' | 'rank' | 'local_rank' | 'world_size'>;
type CaptureSession = Pick<SessionSummary, 'session_id' | 'host' | 'job_id'> & {
    readonly [Field in keyof Counts]: Counts[Field] | null;
};
interface CaptureCapabilities {
    readonly supported: readonly string[];
    readonly enabled: readonly string[];
    readonly collected: readonly string[];
}
declare function captureCapabilities(lists?: Partial<CaptureCapabilities>): CaptureCapabilities;
interface TraceAttachment {
        readonly attachment_id: string;
    readonly title: string;
        readonly path: string | null;
    readonly url: string | null;
        readonly storage: AttachmentStorage;
    readonly metadata: JsonValue;
}
interface TraceAttachmentInput {
    readonly attachment_id: string;
    readonly title: string;
    readonly path?: string | null | undefined;
    readonly url?: string | null | undefined;
    readonly storage?: AttachmentStorage | undefined;
    readonly metadata?: JsonValue | undefined;
}
declare function traceAttachment(input: TraceAttachmentInput): TraceAttachment;
interface CaptureContext {
        readonly runId: string;
        readonly sessionId: string;
        readonly signal?: AbortSignal | undefined;
}
interface EngineCapture {
    readonly capabilities: CaptureCapabilities;
        readonly events?: readonly InferenceEvent[] | undefined;
        readonly summary?: JsonObject | null | undefined;
}
interface TraceCapture extends EngineCapture {
        readonly attachments?: readonly TraceAttachment[] | undefined;
}
type Collected<Capture> = Capture | null | undefined;
interface EngineAdapter {
    collect(context: CaptureContext): Collected<EngineCapture> | Promise<Collected<EngineCapture>>;
}
interface TraceCollector {
    collect(context: CaptureContext): Collected<TraceCapture> | Promise<Collected<TraceCapture>>;
}
type RowTransport = 'v4' | 'embedded';
interface AppendCaptureOptions {
        readonly runId: string;
        readonly session: CaptureSession;
    readonly engineAdapter?: EngineAdapter | null | undefined;
    readonly traceCollector?: TraceCollector | null | undefined;
        readonly envelopePath?: string | null | undefined;
        readonly transport?: RowTransport | undefined;
        readonly dryRun?: boolean | undefined;
        readonly lock?: boolean | undefined;
        readonly lockDeadlineMs?: number | undefined;
        readonly signal?: AbortSignal | undefined;
        readonly onProgress?: ((progress: AppendProgress) => void) | undefined;
    readonly environment?: Environment | undefined;
    readonly fileOperations?: FileOperations | undefined;
}
interface AppendProgress extends ReadProgress {
    readonly step: 'check' | 'copy';
}
interface AppendedCapture {
    readonly artifactPath: string;
    readonly envelopePath: string;
        readonly written: boolean;
        readonly existingRecords: number;
        readonly engineEvents: number;
    readonly traceEvents: number;
        readonly linkedActivities: number;
        readonly rows: number;
        readonly artifactBytes: number | null;
    readonly addedSession: boolean;
        readonly addedAttachments: readonly string[];
}
declare function appendInferenceCapture(artifactPath: string, options: AppendCaptureOptions): Promise<AppendedCapture>;
declare const CAPTURE_PRODUCER = "stormlog.infer.capture";
declare const CAPTURE_STAGES: readonly ["arguments", "lock", "existing_artifact", "collect", "adapter_events", "capability_event", "envelope_load", "trace_attachment", "attachment_conflict", "envelope_schema", "attachment_reference", "combined_events", "serialize", "write_envelope", "append_artifact"];
type CaptureStage = (typeof CAPTURE_STAGES)[number];
declare function linkTraceActivities<Event extends InferenceRecord>(engineEvents: Iterable<InferenceRecord>, traceEvents: readonly Event[]): (Event | ActivityReferenceEvent)[];
declare function combineTraceCollectors(collectors: readonly TraceCollector[]): TraceCollector | null;
interface WritableArtifact extends OpenFile {
    truncate(size: number): Promise<void>;
}
interface WriterFileOperations {
        openArtifact(path: string): Promise<WritableArtifact>;
    rename(from: string, to: string): Promise<void>;
        list(path: string): Promise<string[]>;
        syncFolder(path: string): Promise<void>;
}
declare const SYSTEM_WRITER_FILE_OPERATIONS: WriterFileOperations;
type SyncPolicy = 'flush' | 'close' | 'never';
interface InferenceArtifactWriterOptions {
        readonly flushEveryEvents?: number | undefined;
        readonly flushEverySeconds?: number | undefined;
        readonly maxBufferBytes?: number | undefined;
        readonly sync?: SyncPolicy | undefined;
        readonly transport?: RowTransport | undefined;
        readonly rotateBytes?: number | null | undefined;
        readonly flushOnExit?: boolean | undefined;
        readonly lockDeadlineMs?: number | undefined;
        readonly lock?: boolean | undefined;
        readonly onError?: ((error: StormlogError) => void) | undefined;
    readonly environment?: Environment | undefined;
        readonly fileOperations?: WriterFileOperations | undefined;
}
interface InferenceArtifactWriterStats {
        readonly written_events: number;
        readonly buffered_events: number;
        readonly dropped_events: number;
        readonly refused_events: number;
        readonly written_bytes: number;
    readonly buffered_bytes: number;
    readonly flush_failures: number;
        readonly consecutive_flush_failures: number;
        readonly last_error: StormlogError | null;
        readonly rotations: number;
}
declare class InferenceArtifactWriter implements AsyncDisposable {
    #private;
    readonly path: string;
    private constructor();
        static open(path: string, options?: InferenceArtifactWriterOptions): Promise<InferenceArtifactWriter>;
        append(event: InferenceEvent): boolean;
        appendSound(event: InferenceEvent): boolean;
        appendWhenRoom(event: InferenceEvent, options?: {
        readonly signal?: AbortSignal;
    }): Promise<boolean>;
        flush(): Promise<void>;
        close(): Promise<void>;
        [Symbol.asyncDispose](): Promise<void>;
        stats(): InferenceArtifactWriterStats;
}
interface TraceParent {
        readonly trace_id: string;
        readonly parent_id: string;
        readonly sampled: boolean;
}
declare function parseTraceParent(header: string | null | undefined): TraceParent | null;
interface SampledRequest {
    readonly request_ref: EntityRef;
        readonly traceparent: TraceParent | null;
}
type RequestSampler = (request: SampledRequest) => boolean;
declare function shareSampler(share: number, random: () => number): RequestSampler;
type Defaulted = 'clock_domain' | 'clock_kind' | 'collection_mode' | 'provenance';
type RecorderContext = Omit<CorrelationContextInput, Defaulted> & Partial<Pick<CorrelationContextInput, Defaulted>>;
interface RedactedEvent {
    readonly event_type: string;
        readonly name?: string | undefined;
}
interface EngineRecorderOptions {
    readonly context: RecorderContext;
        readonly writer?: InferenceArtifactWriter | undefined;
        readonly maxEvents?: number | undefined;
        readonly sample?: number | RequestSampler | undefined;
        readonly redact?: ((metadata: JsonObject, event: RedactedEvent) => JsonObject) | undefined;
        readonly asyncContext?: boolean | undefined;
        readonly onError?: ((error: StormlogError) => void) | undefined;
    readonly environment?: Environment | undefined;
        readonly clockNs?: (() => bigint) | undefined;
        readonly random?: (() => number) | undefined;
}
interface EngineRecorderStats {
        readonly recorded_events: number;
        readonly kept_events: number;
        readonly dropped_events: number;
        readonly refused_events: number;
        readonly sampled_out_requests: number;
        readonly stages_without_owner: number;
        readonly redaction_failures: number;
}
interface SizeFields {
    readonly input_tokens?: number | null | undefined;
    readonly output_tokens?: number | null | undefined;
    readonly kv_bytes?: number | null | undefined;
}
interface RequestFields {
        readonly traceparent?: string | null | undefined;
        readonly request_ref?: EntityRef | undefined;
        readonly attempt_ref?: EntityRef | undefined;
    readonly backend_request_ref?: EntityRef | null | undefined;
        readonly start_ns?: bigint | undefined;
}
interface RequestEnd extends SizeFields {
    readonly status?: string | null | undefined;
        readonly end_ns?: bigint | undefined;
    readonly metadata?: JsonObject | undefined;
}
interface IterationFields {
        readonly iteration_ref?: EntityRef | undefined;
    readonly batch_ref?: EntityRef | null | undefined;
        readonly start_ns?: bigint | undefined;
}
interface IterationEnd {
        readonly end_ns?: bigint | undefined;
    readonly metadata?: JsonObject | undefined;
}
interface StageFields {
        readonly start_ns?: bigint | undefined;
}
interface StageEnd extends SizeFields {
        readonly end_ns?: bigint | undefined;
    readonly metadata?: JsonObject | undefined;
}
interface MemberFields extends SizeFields {
        readonly role?: string | undefined;
    readonly metadata?: JsonObject | undefined;
}
interface SpanRecorder {
    endRequest(span: RequestSpan, end: RequestEnd | undefined): void;
    endIteration(span: IterationSpan, end: IterationEnd | undefined): void;
    endStage(span: StageSpan, end: StageEnd | undefined): void;
}
declare class RequestSpan {
    #private;
    readonly request_ref: EntityRef;
    readonly attempt_ref: EntityRef;
    readonly backend_request_ref: EntityRef | null;
    readonly start_ns: bigint;
        readonly isSampled: boolean;
    constructor(recorder: SpanRecorder, request_ref: EntityRef, attempt_ref: EntityRef, backend_request_ref: EntityRef | null, start_ns: bigint, 
        isSampled: boolean);
        end(fields?: RequestEnd): void;
}
declare class IterationSpan {
    #private;
    readonly iteration_ref: EntityRef;
    readonly batch_ref: EntityRef | null;
    readonly start_ns: bigint;
    constructor(recorder: SpanRecorder, iteration_ref: EntityRef, batch_ref: EntityRef | null, start_ns: bigint);
        end(fields?: IterationEnd): void;
}
declare class StageSpan {
    #private;
    readonly name: string;
    readonly request_ref: EntityRef | null;
    readonly iteration_ref: EntityRef | null;
    readonly start_ns: bigint;
        constructor(recorder: SpanRecorder | null, name: string, request_ref: EntityRef | null, iteration_ref: EntityRef | null, start_ns: bigint);
        end(fields?: StageEnd): void;
}
type StageOwner = RequestSpan | IterationSpan | {
    readonly request?: RequestSpan | undefined;
    readonly iteration?: IterationSpan | undefined;
};
declare const TRACE_CONTEXT_PRODUCER = "w3c.trace-context";
declare class EngineRecorder implements EngineAdapter {
    #private;
    readonly context: CorrelationContext;
        constructor(options: EngineRecorderOptions);
        nowNs(): bigint;
        request(fields?: RequestFields): RequestSpan;
        iteration(fields?: IterationFields): IterationSpan;
        stage(name: string, owner?: StageOwner | undefined, fields?: StageFields): StageSpan;
        member(request: RequestSpan, iteration: IterationSpan, fields?: MemberFields): void;
        span<Answer>(name: string, work: (stage: StageSpan) => Answer): Answer;
    span<Answer>(name: string, owner: StageOwner | undefined, work: (stage: StageSpan) => Answer): Answer;
        withRequest<Answer>(fields: RequestFields, work: (request: RequestSpan) => Answer): Answer;
        currentRequest(): RequestSpan | null;
        collect(context: Pick<CaptureContext, 'runId' | 'sessionId'>): EngineCapture;
        stats(): EngineRecorderStats;
}
interface RepairArtifactOptions {
        readonly lock?: boolean | undefined;
        readonly lockDeadlineMs?: number | undefined;
        readonly signal?: AbortSignal | undefined;
    readonly environment?: Environment | undefined;
}
interface RepairedArtifact {
    readonly path: string;
        readonly torn: boolean;
        readonly offset: number | null;
        readonly bytes: number;
        readonly setAsidePath: string | null;
}
declare function repairInferenceArtifact(path: string, options?: RepairArtifactOptions): Promise<RepairedArtifact>;
export { type AppendCaptureOptions, type AppendProgress, type AppendedCapture, CAPTURE_PRODUCER, CAPTURE_STAGES, type CaptureCapabilities, type CaptureContext, type CaptureSession, type CaptureStage, type Collected, type EngineAdapter, type EngineCapture, EngineRecorder, type EngineRecorderOptions, type EngineRecorderStats, InferenceArtifactWriter, type InferenceArtifactWriterOptions, type InferenceArtifactWriterStats, type IterationEnd, type IterationFields, IterationSpan, type MemberFields, type RecorderContext, type RedactedEvent, type RepairArtifactOptions, type RepairedArtifact, type RequestEnd, type RequestFields, type RequestSampler, RequestSpan, type RowTransport, SYSTEM_WRITER_FILE_OPERATIONS, type SampledRequest, type SizeFields, type StageEnd, type StageFields, type StageOwner, StageSpan, type SyncPolicy, TRACE_CONTEXT_PRODUCER, type TraceAttachment, type TraceAttachmentInput, type TraceCapture, type TraceCollector, type TraceParent, type WritableArtifact, type WriterFileOperations, appendInferenceCapture, captureCapabilities, combineTraceCollectors, linkTraceActivities, parseTraceParent, repairInferenceArtifact, shareSampler, traceAttachment };
