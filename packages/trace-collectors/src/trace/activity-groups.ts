import type { Id } from '../values/trace-values.ts';
import type { GpuEvents } from './gpu-trace.ts';

/** `launch`: one record for the events of a launch on a device; anything else: one for each event. */
export type TraceDetail = 'launch' | 'kernel';

/** GPU events that become one record, in the order of their first events (docs/formats/trace-collectors.md §5). */
export class ActivityGroups {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #last: Int32Array;
  #count = 0;

  constructor(events: GpuEvents, detail: string) {
    this.#first = new Int32Array(events.count);
    this.#last = new Int32Array(events.count);
    this.#next = new Int32Array(events.count).fill(-1);
    const byCorrelation = new Map<Id, number>();
    /** The next group of the same correlation. */
    const chain = new Map<number, number>();
    for (let i = 0; i < events.count; i++) {
      const correlation = events.correlation(i);
      if (correlation === null || detail !== 'launch') {
        this.#begin(i);
        continue;
      }
      const head = byCorrelation.get(correlation);
      if (head === undefined) {
        byCorrelation.set(correlation, this.#begin(i));
        continue;
      }
      let group = head;
      for (let next: number | undefined = group; !this.#belongs(events, group, i); group = next) {
        next = chain.get(group);
        if (next === undefined) {
          next = this.#begin(i);
          chain.set(group, next);
        }
      }
      if (this.#last[group] !== i) {
        this.#next[this.#last[group]!] = i;
        this.#last[group] = i;
      }
    }
  }

  get count(): number {
    return this.#count;
  }

  first(group: number): number {
    return this.#first[group]!;
  }

  /** The member after another; negative when there is none. */
  next(event: number): number {
    return this.#next[event]!;
  }

  #begin(event: number): number {
    const group = this.#count++;
    this.#first[group] = event;
    this.#last[group] = event;
    return group;
  }

  #belongs(events: GpuEvents, group: number, event: number): boolean {
    const first = this.#first[group]!;
    return (
      events.device(first) === events.device(event) &&
      events.kind(first) === events.kind(event) &&
      events.pid(first) === events.pid(event)
    );
  }
}
