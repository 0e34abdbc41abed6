import * as _stormlog_records from '@stormlog/records';
import { JsonValue, JsonObject, StormlogError, ErrorCode } from '@stormlog/records';
import * as z from 'zod';
import { LineOptions, FileSource, ReadProgress } from '@stormlog/files';
declare const activityReferenceEventSchema: z.ZodObject<{
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    schema_version: z.ZodUnion<readonly [z.ZodLiteral<2>, z.ZodLiteral<3>]>;
    activity_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    activity_kind: z.ZodString;
    attribution_status: z.ZodEnum<{
        linked: "linked";
        unresolved: "unresolved";
    }>;
    activity_domain: z.ZodEnum<{
        unknown: "unknown";
        gpu: "gpu";
        runtime: "runtime";
        cpu: "cpu";
    }>;
    iteration_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    correlation_scope: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    trace_attachment_id: z.ZodNullable<z.ZodString>;
    runtime_correlation_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    cuda_correlation_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    stream_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    graph_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    event_type: z.ZodLiteral<"infer.activity_ref">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type ActivityReferenceEvent = Readonly<z.infer<typeof activityReferenceEventSchema>>;
declare const clockAlignmentEventSchema: z.ZodObject<{
    from_clock_domain: z.ZodString;
    to_clock_domain: z.ZodString;
    offset_ns: z.ZodBigInt;
    uncertainty_ns: z.ZodBigInt;
    valid_from_ns: z.ZodNullable<z.ZodBigInt>;
    valid_to_ns: z.ZodNullable<z.ZodBigInt>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.clock_alignment">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type ClockAlignmentEvent = Readonly<z.infer<typeof clockAlignmentEventSchema>>;
declare const entityRefSchema: z.ZodObject<{
    producer_id: z.ZodString;
    id: z.ZodString;
}, z.core.$strict>;
type EntityRef = Readonly<z.infer<typeof entityRefSchema>>;
declare const iterationEventSchema: z.ZodObject<{
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    iteration_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    batch_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.iteration">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type IterationEvent = Readonly<z.infer<typeof iterationEventSchema>>;
declare const membershipEventSchema: z.ZodObject<{
    input_tokens: z.ZodNullable<z.ZodInt>;
    output_tokens: z.ZodNullable<z.ZodInt>;
    kv_bytes: z.ZodNullable<z.ZodInt>;
    request_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    iteration_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    role: z.ZodString;
    attempt_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.membership">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type MembershipEvent = Readonly<z.infer<typeof membershipEventSchema>>;
declare const requestEventSchema: z.ZodObject<{
    input_tokens: z.ZodNullable<z.ZodInt>;
    output_tokens: z.ZodNullable<z.ZodInt>;
    kv_bytes: z.ZodNullable<z.ZodInt>;
    status: z.ZodNullable<z.ZodString>;
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    request_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    attempt_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    backend_request_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.request">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type RequestEvent = Readonly<z.infer<typeof requestEventSchema>>;
declare const stageEventSchema: z.ZodObject<{
    input_tokens: z.ZodNullable<z.ZodInt>;
    output_tokens: z.ZodNullable<z.ZodInt>;
    kv_bytes: z.ZodNullable<z.ZodInt>;
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    stage_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    name: z.ZodString;
    request_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    iteration_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.stage">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type StageEvent = Readonly<z.infer<typeof stageEventSchema>>;
interface UnresolvedReference {
        readonly event_id: string;
    readonly kind: 'attempt' | 'iteration' | 'request';
    readonly ref: EntityRef;
}
interface InferenceGraph {
        readonly run_id: string | null;
    readonly requests: readonly RequestEvent[];
    readonly iterations: readonly IterationEvent[];
    readonly stages: readonly StageEvent[];
    readonly memberships: readonly MembershipEvent[];
    readonly activities: readonly ActivityReferenceEvent[];
    readonly alignments: readonly ClockAlignmentEvent[];
        readonly unresolved: readonly UnresolvedReference[];
}
declare const correlationContextSchema: z.ZodObject<{
    run_id: z.ZodString;
    session_id: z.ZodString;
    producer_id: z.ZodString;
    source: z.ZodString;
    clock_domain: z.ZodString;
    clock_kind: z.ZodEnum<{
        monotonic: "monotonic";
        wall: "wall";
        device: "device";
    }>;
    collection_mode: z.ZodEnum<{
        active: "active";
        passive: "passive";
        imported: "imported";
    }>;
    provenance: z.ZodEnum<{
        observed: "observed";
        reported: "reported";
        estimated: "estimated";
    }>;
    source_version: z.ZodNullable<z.ZodString>;
    engine: z.ZodNullable<z.ZodString>;
    engine_version: z.ZodNullable<z.ZodString>;
    backend: z.ZodNullable<z.ZodString>;
    backend_version: z.ZodNullable<z.ZodString>;
    host: z.ZodNullable<z.ZodString>;
    pid: z.ZodNullable<z.ZodInt>;
    device_uuid: z.ZodNullable<z.ZodString>;
    rank: z.ZodNullable<z.ZodInt>;
    local_rank: z.ZodNullable<z.ZodInt>;
    world_size: z.ZodNullable<z.ZodInt>;
}, z.core.$strict>;
type CorrelationContext = Readonly<z.infer<typeof correlationContextSchema>>;
type ClockKind = CorrelationContext['clock_kind'];
declare const CONTEXT_FIELDS: ("producer_id" | "run_id" | "session_id" | "source" | "clock_domain" | "clock_kind" | "collection_mode" | "provenance" | "source_version" | "engine" | "engine_version" | "backend" | "backend_version" | "host" | "pid" | "device_uuid" | "rank" | "local_rank" | "world_size")[];
interface DeviceClock {
    readonly device_uuid: string;
    readonly clock_domain: string;
    readonly clock_kind: ClockKind;
}
interface GpuTime extends DeviceClock {
        readonly summed_activity_ns: bigint;
        readonly busy_ns: bigint;
        readonly activity_count: number;
}
interface IterationGpuTime {
    readonly iteration_ref: EntityRef;
        readonly elapsed_ns: bigint | null;
        readonly gpu: readonly GpuTime[];
}
interface GpuTimeAccount {
    readonly run_id: string | null;
        readonly iterations: readonly IterationGpuTime[];
        readonly device_totals: readonly GpuTime[];
        readonly unattributed: readonly EntityRef[];
        readonly unmeasured: readonly EntityRef[];
}
declare function accountGpuTime(graph: InferenceGraph): GpuTimeAccount;
declare const artifactEventSchema: z.ZodObject<{
    artifact_kind: z.ZodString;
    created_at_ns: z.ZodBigInt;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.artifact">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type ArtifactEvent = Readonly<z.infer<typeof artifactEventSchema>>;
declare const capabilityEventSchema: z.ZodObject<{
    component: z.ZodString;
    available: z.ZodBoolean;
    supported: z.ZodArray<z.ZodString>;
    enabled: z.ZodArray<z.ZodString>;
    collected: z.ZodArray<z.ZodString>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.capabilities">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>;
type CapabilityEvent = Readonly<z.infer<typeof capabilityEventSchema>>;
declare const inferenceEventSchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    artifact_kind: z.ZodString;
    created_at_ns: z.ZodBigInt;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.artifact">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>, z.ZodObject<{
    input_tokens: z.ZodNullable<z.ZodInt>;
    output_tokens: z.ZodNullable<z.ZodInt>;
    kv_bytes: z.ZodNullable<z.ZodInt>;
    status: z.ZodNullable<z.ZodString>;
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    request_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    attempt_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    backend_request_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.request">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>, z.ZodObject<{
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    iteration_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    batch_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.iteration">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>, z.ZodObject<{
    input_tokens: z.ZodNullable<z.ZodInt>;
    output_tokens: z.ZodNullable<z.ZodInt>;
    kv_bytes: z.ZodNullable<z.ZodInt>;
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    stage_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    name: z.ZodString;
    request_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    iteration_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.stage">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>, z.ZodObject<{
    input_tokens: z.ZodNullable<z.ZodInt>;
    output_tokens: z.ZodNullable<z.ZodInt>;
    kv_bytes: z.ZodNullable<z.ZodInt>;
    request_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    iteration_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    role: z.ZodString;
    attempt_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.membership">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>, z.ZodObject<{
    start_ns: z.ZodNullable<z.ZodBigInt>;
    end_ns: z.ZodNullable<z.ZodBigInt>;
    schema_version: z.ZodUnion<readonly [z.ZodLiteral<2>, z.ZodLiteral<3>]>;
    activity_ref: z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>;
    activity_kind: z.ZodString;
    attribution_status: z.ZodEnum<{
        linked: "linked";
        unresolved: "unresolved";
    }>;
    activity_domain: z.ZodEnum<{
        unknown: "unknown";
        gpu: "gpu";
        runtime: "runtime";
        cpu: "cpu";
    }>;
    iteration_ref: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    correlation_scope: z.ZodNullable<z.ZodObject<{
        producer_id: z.ZodString;
        id: z.ZodString;
    }, z.core.$strict>>;
    trace_attachment_id: z.ZodNullable<z.ZodString>;
    runtime_correlation_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    cuda_correlation_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    stream_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    graph_id: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    event_type: z.ZodLiteral<"infer.activity_ref">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>, z.ZodObject<{
    component: z.ZodString;
    available: z.ZodBoolean;
    supported: z.ZodArray<z.ZodString>;
    enabled: z.ZodArray<z.ZodString>;
    collected: z.ZodArray<z.ZodString>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.capabilities">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>, z.ZodObject<{
    from_clock_domain: z.ZodString;
    to_clock_domain: z.ZodString;
    offset_ns: z.ZodBigInt;
    uncertainty_ns: z.ZodBigInt;
    valid_from_ns: z.ZodNullable<z.ZodBigInt>;
    valid_to_ns: z.ZodNullable<z.ZodBigInt>;
    schema_version: z.ZodLiteral<2>;
    event_type: z.ZodLiteral<"infer.clock_alignment">;
    context: z.ZodObject<{
        run_id: z.ZodString;
        session_id: z.ZodString;
        producer_id: z.ZodString;
        source: z.ZodString;
        clock_domain: z.ZodString;
        clock_kind: z.ZodEnum<{
            monotonic: "monotonic";
            wall: "wall";
            device: "device";
        }>;
        collection_mode: z.ZodEnum<{
            active: "active";
            passive: "passive";
            imported: "imported";
        }>;
        provenance: z.ZodEnum<{
            observed: "observed";
            reported: "reported";
            estimated: "estimated";
        }>;
        source_version: z.ZodNullable<z.ZodString>;
        engine: z.ZodNullable<z.ZodString>;
        engine_version: z.ZodNullable<z.ZodString>;
        backend: z.ZodNullable<z.ZodString>;
        backend_version: z.ZodNullable<z.ZodString>;
        host: z.ZodNullable<z.ZodString>;
        pid: z.ZodNullable<z.ZodInt>;
        device_uuid: z.ZodNullable<z.ZodString>;
        rank: z.ZodNullable<z.ZodInt>;
        local_rank: z.ZodNullable<z.ZodInt>;
        world_size: z.ZodNullable<z.ZodInt>;
    }, z.core.$strict>;
    event_id: z.ZodString;
    metadata: z.ZodCustom<_stormlog_records.JsonObject, _stormlog_records.JsonObject>;
}, z.core.$strict>], "event_type">;
type InferenceEvent = ArtifactEvent | RequestEvent | IterationEvent | StageEvent | MembershipEvent | ActivityReferenceEvent | CapabilityEvent | ClockAlignmentEvent;
type InferenceEventType = InferenceEvent['event_type'];
declare const INFERENCE_EVENT_TYPES: readonly ["infer.artifact", "infer.request", "infer.iteration", "infer.stage", "infer.membership", "infer.activity_ref", "infer.capabilities", "infer.clock_alignment"];
interface LegacyInferenceRecord {
    readonly schema_version?: 1;
    readonly event_type: string;
    readonly [key: string]: JsonValue | undefined;
}
type InferenceRecord = InferenceEvent | LegacyInferenceRecord;
declare function isInferenceEvent(record: InferenceRecord): record is InferenceEvent;
declare function isCorrelationEventType(eventType: unknown): eventType is InferenceEventType;
declare class ContextRegistry {
    #private;
        register(id: string, context: CorrelationContext): void;
        check(id: string, context: CorrelationContext): void;
        contextOf(id: string): CorrelationContext | undefined;
        idOf(context: CorrelationContext): string | undefined;
        copy(): ContextRegistry;
}
declare class CorrelationRecordDecoder {
    #private;
    readonly registry: ContextRegistry;
    constructor(registry?: ContextRegistry);
        decode(row: unknown): JsonObject | null;
        decodeEvent(row: unknown): InferenceRecord | null;
        decodeOwned(row: unknown, ownsMetadata?: boolean): InferenceRecord | null;
}
interface InferenceBatch<T> {
    readonly records: readonly T[];
        readonly lines: readonly number[];
}
interface InferenceLine<T> {
    readonly line: number;
    readonly record: T;
}
interface ReadArtifactOptions extends LineOptions {
        readonly decoder?: CorrelationRecordDecoder | undefined;
}
declare function readInferenceArtifact(source: FileSource, options?: ReadArtifactOptions): AsyncIterableIterator<InferenceLine<InferenceRecord>>;
declare function readInferenceBatches(source: FileSource, options?: ReadArtifactOptions): AsyncGenerator<InferenceBatch<InferenceRecord>, void, undefined>;
declare function readInferenceRecords(source: FileSource, options?: ReadArtifactOptions): AsyncIterableIterator<InferenceLine<JsonObject>>;
declare function loadInferenceArtifact(source: FileSource, options?: ReadArtifactOptions): Promise<InferenceRecord[]>;
interface RequestStage {
    readonly name: string;
    readonly count: number;
        readonly elapsed_ns: bigint | null;
}
interface RequestReport {
    readonly request_ref: EntityRef;
    readonly attempt_ref: EntityRef | null;
    readonly status: string | null;
        readonly elapsed_ns: bigint | null;
    readonly input_tokens: number | null;
    readonly output_tokens: number | null;
    readonly kv_bytes: number | null;
        readonly stages: readonly RequestStage[];
}
interface InferenceCounts {
        readonly events: number;
        readonly repeated: number;
    readonly legacy: number;
    readonly requests: number;
    readonly iterations: number;
    readonly stages: number;
    readonly memberships: number;
    readonly activities: number;
    readonly alignments: number;
}
interface InferenceReport {
    readonly counts: InferenceCounts;
    readonly account: GpuTimeAccount;
    readonly requests: readonly RequestReport[];
    readonly unresolved: readonly UnresolvedReference[];
}
type ReadOptions = Omit<ReadArtifactOptions, 'decoder'>;
interface AccountRunsOptions extends Omit<ReadOptions, 'onProgress'> {
    readonly onProgressOf?: ((source: FileSource, progress: ReadProgress) => void) | undefined;
        readonly onRefused?: ((source: FileSource, error: StormlogError) => void) | undefined;
}
declare function accountInferenceArtifacts(sources: Iterable<FileSource>, options?: ReadOptions): Promise<InferenceReport>;
declare function accountInferenceRuns(sources: Iterable<FileSource>, { onRefused, onProgressOf, ...given }?: AccountRunsOptions): Promise<InferenceReport[]>;
declare class EventDigest {
    #private;
        constructor(contextNumber: (context: CorrelationContext) => number);
    get low(): number;
    get high(): number;
        update(event: InferenceEvent): void;
}
declare class InferenceAccountant {
    #private;
        add(record: InferenceRecord): void;
        addLegacy(rows: number): void;
        report(): InferenceReport;
}
interface RequestShare {
    readonly request_ref: EntityRef;
    readonly attempt_ref?: EntityRef | null | undefined;
    readonly duration_ns: bigint | number;
        readonly model: string;
}
interface RequestShareClaim {
    readonly iteration_ref: EntityRef;
        readonly device_clock: Omit<DeviceClock, 'clock_kind'> & Partial<Pick<DeviceClock, 'clock_kind'>>;
    readonly shares: readonly RequestShare[];
    readonly unattributed_ns: bigint | number;
}
interface RequestShareBudget {
    readonly iteration_ref: EntityRef;
    readonly device_clock: DeviceClock;
        readonly budget_ns: bigint;
    readonly shares: readonly RequestShare[];
    readonly unattributed_ns: bigint;
}
declare function validateRequestShares(graph: InferenceGraph, account: GpuTimeAccount, claim: RequestShareClaim): RequestShareBudget;
type Interval = readonly [start: bigint, end: bigint];
declare function activityBusyIntervals(activity: Pick<ActivityReferenceEvent, 'metadata' | 'start_ns' | 'end_ns'>): Interval[] | null;
declare function elapsedNs(record: InferenceRecord): bigint | null;
declare function isInferenceArtifact(path: string): Promise<boolean>;
interface ArtifactFault {
    readonly path: string;
        readonly line: number | null;
        readonly element: null;
        readonly field: string | null;
    readonly code: ErrorCode;
    readonly found: string | null;
    readonly expected: string | null;
    readonly message: string;
}
interface ArtifactValidation {
    readonly path: string;
    readonly kind: 'inference_artifact';
        readonly records: number;
        readonly invalid: number;
    readonly legacy: number;
        readonly faults: number;
}
interface ValidateArtifactOptions extends Omit<ReadArtifactOptions, 'decoder'> {
        readonly limit?: number | undefined;
    readonly onReport?: ((report: ArtifactValidation) => void) | undefined;
}
declare function validateInferenceArtifact(source: FileSource, options?: ValidateArtifactOptions): AsyncGenerator<ArtifactFault, void, undefined>;
interface AlignmentRoute {
    readonly from: string;
    readonly to: string;
    readonly alignments: Iterable<ClockAlignmentEvent>;
}
interface AlignedTimestamp {
    readonly value_ns: bigint;
    readonly uncertainty_ns: bigint;
    readonly clock_domain: string;
}
declare function coveringAlignments(timestampNs: bigint | number, route: AlignmentRoute): ClockAlignmentEvent[];
declare function alignTimestamp(timestampNs: bigint | number, route: AlignmentRoute): AlignedTimestamp;
declare function alignmentOffsetBounds(alignment: ClockAlignmentEvent): readonly [low: bigint, high: bigint];
declare function wallClockDomain(host: string, bootId: string | null): string;
declare function isBootQualified(clockDomain: string): boolean;
declare function contextId(context: CorrelationContext): string;
declare function decodeInferenceRecords(rows: Iterable<unknown>): JsonObject[];
declare function inferenceRecordLine(record: object): string;
declare class CorrelationRecordEncoder {
    readonly registry: ContextRegistry;
        constructor(registry?: ContextRegistry);
        prepare(record: JsonObject | InferenceEvent): JsonObject[];
        commit(rows: Iterable<JsonObject>): void;
        encode(record: JsonObject | InferenceEvent): JsonObject[];
}
declare const CONTEXT_EVENT_TYPE = "infer.context";
declare const TRANSPORT_VERSION = 4;
type Row = {
    readonly [key: string]: JsonValue | undefined;
};
declare function isTransportRow(row: Row): boolean;
type Nullable<T> = {
    [K in keyof T]: null extends T[K] ? K : never;
}[keyof T];
type CorrelationContextInput = Omit<CorrelationContext, Nullable<CorrelationContext>> & Partial<Pick<CorrelationContext, Nullable<CorrelationContext>>>;
type Implied = 'schema_version' | 'event_type' | 'context' | 'metadata';
type Optional<E> = Nullable<E> | Extract<keyof E, 'activity_domain' | 'supported' | 'enabled' | 'collected'>;
type Given<T> = bigint extends T ? T | number : T extends readonly (infer Item)[] ? readonly Item[] : T;
type EventInput<E extends InferenceEvent> = {
    readonly [K in Exclude<keyof E, Implied | Optional<E>>]: Given<E[K]>;
} & {
    readonly [K in Exclude<Optional<E>, Implied>]?: Given<E[K]> | undefined;
} & {
    readonly context: CorrelationContextInput;
    readonly metadata?: JsonObject | undefined;
};
declare function correlationContext(fields: CorrelationContextInput): CorrelationContext;
declare function artifactEvent(fields: EventInput<ArtifactEvent>): ArtifactEvent;
declare function requestEvent(fields: EventInput<RequestEvent>): RequestEvent;
declare function iterationEvent(fields: EventInput<IterationEvent>): IterationEvent;
declare function stageEvent(fields: EventInput<StageEvent>): StageEvent;
declare function membershipEvent(fields: EventInput<MembershipEvent>): MembershipEvent;
declare function activityReferenceEvent(fields: EventInput<ActivityReferenceEvent>): ActivityReferenceEvent;
declare function capabilityEvent(fields: EventInput<CapabilityEvent>): CapabilityEvent;
declare function clockAlignmentEvent(fields: EventInput<ClockAlignmentEvent>): ClockAlignmentEvent;
declare function entityKey(event: InferenceEvent): string | null;
declare function describeEntity(event: InferenceEvent): string;
declare function eventIdentity(event: InferenceEvent): string;
declare function describeEvent(event: InferenceEvent): string;
declare class InferenceResolver {
    #private;
        add(record: InferenceRecord): void;
        graph(): InferenceGraph;
}
declare function resolveInferenceEvents(records: Iterable<InferenceRecord>): InferenceGraph;
declare function looselyEqual(left: unknown, right: unknown): boolean;
declare function parseContext(value: unknown, field?: string): CorrelationContext;
declare function parseInferenceRecord(record: unknown): InferenceRecord;
export { type AccountRunsOptions, type ActivityReferenceEvent, type AlignedTimestamp, type AlignmentRoute, type ArtifactEvent, type ArtifactFault, type ArtifactValidation, CONTEXT_EVENT_TYPE, CONTEXT_FIELDS, type CapabilityEvent, type ClockAlignmentEvent, type ClockKind, ContextRegistry, type CorrelationContext, type CorrelationContextInput, CorrelationRecordDecoder, CorrelationRecordEncoder, type DeviceClock, type EntityRef, EventDigest, type EventInput, type GpuTime, type GpuTimeAccount, INFERENCE_EVENT_TYPES, InferenceAccountant, type InferenceBatch, type InferenceCounts, type InferenceEvent, type InferenceEventType, type InferenceGraph, type InferenceLine, type InferenceRecord, type InferenceReport, InferenceResolver, type Interval, type IterationEvent, type IterationGpuTime, type LegacyInferenceRecord, type MembershipEvent, type ReadArtifactOptions, type RequestEvent, type RequestReport, type RequestShare, type RequestShareBudget, type RequestShareClaim, type RequestStage, type StageEvent, TRANSPORT_VERSION, type UnresolvedReference, type ValidateArtifactOptions, accountGpuTime, accountInferenceArtifacts, accountInferenceRuns, activityBusyIntervals, activityReferenceEvent, activityReferenceEventSchema, alignTimestamp, alignmentOffsetBounds, artifactEvent, artifactEventSchema, capabilityEvent, capabilityEventSchema, clockAlignmentEvent, clockAlignmentEventSchema, contextId, correlationContext, correlationContextSchema, coveringAlignments, decodeInferenceRecords, describeEntity, describeEvent, elapsedNs, entityKey, entityRefSchema, eventIdentity, inferenceEventSchema, inferenceRecordLine, isBootQualified, isCorrelationEventType, isInferenceArtifact, isInferenceEvent, isTransportRow, iterationEvent, iterationEventSchema, loadInferenceArtifact, looselyEqual, membershipEvent, membershipEventSchema, parseContext, parseInferenceRecord, readInferenceArtifact, readInferenceBatches, readInferenceRecords, requestEvent, requestEventSchema, resolveInferenceEvents, stageEvent, stageEventSchema, validateInferenceArtifact, validateRequestShares, wallClockDomain };
