import { GPU_KINDS, type GpuEvents, type GpuKind, type LaunchCalls } from '../trace/gpu-trace.ts';
import { roundHalfEven } from '../values/round-half-even.ts';
import type { Id } from '../values/trace-values.ts';

/** A growing column of doubles. */
class Doubles {
  #values = new Float64Array(256);
  #count = 0;

  push(value: number): void {
    this.set(this.#count, value);
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[index] = value;
    this.#count = Math.max(this.#count, index + 1);
  }

  at(index: number): number {
    return this.#values[index]!;
  }
}

/** Microseconds as nanoseconds after the base, the product rounded to a double first (docs/formats/trace-collectors.md §3.2). */
function nanoseconds(base: bigint, microseconds: number): bigint {
  return base + BigInt(roundHalfEven(microseconds * 1000));
}

/** The GPU events of a Kineto trace. */
export class KinetoEvents implements GpuEvents {
  /** Set once the whole file is read: the header may follow the events. */
  base = 0n;
  count = 0;
  readonly #kinds: GpuKind[] = [];
  readonly #names: string[] = [];
  readonly #starts = new Doubles();
  readonly #ends = new Doubles();
  readonly #devices: (Id | null)[] = [];
  readonly #streams: (Id | null)[] = [];
  readonly #correlations: (Id | null)[] = [];
  readonly #graphs: (Id | null)[] = [];

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
    this.#kinds.push(event.kind);
    this.#names.push(event.name);
    this.#starts.push(event.ts);
    this.#ends.push(event.end);
    this.#devices.push(event.device);
    this.#streams.push(event.stream);
    this.#correlations.push(event.correlation);
    this.#graphs.push(event.graph);
    this.count++;
  }

  kind(index: number): GpuKind {
    return this.#kinds[index] ?? GPU_KINDS[0];
  }

  name(index: number): string {
    return this.#names[index]!;
  }

  start(index: number): bigint {
    return nanoseconds(this.base, this.#starts.at(index));
  }

  end(index: number): bigint {
    return nanoseconds(this.base, this.#ends.at(index));
  }

  device(index: number): Id | null {
    return this.#devices[index]!;
  }

  stream(index: number): Id | null {
    return this.#streams[index]!;
  }

  correlation(index: number): Id | null {
    return this.#correlations[index]!;
  }

  graph(index: number): Id | null {
    return this.#graphs[index]!;
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
  count = 0;
  readonly #byCorrelation = new Map<Id, number>();
  readonly #pids: Id[] = [];
  readonly #tids: Id[] = [];
  readonly #times = new Doubles();
  readonly #names: string[] = [];

  set(correlation: Id, pid: Id, tid: Id, time: number, name: string): void {
    let index = this.#byCorrelation.get(correlation);
    if (index === undefined) {
      index = this.count++;
      this.#byCorrelation.set(correlation, index);
    }
    this.#pids[index] = pid;
    this.#tids[index] = tid;
    this.#times.set(index, time);
    this.#names[index] = name;
  }

  find(_process: Id | null, correlation: Id): number | undefined {
    return this.#byCorrelation.get(correlation);
  }

  pid(index: number): Id {
    return this.#pids[index]!;
  }

  tid(index: number): Id {
    return this.#tids[index]!;
  }

  time(index: number): number {
    return this.#times.at(index);
  }

  start(index: number): bigint {
    return nanoseconds(this.base, this.#times.at(index));
  }

  name(index: number): string {
    return this.#names[index]!;
  }
}
