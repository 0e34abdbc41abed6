import type { TimelineMarker } from '@stormlog/timeline';
import type { DiagnosticsWarning } from '../warnings/diagnostics-warning.ts';

/** How bad a finding is. */
export type Severity = 'info' | 'warning' | 'critical';

/**
 * Times of samples in nanoseconds since the Unix epoch. A plain array of bigints only when one lies beyond the signed
 * 64-bit range, so that no time ever wraps.
 */
export type TimestampColumn = BigInt64Array | readonly bigint[];

/** A byte counter of each sample; NaN where it was not measured, never 0. */
export type CounterColumn = Float64Array;

/** Figures that a rank and one device of a rank have in common (docs/formats/distributed-diagnostics.md §9.1). */
export interface MemoryFigures {
  readonly samples: number;
  /** Last minus first sample, in bytes; null without samples or when either end was not measured. */
  readonly allocated_delta_bytes: number | null;
  readonly reserved_delta_bytes: number | null;
  readonly device_used_delta_bytes: number | null;
  /** Used minus reserved of the last sample that has both. */
  readonly hidden_gap_latest_bytes: number | null;
  /** Largest absolute gap. */
  readonly hidden_gap_peak_abs_bytes: number | null;
}

/** One expected rank. */
export interface RankDiagnosticsRow extends MemoryFigures {
  readonly rank: number;
  readonly availability: 'present' | 'missing';
  readonly has_anomaly: boolean;
  readonly first_anomaly_timestamp_ns: bigint | null;
  readonly first_anomaly_signal: string | null;
  readonly first_anomaly_phase_path: string | null;
}

/** Something that looks wrong on one rank (docs/formats/distributed-diagnostics.md §9.3). */
export interface AnomalyCandidate {
  readonly rank: number;
  readonly severity: Severity;
  readonly timestamp_ns: bigint;
  /** `alert:…`, `gap_ratio_breach`, `gap:…` or `collective:…`. */
  readonly signal: string;
  /** For people. */
  readonly details: string;
  /** Of collective findings only. */
  readonly confidence: number | null;
  readonly reason_codes: readonly string[];
  readonly phase_path: string | null;
}

/** The candidate that came first, or the worst one. */
export interface AnomalyIndicator extends AnomalyCandidate {
  readonly kind: 'earliest' | 'most_severe';
}

/** Counters over time of a rank with an allocator. */
export interface AllocatorTimeline {
  readonly timestamps_ns: TimestampColumn;
  readonly allocated: CounterColumn;
  readonly reserved: CounterColumn;
  /** Device used minus reserved. */
  readonly gap: CounterColumn;
}

/** Device use over time of a rank whose allocator says nothing; every sample has it. */
export interface DeviceTimeline {
  readonly timestamps_ns: TimestampColumn;
  readonly device_used: CounterColumn;
}

export type RankTimeline = AllocatorTimeline | DeviceTimeline;

/** One of several devices of a rank (docs/formats/distributed-diagnostics.md §9.4). */
export interface DeviceDiagnostics extends MemoryFigures {
  readonly host: string;
  readonly device_id: number;
  readonly timeline: RankTimeline;
}

/** The diagnosis of all ranks (docs/formats/distributed-diagnostics.md §9). */
export interface DistributedDiagnosticsModel {
  /** One for each expected rank that the filter lets through, ascending. */
  readonly rows: readonly RankDiagnosticsRow[];
  /** None, or `earliest` and `most_severe`. */
  readonly indicators: readonly AnomalyIndicator[];
  readonly expected_ranks: readonly number[];
  readonly present_ranks: readonly number[];
  readonly missing_ranks: readonly number[];
  /** Of present ranks, ascending. */
  readonly per_rank_timelines: ReadonlyMap<number, RankTimeline>;
  readonly warnings: readonly DiagnosticsWarning[];
  /** A rank without markers has no entry. */
  readonly markers_by_rank: ReadonlyMap<number, readonly TimelineMarker[]>;
  /** Present only when some rank has several devices; holds the ranks that have. */
  readonly devices?: ReadonlyMap<number, readonly DeviceDiagnostics[]>;
}
