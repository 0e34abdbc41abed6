import type { JsonValue } from '@stormlog/records';
import type { Severity } from '../model/distributed-model.ts';

/** A counter of a device's memory; `hidden` is device used minus allocator reserved. */
export type MemoryCounter = 'allocated' | 'reserved' | 'device_used' | 'hidden';

/** What every cause says (docs/formats/causes.md §1). Plain data: numbers, bigints, texts and lists. */
interface CauseOf<Kind extends string, Evidence> {
  readonly kind: Kind;
  /** The ranks that the cause is about, the most important first; empty when it is about the whole run. */
  readonly ranks: readonly number[];
  /** Device ids on those ranks, when the cause is about memory of a device. */
  readonly devices: readonly number[];
  /** When it began, on the rank's own clock; null when that has no time. */
  readonly onset_ns: bigint | null;
  /** The true onset lies at most so far from `onset_ns`; null without an onset. */
  readonly onset_uncertainty_ns: bigint | null;
  readonly severity: Severity;
  /** 0 to 1. */
  readonly confidence: number;
  /** Stable words saying what the confidence rests on, ascending. */
  readonly reason_codes: readonly string[];
  /** One line in plain words. */
  readonly summary: string;
  /** The numbers that the cause rests on, enough to compute them again. */
  readonly evidence: Evidence;
  /** Phase open at the onset, such as `epoch 3 / forward`; null where none was recorded. */
  readonly phase_path: string | null;
  /** What to look at now. */
  readonly next_step: string;
}

export interface MissingEvidence {
  /** Where the expectation comes from: the events' world size, or a gap in the rank numbers. */
  readonly expected_from: 'world_size' | 'rank_numbers';
  readonly world_size: number;
  /** How many ranks have events. */
  readonly ranks_seen: number;
  /** Sessions outside the selection that hold a missing rank. */
  readonly seen_elsewhere: readonly {
    readonly rank: number;
    readonly session_id: string;
    readonly job_id: JsonValue;
  }[];
}

/** When one rank was last heard of. */
export interface LastSeen {
  readonly rank: number;
  readonly host: string;
  readonly last_event_ns: bigint;
  /** To be added to the rank's times to compare them with its peers'. */
  readonly clock_offset_ns: bigint;
  readonly clock_uncertainty_ns: bigint;
  /** Typical time between its samples. */
  readonly interval_ns: bigint;
}

/** An event near the end of a rank that may say why it ended. */
export interface EventMark {
  readonly timestamp_ns: bigint;
  readonly event_type: string;
  readonly context: string;
}

export interface StoppedEvidence {
  /** The rank itself, then the (at most 16) peers next to the one that `peers_last_ns` is taken from, by their ends. */
  readonly last_seen: readonly LastSeen[];
  /** How many peers there are, and how many of them ended before the first listed. */
  readonly peers: number;
  readonly peers_before: number;
  /** The 60 % quantile of the peers' ends, on the common clock: the end of peer ⌊0.6 (peers − 1)⌋, counted from 0. */
  readonly peers_last_ns: bigint;
  /** That minus the rank's own. */
  readonly silence_ns: bigint;
  /** Silence that is no reason to speak, by this rule of docs/formats/causes.md §5.5. */
  readonly allowed_ns: bigint;
  readonly rule: 'sampling_and_clocks' | 'cut_off' | 'finished_early';
  /** Medians over all ranks, and the length of the run, from which the rules compute. */
  readonly usual_interval_ns: bigint;
  readonly usual_uncertainty_ns: bigint;
  readonly run_span_ns: bigint;
  /** Status of the rank's session; null when it has none. */
  readonly session_status: string | null;
  readonly marks: readonly EventMark[];
}

/** A value of one device of a rank, to be compared with its peers'. */
export interface RankValue {
  readonly rank: number;
  readonly device_id: number;
  /** First sample that it was computed from, on the rank's own clock; all later ones take part. */
  readonly since_ns: bigint;
  readonly value: number;
}

/** A measured point of a counter. */
export interface CounterPoint {
  readonly timestamp_ns: bigint;
  readonly bytes: number;
}

export interface DivergenceEvidence {
  readonly counter: MemoryCounter;
  /** `level`: median bytes; `volatility`: mean of the smaller 95 % of the absolute steps between samples, in bytes. */
  readonly measure: 'level' | 'volatility';
  /** The rank, then the peers of its duty that it is compared with (at most 64, evenly chosen by their levels), by rank. */
  readonly values: readonly RankValue[];
  /** Of the peers, without the rank. */
  readonly peers_median: number;
  /** What the distance is divided by: 1.4826 times the peers' median absolute deviation, but no less than the floor. */
  readonly scale: number;
  /** What counts as noise in any case (docs/formats/causes.md §5.1). */
  readonly scale_floor_bytes: number;
  /** (value − median) / scale. */
  readonly score: number;
  readonly threshold: number;
}

export interface GrowthEvidence {
  readonly counter: MemoryCounter;
  /** Evenly chosen points after the onset; the slope is the Theil–Sen slope through them. */
  readonly points: readonly CounterPoint[];
  readonly bytes_per_second: number;
  /** Share of the pairs of points that rise, minus the share that falls: Kendall's tau. */
  readonly trend: number;
  /** Per step of the phase that repeats; null where phases mark no steps. */
  readonly steps: { readonly phase_path: string; readonly count: number; readonly bytes_per_step: number } | null;
  readonly device_total_bytes: number | null;
  /** Bytes of the device that are in use at the last point. */
  readonly in_use_bytes: number | null;
  /** (total − in use) / slope; null when the device's size is not known. */
  readonly seconds_to_exhaustion: number | null;
}

export interface SpikeEvidence {
  readonly counter: MemoryCounter;
  readonly peak: CounterPoint;
  /** Last sample of the spike; the first is the onset. */
  readonly to_ns: bigint;
  /** The (at most 24) samples before the spike and as many after it. */
  readonly around: readonly CounterPoint[];
  /** Their median. */
  readonly baseline_bytes: number;
  /** Peak minus baseline. */
  readonly height_bytes: number;
  /** 1.4826 times their median absolute deviation, but no less than 1 % of the baseline and 1 MiB. */
  readonly scale: number;
  /** Height divided by scale. */
  readonly score: number;
  readonly threshold: number;
  /** Findings of the model that say the same. */
  readonly signals: readonly string[];
}

export interface FragmentationEvidence {
  /** Median of 1 − allocated / reserved over the first and over the last fifth of the points. */
  readonly unused_share_first: number;
  readonly unused_share_last: number;
  /** At most 60 samples, evenly chosen over the run. */
  readonly points: readonly { readonly timestamp_ns: bigint; readonly allocated: number; readonly reserved: number }[];
  readonly signals: readonly string[];
}

export interface SlowEvidence {
  readonly phase_path: string;
  /**
   * Median nanoseconds of the last `count` complete runs of the phase, which is where the rank is slow: of the rank, then
   * of the (at most 64, evenly chosen) peers that it is compared with.
   */
  readonly durations: readonly { readonly rank: number; readonly median_ns: number; readonly count: number }[];
  readonly peers_median_ns: number;
  readonly ratio: number;
  readonly threshold: number;
  /** (own − peers' median) / scale. */
  readonly score: number;
  /** 1.4826 times the peers' median absolute deviation, but no less than 4 % of their median and 3 ms. */
  readonly scale_ns: number;
  /** The phase in which the peers wait for the rank; null when none was recorded. */
  readonly waiting: {
    readonly phase_path: string;
    readonly own_median_ns: number;
    readonly peers_median_ns: number;
  } | null;
}

export interface StallEvidence {
  /** Last phase boundary, or without phases last sample that showed a change of memory: the earliest 15 and the latest. */
  readonly last_progress: readonly {
    readonly rank: number;
    readonly last_progress_ns: bigint;
    readonly last_event_ns: bigint;
    readonly clock_offset_ns: bigint;
    readonly clock_uncertainty_ns: bigint;
  }[];
  /** Median over the ranks of their last events, on the common clock. */
  readonly run_end_ns: bigint;
  /** From the last progress of any rank to then. */
  readonly silence_ns: bigint;
  /** The longest time without progress before, and where it was. */
  readonly usual_ns: bigint;
  readonly longest_pause: { readonly rank: number; readonly from_ns: bigint; readonly to_ns: bigint };
}

export interface CollectiveBufferEvidence {
  readonly counter: MemoryCounter;
  /**
   * The steps of at most 32 devices, evenly chosen, by their times on the common clock. Bytes: median of the (at most) 25
   * samples from the step on minus that of as many before.
   */
  readonly steps: readonly {
    readonly rank: number;
    readonly device_id: number;
    readonly timestamp_ns: bigint;
    readonly clock_offset_ns: bigint;
    readonly bytes: number;
  }[];
  readonly ranks_total: number;
  /** Between the first and the last of them. */
  readonly spread_ns: bigint;
  readonly near: 'collective' | 'start';
}

/** What ended one attempt of a job. */
export interface AttemptEnd {
  readonly attempt: number;
  readonly session_id: string | null;
  readonly started_at_ns: bigint;
  readonly last_event_ns: bigint | null;
  /** `completed` when all members are, `cut_off` when some were never closed, else what they say. */
  readonly ended: string;
  /** The ranks whose sessions were not completed. */
  readonly unfinished_ranks: readonly number[];
  readonly marks: readonly EventMark[];
}

export interface RestartEvidence {
  readonly job_id: JsonValue;
  readonly attempts: readonly AttemptEnd[];
}

export interface UndecidedEvidence {
  /** What could not be decided. */
  readonly question: 'which_stopped_first' | 'which_stalled_first' | 'stopped_or_clock_off';
  readonly candidates: readonly number[];
  /** Stable words for what is missing. */
  readonly missing: readonly string[];
  /** Times that could not be put in order, with the uncertainty of their clocks. */
  readonly times: readonly LastSeen[];
  /** What sampling adds to the uncertainty of the clocks when two of these times are put in order. */
  readonly resolution_ns: bigint;
}

/** Why a run went as it did (docs/formats/causes.md §1). */
export type Cause =
  | CauseOf<'rank_missing', MissingEvidence>
  | CauseOf<'rank_stopped_early', StoppedEvidence>
  | CauseOf<'peer_divergence', DivergenceEvidence>
  | CauseOf<'leak', GrowthEvidence>
  | CauseOf<'hidden_leak', GrowthEvidence>
  | CauseOf<'spike', SpikeEvidence>
  | CauseOf<'fragmentation', FragmentationEvidence>
  | CauseOf<'slow_rank', SlowEvidence>
  | CauseOf<'stalled', StallEvidence>
  | CauseOf<'collective_buffers', CollectiveBufferEvidence>
  | CauseOf<'restarts', RestartEvidence>
  | CauseOf<'undecided', UndecidedEvidence>;

export type CauseKind = Cause['kind'];
