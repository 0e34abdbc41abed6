import { PhaseReplayIndex, PhaseAttribution } from '@stormlog/timeline';
import * as z from 'zod';
declare const collectiveAttributionEvidenceSchema: z.ZodReadonly<z.ZodObject<{
    marker_hits: z.ZodInt;
    synchronized_ranks: z.ZodInt;
    expected_world_size: z.ZodInt;
    synchrony_ratio: z.ZodNumber;
    peak_gap_bytes: z.ZodInt;
    peak_gap_ratio: z.ZodNullable<z.ZodNumber>;
    robust_zscore: z.ZodNumber;
}, z.core.$strip>>;
type CollectiveAttributionEvidence = z.infer<typeof collectiveAttributionEvidenceSchema>;
declare const collectiveAttributionSchema: z.ZodReadonly<z.ZodObject<{
    rank: z.ZodInt;
    interval_start_ns: z.ZodBigInt;
    interval_end_ns: z.ZodBigInt;
    classification: z.ZodEnum<{
        collective_suspect: "collective_suspect";
        collective_likely: "collective_likely";
        collective_confident: "collective_confident";
    }>;
    confidence: z.ZodNumber;
    reason_codes: z.ZodReadonly<z.ZodArray<z.ZodEnum<{
        allocator_device_divergence: "allocator_device_divergence";
        cross_rank_synchrony: "cross_rank_synchrony";
        gap_spike_statistical_outlier: "gap_spike_statistical_outlier";
        marker_collective_token: "marker_collective_token";
        marker_spike_overlap: "marker_spike_overlap";
        single_rank_only: "single_rank_only";
        weak_marker_signal: "weak_marker_signal";
    }>>>;
    evidence: z.ZodReadonly<z.ZodObject<{
        marker_hits: z.ZodInt;
        synchronized_ranks: z.ZodInt;
        expected_world_size: z.ZodInt;
        synchrony_ratio: z.ZodNumber;
        peak_gap_bytes: z.ZodInt;
        peak_gap_ratio: z.ZodNullable<z.ZodNumber>;
        robust_zscore: z.ZodNumber;
    }, z.core.$strip>>;
    phase_attribution: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
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
    }, z.core.$strip>>>;
}, z.core.$strip>>;
type CollectiveAttribution = z.infer<typeof collectiveAttributionSchema>;
declare const collectiveAttributionConfigSchema: z.ZodReadonly<z.ZodObject<{
    preset: z.ZodString;
    min_samples_per_rank: z.ZodNumber;
    min_gap_bytes: z.ZodNumber;
    min_gap_ratio: z.ZodNumber;
    robust_zscore_threshold: z.ZodNumber;
    marker_window_ns: z.ZodBigInt;
    interval_padding_ns: z.ZodBigInt;
    synchrony_window_ns: z.ZodBigInt;
    min_synchrony_ratio: z.ZodNumber;
    min_confidence: z.ZodNumber;
}, z.core.$strip>>;
type CollectiveAttributionConfig = z.infer<typeof collectiveAttributionConfigSchema>;
type CollectiveOverrides = {
    readonly [Field in Exclude<keyof CollectiveAttributionConfig, 'preset'>]?: number | bigint | undefined;
};
declare function resolveCollectiveAttributionConfig(preset?: string | null, overrides?: CollectiveOverrides | null): CollectiveAttributionConfig;
interface GapEventLike {
    readonly event_type?: unknown;
    readonly timestamp_ns?: unknown;
    readonly session_id?: unknown;
    readonly rank?: unknown;
    readonly device_used_bytes?: unknown;
    readonly device_total_bytes?: unknown;
    readonly allocator_reserved_bytes?: unknown;
    readonly allocator_inactive_bytes?: unknown;
    readonly metadata?: unknown;
}
interface CollectiveTextSource {
    readonly event_type?: unknown;
    readonly context?: unknown;
    readonly collector?: unknown;
    readonly metadata?: unknown;
}
declare function carriesCollectiveToken(event: CollectiveTextSource): boolean;
interface CollectiveEventLike extends Omit<GapEventLike, 'allocator_inactive_bytes'>, CollectiveTextSource {
    readonly world_size?: unknown;
}
interface CollectiveAttributionOptions {
        readonly config?: CollectiveAttributionConfig | undefined;
    readonly preset?: string | null | undefined;
    readonly overrides?: CollectiveOverrides | null | undefined;
        readonly phaseIndex?: Pick<PhaseReplayIndex, 'resolve'> | undefined;
}
declare function attributeCollectiveMemory(events: readonly CollectiveEventLike[], options?: CollectiveAttributionOptions): CollectiveAttribution[];
declare const collectiveSpikeSchema: z.ZodReadonly<z.ZodObject<{
    timestamp_ns: z.ZodBigInt;
    gap_bytes: z.ZodInt;
    gap_ratio: z.ZodNullable<z.ZodNumber>;
    robust_zscore: z.ZodNumber;
    communication_count: z.ZodInt;
    first_communication_ns: z.ZodNullable<z.ZodBigInt>;
    last_communication_ns: z.ZodNullable<z.ZodBigInt>;
    phase_attribution: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
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
    }, z.core.$strip>>>;
}, z.core.$strip>>;
type CollectiveSpike = z.infer<typeof collectiveSpikeSchema>;
declare const collectiveRankSpikesSchema: z.ZodReadonly<z.ZodObject<{
    rank: z.ZodInt;
    first_timestamp_ns: z.ZodNullable<z.ZodBigInt>;
    world_size: z.ZodInt;
    spikes: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        timestamp_ns: z.ZodBigInt;
        gap_bytes: z.ZodInt;
        gap_ratio: z.ZodNullable<z.ZodNumber>;
        robust_zscore: z.ZodNumber;
        communication_count: z.ZodInt;
        first_communication_ns: z.ZodNullable<z.ZodBigInt>;
        last_communication_ns: z.ZodNullable<z.ZodBigInt>;
        phase_attribution: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
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
        }, z.core.$strip>>>;
    }, z.core.$strip>>>>;
}, z.core.$strip>>;
type CollectiveRankSpikes = z.infer<typeof collectiveRankSpikesSchema>;
declare function attributeCollectiveSpikes(ranks: readonly CollectiveRankSpikes[], config: CollectiveAttributionConfig): CollectiveAttribution[];
interface CollectiveRankSamples {
    readonly rank: number;
        readonly first_timestamp_ns: bigint | null;
        readonly world_size: number;
        readonly timestamps_ns: ArrayLike<bigint>;
        readonly gap_bytes: Float64Array;
        readonly gap_ratios: Float64Array;
    readonly session_ids: ArrayLike<string | null>;
        readonly communication_times_ns: ArrayLike<bigint>;
}
declare function collectCollectiveSamples(rank: number, events: readonly CollectiveEventLike[]): CollectiveRankSamples;
interface CollectiveSpikeOptions {
        readonly phaseIndex?: Pick<PhaseReplayIndex, 'resolve'> | undefined;
}
declare function detectCollectiveSpikes(samples: CollectiveRankSamples, config: CollectiveAttributionConfig, options?: CollectiveSpikeOptions): CollectiveRankSpikes;
declare const derivedFieldsSchema: z.ZodReadonly<z.ZodObject<{
    allocator_gap_bytes: z.ZodNullable<z.ZodUnion<readonly [z.ZodInt, z.ZodBigInt]>>;
    utilization_ratio: z.ZodNullable<z.ZodNumber>;
    fragmentation_ratio: z.ZodNullable<z.ZodNumber>;
    allocator_cache_ratio: z.ZodNullable<z.ZodNumber>;
    is_degraded_collector: z.ZodBoolean;
}, z.core.$strip>>;
type DerivedFields = z.infer<typeof derivedFieldsSchema>;
declare const sessionDerivedFieldsSchema: z.ZodReadonly<z.ZodObject<{
    peak_utilization_ratio: z.ZodNullable<z.ZodNumber>;
    avg_fragmentation_ratio: z.ZodNullable<z.ZodNumber>;
    is_session_interrupted: z.ZodBoolean;
}, z.core.$strip>>;
type SessionDerivedFields = z.infer<typeof sessionDerivedFieldsSchema>;
interface MemoryEventLike {
    readonly event_type?: unknown;
    readonly allocator_allocated_bytes?: unknown;
    readonly allocator_reserved_bytes?: unknown;
    readonly allocator_inactive_bytes?: unknown;
    readonly device_used_bytes?: unknown;
    readonly device_total_bytes?: unknown;
    readonly collector?: unknown;
    readonly metadata?: unknown;
}
declare function computeEventFields(event: MemoryEventLike): DerivedFields;
declare function computeSessionFields(events: readonly MemoryEventLike[]): SessionDerivedFields;
declare function enrichEvent<Event extends MemoryEventLike>(event: Event): Omit<Event, 'derived'> & {
    readonly derived: DerivedFields;
};
declare function memoryFeatureEnabled(event: MemoryEventLike, feature: string): boolean;
declare function fragmentationUnavailableReason(events: Iterable<MemoryEventLike>): string | null;
declare const gapFindingSchema: z.ZodDiscriminatedUnion<[z.ZodReadonly<z.ZodObject<{
    severity: z.ZodEnum<{
        info: "info";
        warning: "warning";
        critical: "critical";
    }>;
    confidence: z.ZodNumber;
    description: z.ZodString;
    remediation: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    evidence_timestamp_ns: z.ZodBigInt;
    phase_attribution: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
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
    }, z.core.$strip>>>;
    classification: z.ZodLiteral<"transient_spike">;
    evidence: z.ZodReadonly<z.ZodObject<{
        spike_count: z.ZodInt;
        max_gap_bytes: z.ZodNumber;
        max_zscore: z.ZodNumber;
        mean_gap_bytes: z.ZodNumber;
        std_gap_bytes: z.ZodNumber;
    }, z.core.$strip>>;
}, z.core.$strip>>, z.ZodReadonly<z.ZodObject<{
    severity: z.ZodEnum<{
        info: "info";
        warning: "warning";
        critical: "critical";
    }>;
    confidence: z.ZodNumber;
    description: z.ZodString;
    remediation: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    evidence_timestamp_ns: z.ZodBigInt;
    phase_attribution: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
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
    }, z.core.$strip>>>;
    classification: z.ZodLiteral<"persistent_drift">;
    evidence: z.ZodReadonly<z.ZodObject<{
        slope_bytes_per_sec: z.ZodNumber;
        r_squared: z.ZodNumber;
        p_value: z.ZodNumber;
        gap_start_bytes: z.ZodNumber;
        gap_end_bytes: z.ZodNumber;
    }, z.core.$strip>>;
}, z.core.$strip>>, z.ZodReadonly<z.ZodObject<{
    severity: z.ZodEnum<{
        info: "info";
        warning: "warning";
        critical: "critical";
    }>;
    confidence: z.ZodNumber;
    description: z.ZodString;
    remediation: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    evidence_timestamp_ns: z.ZodBigInt;
    phase_attribution: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
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
    }, z.core.$strip>>>;
    classification: z.ZodLiteral<"fragmentation_like">;
    evidence: z.ZodReadonly<z.ZodObject<{
        avg_fragmentation_ratio: z.ZodNumber;
        max_fragmentation_ratio: z.ZodNumber;
        avg_gap_bytes: z.ZodNumber;
        sample_count: z.ZodInt;
    }, z.core.$strip>>;
}, z.core.$strip>>], "classification">;
type GapFinding = z.infer<typeof gapFindingSchema>;
interface GapSeries {
        readonly gaps: Float64Array;
        readonly gap_ratios: Float64Array;
    readonly timestamps_ns: ArrayLike<bigint>;
        readonly fragmentation_ratios: Float64Array;
        readonly event_indexes: ArrayLike<number>;
}
declare function collectGapSeries(events: readonly GapEventLike[]): GapSeries;
type GapThresholdName = 'gap_ratio_threshold' | 'gap_spike_zscore' | 'gap_drift_r_squared' | 'gap_fragmentation_ratio';
type GapThresholds = Partial<Readonly<Record<GapThresholdName, number | undefined>>>;
declare const STANDARD_GAP_THRESHOLDS: Readonly<Record<GapThresholdName, number>>;
interface GapSeriesOptions {
        readonly thresholds?: GapThresholds | undefined;
        readonly remediations?: Readonly<Partial<Record<GapFinding['classification'], readonly string[]>>> | undefined;
        readonly resolvePhase?: ((eventIndex: number) => PhaseAttribution | null) | undefined;
        readonly formatMemory?: ((bytes: bigint) => string) | undefined;
}
declare function analyzeGapSeries(series: GapSeries, options?: GapSeriesOptions): GapFinding[];
interface GapAnalysisOptions extends Omit<GapSeriesOptions, 'resolvePhase'> {
        readonly phaseIndex?: Pick<PhaseReplayIndex, 'resolveForEvent'> | undefined;
}
declare function analyzeHiddenMemoryGaps(events: readonly GapEventLike[], options?: GapAnalysisOptions): GapFinding[];
export { type CollectiveAttribution, type CollectiveAttributionConfig, type CollectiveAttributionEvidence, type CollectiveAttributionOptions, type CollectiveEventLike, type CollectiveOverrides, type CollectiveRankSamples, type CollectiveRankSpikes, type CollectiveSpike, type CollectiveSpikeOptions, type CollectiveTextSource, type DerivedFields, type GapAnalysisOptions, type GapEventLike, type GapFinding, type GapSeries, type GapSeriesOptions, type GapThresholdName, type GapThresholds, type MemoryEventLike, STANDARD_GAP_THRESHOLDS, type SessionDerivedFields, analyzeGapSeries, analyzeHiddenMemoryGaps, attributeCollectiveMemory, attributeCollectiveSpikes, carriesCollectiveToken, collectCollectiveSamples, collectGapSeries, collectiveAttributionConfigSchema, collectiveAttributionEvidenceSchema, collectiveAttributionSchema, collectiveRankSpikesSchema, collectiveSpikeSchema, computeEventFields, computeSessionFields, derivedFieldsSchema, detectCollectiveSpikes, enrichEvent, fragmentationUnavailableReason, gapFindingSchema, memoryFeatureEnabled, resolveCollectiveAttributionConfig, sessionDerivedFieldsSchema };
