import type { GpuEvents, GpuKind, LaunchCalls } from '../trace/gpu-trace.ts';
import type { Id } from '../values/trace-values.ts';

/** A GPU event of an Nsight export; times in nanoseconds from the base. */
export interface NsysEvent {
  readonly kind: GpuKind;
  readonly name: string;
  readonly start: Id;
  readonly end: Id;
  readonly device: Id | null;
  readonly stream: Id | null;
  readonly correlation: Id | null;
  readonly graph: Id | null;
  readonly hasGraphNode: boolean;
  readonly pid: Id | null;
}

/** The GPU events of an Nsight export. */
export class NsysEvents implements GpuEvents {
  readonly #events: NsysEvent[] = [];
  readonly #base: bigint;

  constructor(base: bigint) {
    this.#base = base;
  }

  get count(): number {
    return this.#events.length;
  }

  add(event: NsysEvent): void {
    this.#events.push(event);
  }

  kind(index: number): GpuKind {
    return this.#events[index]!.kind;
  }

  name(index: number): string {
    return this.#events[index]!.name;
  }

  start(index: number): bigint {
    return this.#base + BigInt(this.#events[index]!.start);
  }

  end(index: number): bigint {
    return this.#base + BigInt(this.#events[index]!.end);
  }

  device(index: number): Id | null {
    return this.#events[index]!.device;
  }

  stream(index: number): Id | null {
    return this.#events[index]!.stream;
  }

  correlation(index: number): Id | null {
    return this.#events[index]!.correlation;
  }

  graph(index: number): Id | null {
    return this.#events[index]!.graph;
  }

  hasGraphNode(index: number): boolean {
    return this.#events[index]!.hasGraphNode;
  }

  pid(index: number): Id | null {
    return this.#events[index]!.pid;
  }
}

interface NsysLaunch {
  readonly pid: Id;
  readonly tid: Id;
  readonly start: Id;
  readonly name: string;
}

/** The launch calls of an Nsight export, one for a process and correlation: the last. */
export class NsysLaunches implements LaunchCalls {
  readonly #byProcess = new Map<Id, Map<Id, number>>();
  readonly #calls: NsysLaunch[] = [];
  readonly #base: bigint;

  constructor(base: bigint) {
    this.#base = base;
  }

  get count(): number {
    return this.#calls.length;
  }

  set(correlation: Id, call: NsysLaunch): void {
    const ofProcess = this.#byProcess.get(call.pid) ?? new Map<Id, number>();
    this.#byProcess.set(call.pid, ofProcess);
    const index = ofProcess.get(correlation) ?? this.#calls.length;
    ofProcess.set(correlation, index);
    this.#calls[index] = call;
  }

  find(process: Id | null, correlation: Id): number | undefined {
    return process === null ? undefined : this.#byProcess.get(process)?.get(correlation);
  }

  pid(index: number): Id {
    return this.#calls[index]!.pid;
  }

  tid(index: number): Id {
    return this.#calls[index]!.tid;
  }

  time(index: number): number {
    return Number(this.#calls[index]!.start) / 1000;
  }

  start(index: number): bigint {
    return this.#base + BigInt(this.#calls[index]!.start);
  }

  name(index: number): string {
    return this.#calls[index]!.name;
  }
}
