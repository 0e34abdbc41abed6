import type { JsonValue } from '@stormlog/records';
import type { RangeIndex } from '../ranges/range-index.ts';
import type { Id } from '../values/trace-values.ts';

/** Kinds of GPU activity, as activity records name them. */
export const GPU_KINDS = ['gpu_kernel', 'gpu_memcpy', 'gpu_memset'] as const;

/** One of `GPU_KINDS`. */
export type GpuKind = (typeof GPU_KINDS)[number];

/** A GPU as a trace describes it. */
export interface TraceDevice {
  readonly name: string | null;
  readonly uuid: string | null;
}

/** The GPU events of a trace by their position, in columns: a trace has millions. Times in nanoseconds. */
export interface GpuEvents {
  readonly count: number;
  kind(index: number): GpuKind;
  name(index: number): string;
  start(index: number): bigint;
  end(index: number): bigint;
  device(index: number): Id | null;
  stream(index: number): Id | null;
  correlation(index: number): Id | null;
  graph(index: number): Id | null;
  /** Whether it is a node of a CUDA graph though no graph is named. */
  hasGraphNode(index: number): boolean;
  /** The process, where events tell it. */
  pid(index: number): Id | null;
}

/** The calls that launched GPU work. */
export interface LaunchCalls {
  readonly count: number;
  /** Position of a call; undefined when there is none. */
  find(process: Id | null, correlation: Id): number | undefined;
  pid(index: number): Id;
  tid(index: number): Id;
  /** Start in microseconds, as ranges have it. */
  time(index: number): number;
  /** Start in nanoseconds. */
  start(index: number): bigint;
  name(index: number): string;
}

/** What a reader found in a trace, format aside. Header values are as they stood in the file. */
export interface GpuTrace {
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
  /** Names of devices in the header, by ordinal. */
  readonly deviceNames: ReadonlyMap<Id, string>;
  /** The GPU of an ordinal in a process; null where the trace does not tell. */
  deviceOf(pid: Id | null, ordinal: Id | null): TraceDevice | null;
  readonly notImported: { readonly [what: string]: number };
  readonly notes: readonly string[];
}
