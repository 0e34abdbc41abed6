import { IdColumn } from '../columns/id-column.ts';
import { IdPositions } from '../columns/id-positions.ts';
import { IndexColumn } from '../columns/index-column.ts';
import { NumberColumn } from '../columns/number-column.ts';
import { TextTable } from '../columns/text-table.ts';
import { GPU_KINDS, type GpuEvents, type GpuKind, type LaunchCalls } from '../trace/gpu-trace.ts';
import { roundHalfEven } from '../values/round-half-even.ts';
import type { Id } from '../values/trace-values.ts';

/** Microseconds as nanoseconds after the base, the product rounded to a double first (docs/formats/trace-collectors.md §3.2). */
function nanoseconds(base: bigint, microseconds: number): bigint {
  return base + BigInt(roundHalfEven(microseconds * 1000));
}

/** The GPU events of a Kineto trace. */
export class KinetoEvents implements GpuEvents {
  /** Set once the whole file is read: the header may follow the events. */
  base = 0n;
  count = 0;
  readonly #texts = new TextTable();
  readonly #kinds = new IndexColumn();
  readonly #names = new IndexColumn();
  readonly #starts = new NumberColumn();
  readonly #ends = new NumberColumn();
  readonly #devices = new IdColumn();
  readonly #streams = new IdColumn();
  readonly #correlations = new IdColumn();
  readonly #graphs = new IdColumn();

  add(event: {
    readonly kind: GpuKind;
    readonly name: string;
    readonly ts: number;
    readonly end: number;
    readonly device: Id | null;
    readonly stream: Id | null;
    readonly correlation: Id | null;
    readonly graph: Id | null;
  }): void {
    const index = this.count++;
    this.#kinds.set(index, GPU_KINDS.indexOf(event.kind));
    this.#names.set(index, this.#texts.add(event.name));
    this.#starts.set(index, event.ts);
    this.#ends.set(index, event.end);
    this.#devices.set(index, event.device);
    this.#streams.set(index, event.stream);
    this.#correlations.set(index, event.correlation);
    this.#graphs.set(index, event.graph);
  }

  kind(index: number): GpuKind {
    return GPU_KINDS[this.#kinds.at(index)]!;
  }

  name(index: number): string {
    return this.#texts.at(this.#names.at(index));
  }

  start(index: number): bigint {
    return nanoseconds(this.base, this.#starts.at(index));
  }

  end(index: number): bigint {
    return nanoseconds(this.base, this.#ends.at(index));
  }

  device(index: number): Id | null {
    return this.#devices.at(index);
  }

  stream(index: number): Id | null {
    return this.#streams.at(index);
  }

  correlation(index: number): Id | null {
    return this.#correlations.at(index);
  }

  graph(index: number): Id | null {
    return this.#graphs.at(index);
  }

  hasGraphNode(): boolean {
    return false;
  }

  pid(): null {
    return null;
  }
}

/** The launch calls of a Kineto trace, one for a correlation: the last. */
export class KinetoLaunches implements LaunchCalls {
  base = 0n;
  readonly #positions = new IdPositions();
  readonly #texts = new TextTable();
  readonly #pids = new IdColumn();
  readonly #tids = new IdColumn();
  readonly #times = new NumberColumn();
  readonly #names = new IndexColumn();

  get count(): number {
    return this.#positions.count;
  }

  set(correlation: Id, pid: Id, tid: Id, time: number, name: string): void {
    const index = this.#positions.add(correlation);
    this.#pids.set(index, pid);
    this.#tids.set(index, tid);
    this.#times.set(index, time);
    this.#names.set(index, this.#texts.add(name));
  }

  find(_process: Id | null, correlation: Id): number | undefined {
    return this.#positions.find(correlation);
  }

  pid(index: number): Id {
    return this.#pids.at(index) ?? 0;
  }

  tid(index: number): Id {
    return this.#tids.at(index) ?? 0;
  }

  time(index: number): number {
    return this.#times.at(index);
  }

  start(index: number): bigint {
    return nanoseconds(this.base, this.#times.at(index));
  }

  name(index: number): string {
    return this.#texts.at(this.#names.at(index));
  }
}
