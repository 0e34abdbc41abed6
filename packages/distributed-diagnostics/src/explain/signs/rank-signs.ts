import type { CounterColumn, TimestampColumn } from '../../model/distributed-model.ts';
import type { EventMark } from '../cause.ts';

/** The counters of one device of a rank over time; NaN where nothing was measured. Columns are shared, not copied. */
export interface DeviceSeries {
  readonly host: string;
  readonly device_id: number;
  /** Largest device size told by a sample; null when none was. */
  readonly device_total_bytes: number | null;
  readonly timestamps_ns: TimestampColumn;
  readonly allocated: CounterColumn;
  readonly reserved: CounterColumn;
  readonly device_used: CounterColumn;
  /** False when the collector rules fragmentation analysis out. */
  readonly fragmentation: boolean;
}

/** The phases of a rank as columns, by start. */
export interface PhaseColumns {
  /** Distinct paths, such as `epoch 3 / forward`. */
  readonly paths: readonly string[];
  /** Index into `paths` of each span. */
  readonly path: Int32Array;
  readonly start_ns: readonly bigint[];
  readonly end_ns: readonly bigint[];
  /** 1 where an exit was recorded. */
  readonly closed: Uint8Array;
}

/** What the explanation of a run needs of one rank besides the model's figures (docs/formats/causes.md §2). */
export interface RankSigns {
  /** Of the last event. */
  readonly host: string;
  readonly pid: number;
  /** As the last event says; 0 when unknown. */
  readonly sampling_interval_ms: number;
  /** True when the last event of the rank is a `stop`. */
  readonly stopped: boolean;
  /** The last alerts and texts that speak of memory running out, at most 8. */
  readonly marks: readonly EventMark[];
  readonly series: readonly DeviceSeries[];
  readonly phases: PhaseColumns;
  /** Times of the (at most 4096) first events that carry a collective token. */
  readonly collectives_ns: readonly bigint[];
}
