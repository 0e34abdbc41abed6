import * as z from 'zod';
import { JsonObject } from '@stormlog/records';
interface EventLike {
    readonly session_id?: unknown;
    readonly timestamp_ns?: unknown;
    readonly event_type?: unknown;
    readonly rank?: unknown;
    readonly local_rank?: unknown;
    readonly world_size?: unknown;
    readonly context?: unknown;
    readonly metadata?: unknown;
    readonly origin_thread_id?: unknown;
    readonly origin_phase_scope_id?: unknown;
}
type CanonicalInteger = number | bigint;
declare function phaseRankOf(event: EventLike): number | null;
declare const phaseSummarySchema: z.ZodReadonly<z.ZodObject<{
    phase_path: z.ZodString;
    source: z.ZodString;
}, z.core.$strip>>;
type PhaseSummary = z.infer<typeof phaseSummarySchema>;
declare const phaseAttributionSchema: z.ZodReadonly<z.ZodObject<{
    phase_resolution: z.ZodString;
    phase_source: z.ZodNullable<z.ZodString>;
    phase_path: z.ZodNullable<z.ZodString>;
    phase_paths: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    scope_id: z.ZodNullable<z.ZodString>;
    thread_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    thread_name: z.ZodNullable<z.ZodString>;
    phase_summary: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
        phase_path: z.ZodString;
        source: z.ZodString;
    }, z.core.$strip>>>;
}, z.core.$strip>>;
type PhaseAttribution = z.infer<typeof phaseAttributionSchema>;
declare const phaseAttributionPayloadSchema: z.ZodReadonly<z.ZodObject<{
    phase_resolution: z.ZodString;
    phase_paths: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    phase_source: z.ZodOptional<z.ZodString>;
    phase_path: z.ZodOptional<z.ZodString>;
    scope_id: z.ZodOptional<z.ZodString>;
    thread_id: z.ZodOptional<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    thread_name: z.ZodOptional<z.ZodString>;
    phase_summary: z.ZodOptional<z.ZodReadonly<z.ZodObject<{
        phase_path: z.ZodString;
        source: z.ZodString;
    }, z.core.$strip>>>;
}, z.core.$strip>>;
type PhaseAttributionPayload = z.infer<typeof phaseAttributionPayloadSchema>;
declare const phaseReplayBoundarySchema: z.ZodReadonly<z.ZodObject<{
    action: z.ZodEnum<{
        enter: "enter";
        exit: "exit";
    }>;
    path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    scope_id: z.ZodString;
    thread_id: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
    thread_name: z.ZodString;
    sequence: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
    timestamp_ns: z.ZodBigInt;
}, z.core.$strip>>;
type PhaseReplayBoundary = z.infer<typeof phaseReplayBoundarySchema>;
declare const phaseReplayGroupSchema: z.ZodReadonly<z.ZodObject<{
    session_id: z.ZodString;
    rank: z.ZodInt;
    end_ns: z.ZodBigInt;
    boundaries: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        action: z.ZodEnum<{
            enter: "enter";
            exit: "exit";
        }>;
        path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
        scope_id: z.ZodString;
        thread_id: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
        thread_name: z.ZodString;
        sequence: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
        timestamp_ns: z.ZodBigInt;
    }, z.core.$strip>>>>;
}, z.core.$strip>>;
type PhaseReplayGroup = z.infer<typeof phaseReplayGroupSchema>;
declare const phaseReplayDataSchema: z.ZodReadonly<z.ZodObject<{
    groups: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        session_id: z.ZodString;
        rank: z.ZodInt;
        end_ns: z.ZodBigInt;
        boundaries: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            action: z.ZodEnum<{
                enter: "enter";
                exit: "exit";
            }>;
            path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
            scope_id: z.ZodString;
            thread_id: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
            thread_name: z.ZodString;
            sequence: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
            timestamp_ns: z.ZodBigInt;
        }, z.core.$strip>>>>;
    }, z.core.$strip>>>>;
}, z.core.$strip>>;
type PhaseReplayData = z.infer<typeof phaseReplayDataSchema>;
declare function collectPhaseReplayData(events: Iterable<EventLike>): PhaseReplayData;
declare const phaseSpanSchema: z.ZodReadonly<z.ZodObject<{
    session_id: z.ZodString;
    rank: z.ZodInt;
    thread_id: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
    thread_name: z.ZodString;
    scope_id: z.ZodString;
    path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    depth: z.ZodInt;
    start_ns: z.ZodBigInt;
    end_ns: z.ZodBigInt;
    sequence: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
    synthetic_end: z.ZodBoolean;
}, z.core.$strip>>;
type PhaseSpan = z.infer<typeof phaseSpanSchema>;
interface PhaseSelection {
    readonly sessionId: string;
    readonly rank?: number | null | undefined;
}
interface PhaseQuestion {
    readonly timestampNs: bigint | number;
    readonly sessionId: string | null;
    readonly rank?: number | null | undefined;
    readonly originThreadId?: CanonicalInteger | null | undefined;
    readonly originPhaseScopeId?: string | null | undefined;
}
declare class PhaseReplayIndex {
    #private;
    private constructor();
        static fromEvents(events: Iterable<EventLike>): PhaseReplayIndex;
        static fromReplayData(parts: readonly PhaseReplayData[]): PhaseReplayIndex;
        get isEmpty(): boolean;
        spansFor(selection: PhaseSelection): PhaseSpan[];
        activeSpans(question: PhaseSelection & {
        readonly timestampNs: bigint | number;
    }): PhaseSpan[];
        resolve(question: PhaseQuestion): PhaseAttribution | null;
        resolveForEvent(event: EventLike): PhaseAttribution | null;
}
declare const timelineMarkerSchema: z.ZodReadonly<z.ZodObject<{
    session_id: z.ZodString;
    start_ns: z.ZodBigInt;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    kind: z.ZodEnum<{
        alert: "alert";
        collector: "collector";
        lifecycle: "lifecycle";
        oom: "oom";
        phase: "phase";
    }>;
    source: z.ZodEnum<{
        telemetry_event: "telemetry_event";
        phase_replay: "phase_replay";
    }>;
    severity: z.ZodEnum<{
        info: "info";
        warning: "warning";
        critical: "critical";
    }>;
    label: z.ZodString;
    rank: z.ZodNullable<z.ZodInt>;
    local_rank: z.ZodNullable<z.ZodInt>;
    world_size: z.ZodNullable<z.ZodInt>;
    event_type: z.ZodString;
    metadata: z.ZodCustom<JsonObject, JsonObject>;
}, z.core.$strip>>;
type TimelineMarker = z.infer<typeof timelineMarkerSchema>;
declare function isIntervalMarker(marker: TimelineMarker): boolean;
declare function timelineMarkerToDict(marker: TimelineMarker): TimelineMarker;
declare function compareTimelineMarkers(left: TimelineMarker, right: TimelineMarker): number;
declare function mergeTimelineMarkers(parts: readonly (readonly TimelineMarker[])[]): TimelineMarker[];
interface TimelineMarkerOptions {
        readonly includePhaseMarkers?: boolean | undefined;
        readonly phaseIndex?: PhaseReplayIndex | undefined;
}
declare function deriveTimelineMarkers(events: readonly EventLike[], options?: TimelineMarkerOptions): TimelineMarker[];
declare function deriveSessionTimelineMarkers(session: {
    readonly events: readonly EventLike[];
}, options?: TimelineMarkerOptions): TimelineMarker[];
interface AttributeActiveSpansOptions {
        readonly strategy?: string | undefined;
    readonly originThreadId?: CanonicalInteger | null | undefined;
    readonly originPhaseScopeId?: string | null | undefined;
}
declare function attributeActiveSpans(spans: readonly PhaseSpan[], options?: AttributeActiveSpansOptions): PhaseAttribution | null;
declare function formatPhasePath(path: readonly string[]): string;
declare function mergePhaseAttributions(first: PhaseAttribution | null, second: PhaseAttribution | null): PhaseAttribution | null;
declare const phaseBoundaryRecordSchema: z.ZodReadonly<z.ZodObject<{
    action: z.ZodEnum<{
        enter: "enter";
        exit: "exit";
    }>;
    name: z.ZodString;
    path: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    depth: z.ZodInt;
    scope_id: z.ZodString;
    parent_scope_id: z.ZodNullable<z.ZodString>;
    thread_id: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
    thread_name: z.ZodString;
    sequence: z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>;
    session_id: z.ZodString;
    timestamp_ns: z.ZodBigInt;
    attributes: z.ZodCustom<JsonObject, JsonObject>;
}, z.core.$strip>>;
type PhaseBoundaryRecord = z.infer<typeof phaseBoundaryRecordSchema>;
declare function parsePhaseBoundary(event: EventLike): PhaseBoundaryRecord | null;
declare function isPhaseBoundaryEvent(event: EventLike): boolean;
declare function phaseAttributionToPayload(attribution: PhaseAttribution | null): PhaseAttributionPayload | null;
interface PhaseResolutionFields {
    readonly phase_resolution: string | null;
    readonly phase_path?: string | null | undefined;
    readonly phase_paths?: readonly string[] | null | undefined;
}
declare function summarizePhaseAttribution(attribution: PhaseAttribution | null): string | null;
declare function summarizePhaseResolution(resolution: PhaseResolutionFields): string | null;
export { type AttributeActiveSpansOptions, type CanonicalInteger, type EventLike, type PhaseAttribution, type PhaseAttributionPayload, type PhaseBoundaryRecord, type PhaseQuestion, type PhaseReplayBoundary, type PhaseReplayData, type PhaseReplayGroup, PhaseReplayIndex, type PhaseResolutionFields, type PhaseSelection, type PhaseSpan, type PhaseSummary, type TimelineMarker, type TimelineMarkerOptions, attributeActiveSpans, collectPhaseReplayData, compareTimelineMarkers, deriveSessionTimelineMarkers, deriveTimelineMarkers, formatPhasePath, isIntervalMarker, isPhaseBoundaryEvent, mergePhaseAttributions, mergeTimelineMarkers, parsePhaseBoundary, phaseAttributionPayloadSchema, phaseAttributionSchema, phaseAttributionToPayload, phaseBoundaryRecordSchema, phaseRankOf, phaseReplayDataSchema, phaseSpanSchema, phaseSummarySchema, summarizePhaseAttribution, summarizePhaseResolution, timelineMarkerSchema, timelineMarkerToDict };
