import type { ClockKind } from '../events/correlation-context.ts';
import type { EntityRef } from '../events/field-schemas.ts';

/** A device's clock: clocks of another domain, kind or device are never merged. */
export interface DeviceClock {
  readonly device_uuid: string;
  readonly clock_domain: string;
  readonly clock_kind: ClockKind;
}

/** Time that activities kept one device busy, by one clock (docs/formats/correlation-events.md §8). */
export interface GpuTime extends DeviceClock {
  /** Sum over all intervals, overlaps counted several times; nanoseconds. */
  readonly summed_activity_ns: bigint;
  /** Length of their union; nanoseconds. */
  readonly busy_ns: bigint;
  /** Activities, not intervals. */
  readonly activity_count: number;
}

/** The GPU time of one iteration. */
export interface IterationGpuTime {
  readonly iteration_ref: EntityRef;
  /** How long the iteration took by its own clock; null where that is not known. */
  readonly elapsed_ns: bigint | null;
  /** By device clock, in order of the first measured activity; empty when nothing was measured. */
  readonly gpu: readonly GpuTime[];
}

/** The GPU time of a run. */
export interface GpuTimeAccount {
  readonly run_id: string | null;
  /** Every iteration of the graph, in its order. */
  readonly iterations: readonly IterationGpuTime[];
  /** All measured activities, whether they belong to a known iteration or not. */
  readonly device_totals: readonly GpuTime[];
  /** Activities that are linked to no iteration, by producer and id. */
  readonly unattributed: readonly EntityRef[];
  /** GPU activities without a device, a usable clock or a whole span, by producer and id. */
  readonly unmeasured: readonly EntityRef[];
}
