import { TraceCollector, CaptureContext, TraceCapture, TraceAttachment } from '@stormlog/capture';
import { JsonObject, JsonValue } from '@stormlog/records';
import { Environment } from '@stormlog/sessions';
import { EntityRef } from '@stormlog/correlation-events';
type UuidsByOrdinal = ReadonlyMap<string, string>;
interface DeviceUuids {
        readonly shared: UuidsByOrdinal;
        readonly per_trace: ReadonlyMap<string, UuidsByOrdinal>;
}
declare function parseDeviceUuids(entries: Iterable<string>): DeviceUuids;
declare function bindDeviceUuids(uuids: DeviceUuids, paths: readonly string[]): Promise<DeviceUuids>;
type Id = number | bigint;
interface WorkerEpoch {
    readonly epoch: string;
    readonly host: string | null;
    readonly pid: Id | null;
    readonly cuda_ordinal: Id | null;
    readonly device_uuid: string | null;
    readonly started_wall_ns: bigint | null;
    readonly last_seen_wall_ns: bigint | null;
    readonly ended: boolean;
}
interface TraceProcesses {
    readonly host: unknown;
    readonly pids: Iterable<Id>;
    readonly start_wall_ns: bigint | null;
    readonly end_wall_ns: bigint | null;
}
interface WorkerBinding {
    readonly status: 'no_window' | 'no_host' | 'none' | 'bound' | 'partial';
    readonly device_uuids: ReadonlyMap<string, UuidsByOrdinal>;
    readonly workers: ReadonlyMap<string, string>;
    readonly ambiguous: ReadonlyMap<string, readonly string[]>;
    readonly unmatched: readonly Id[];
}
declare class WorkerIndex {
    #private;
    constructor(epochs: Iterable<WorkerEpoch>);
    bind({ host, pids, start_wall_ns: start, end_wall_ns: end }: TraceProcesses): WorkerBinding;
}
interface TraceFileCollectorOptions {
        readonly deviceUuids?: DeviceUuids | undefined;
        readonly detail?: string | undefined;
        readonly maxBytes?: number | undefined;
        readonly workers?: WorkerIndex | undefined;
        readonly chunkBytes?: number | undefined;
    readonly environment?: Environment | undefined;
}
type Capture = TraceCapture & {
    readonly summary: JsonObject;
};
declare class TraceFileCollector implements TraceCollector {
    #private;
        constructor(paths: readonly string[], options?: TraceFileCollectorOptions);
        collect(context: CaptureContext): Promise<Capture>;
}
interface ServerSampler {
    readonly name: string;
        readonly ratio: number | null;
    readonly parent_based: boolean;
}
declare function parseServerSampler(text: string): ServerSampler;
interface TraceIds {
        readonly trace_id: string;
        readonly span_id: string;
    readonly sampled: boolean;
}
type TraceParentPolicy = 'preserve-engine' | 'follow-sampling';
declare function parseTraceparent(text: string): TraceIds | null;
declare function traceparent({ trace_id, span_id, sampled }: TraceIds, policy: TraceParentPolicy): string;
declare function keepsTrace(traceId: string, ratio: number): boolean;
declare function newTraceIds(ratio?: number): TraceIds;
declare function derivedTraceIds(...parts: readonly string[]): TraceIds;
interface ImportTracesOptions extends TraceFileCollectorOptions {
        readonly envelopePath?: string | undefined;
        readonly lock?: boolean | undefined;
    readonly signal?: AbortSignal | undefined;
}
declare function importTracesIntoArtifact(artifactPath: string, traces: readonly string[], options?: ImportTracesOptions): Promise<TraceCapture & {
    readonly summary: JsonObject;
}>;
type Time = number | bigint;
declare function mergeIntervals<T extends Time>(intervals: Iterable<readonly [T, T]>): [T, T][];
type UnresolvedReason = 'no_launch_record' | 'launch_outside_iteration_range' | 'ambiguous_iteration_range';
declare class RangeIndex {
    #private;
        get count(): number;
        add(pid: Id, tid: Id, start: number, end: number, ref: EntityRef): void;
        find(pid: Id, tid: Id, time: number): EntityRef | UnresolvedReason;
}
declare const GPU_KINDS: readonly ["gpu_kernel", "gpu_memcpy", "gpu_memset"];
type GpuKind = (typeof GPU_KINDS)[number];
interface TraceDevice {
    readonly name: string | null;
    readonly uuid: string | null;
}
interface GpuEvents {
    readonly count: number;
    kind(index: number): GpuKind;
    name(index: number): string;
    start(index: number): bigint;
    end(index: number): bigint;
    device(index: number): Id | null;
    stream(index: number): Id | null;
    correlation(index: number): Id | null;
    graph(index: number): Id | null;
        hasGraphNode(index: number): boolean;
        pid(index: number): Id | null;
}
interface LaunchCalls {
    readonly count: number;
        find(process: Id | null, correlation: Id): number | undefined;
    pid(index: number): Id;
    tid(index: number): Id;
        time(index: number): number;
        start(index: number): bigint;
    name(index: number): string;
}
interface GpuTrace {
    readonly format: 'kineto' | 'nsys';
    readonly traceId: JsonValue;
    readonly host: JsonValue;
    readonly rank: Id | null;
    readonly worldSize: Id | null;
    readonly engineVersion: JsonValue;
    readonly cuptiVersion: string | null;
    readonly events: GpuEvents;
    readonly launches: LaunchCalls;
    readonly ranges: RangeIndex;
        readonly deviceNames: ReadonlyMap<Id, string>;
        deviceOf(pid: Id | null, ordinal: Id | null): TraceDevice | null;
    readonly notImported: {
        readonly [what: string]: number;
    };
    readonly notes: readonly string[];
}
type TraceDetail = 'launch' | 'kernel';
declare const TRACE_CAPABILITIES: readonly ["gpu_activity", "cuda_correlation", "iteration_ranges", "cuda_graph_ids", "streams"];
interface CaptureTraceOptions {
    readonly runId: string;
    readonly sessionId: string;
        readonly attachment?: TraceAttachment | null | undefined;
        readonly deviceUuids?: UuidsByOrdinal | undefined;
        readonly deviceUuidsByPid?: ReadonlyMap<string, UuidsByOrdinal> | undefined;
        readonly detail?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly environment?: Environment | undefined;
}
declare function captureTrace(trace: GpuTrace, path: string, options: CaptureTraceOptions): Promise<TraceCapture & {
    readonly summary: JsonObject;
}>;
interface ReadTraceOptions {
        readonly signal?: AbortSignal | undefined;
        readonly chunkBytes?: number | undefined;
}
type ImportKinetoOptions = CaptureTraceOptions & ReadTraceOptions & {
    readonly detail?: TraceDetail | undefined;
};
declare function importKinetoTrace(path: string, options: ImportKinetoOptions): Promise<TraceCapture & {
    readonly summary: JsonObject;
}>;
declare function loadKinetoTrace(path: string, options?: ReadTraceOptions): Promise<GpuTrace>;
declare function loadNsysSqlite(path: string): Promise<GpuTrace>;
declare function iterationRangeName(producerId: string, iterationId: string): string;
declare function parseIterationRange(name: string): EntityRef | null;
export { type CaptureTraceOptions, type DeviceUuids, type GpuEvents, type GpuKind, type GpuTrace, type ImportKinetoOptions, type ImportTracesOptions, type LaunchCalls, type ReadTraceOptions, type ServerSampler, TRACE_CAPABILITIES, type TraceDetail, type TraceDevice, TraceFileCollector, type TraceFileCollectorOptions, type TraceIds, type TraceParentPolicy, type TraceProcesses, type UuidsByOrdinal, type WorkerBinding, type WorkerEpoch, WorkerIndex, bindDeviceUuids, captureTrace, derivedTraceIds, importKinetoTrace, importTracesIntoArtifact, iterationRangeName, keepsTrace, loadKinetoTrace, loadNsysSqlite, mergeIntervals, newTraceIds, parseDeviceUuids, parseIterationRange, parseServerSampler, parseTraceparent, traceparent };
