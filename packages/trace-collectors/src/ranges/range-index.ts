import type { EntityRef } from '@stormlog/correlation-events';
import type { Id } from '../values/trace-values.ts';

interface Range {
  readonly start: number;
  readonly end: number;
  readonly ref: EntityRef;
}

interface ThreadRanges {
  readonly ranges: Range[];
  longest: number;
  sorted: boolean;
}

/** Why a GPU event has no iteration (docs/formats/trace-collectors.md §4). */
export type UnresolvedReason = 'no_launch_record' | 'launch_outside_iteration_range' | 'ambiguous_iteration_range';

/** The iteration ranges of a trace by thread; times in microseconds (docs/formats/trace-collectors.md §4). */
export class RangeIndex {
  readonly #threads = new Map<Id, Map<Id, ThreadRanges>>();
  #count = 0;

  /** Ranges kept. */
  get count(): number {
    return this.#count;
  }

  /** Keeps the range from `start` until before `end`. */
  add(pid: Id, tid: Id, start: number, end: number, ref: EntityRef): void {
    const ofProcess = this.#threads.get(pid) ?? new Map<Id, ThreadRanges>();
    this.#threads.set(pid, ofProcess);
    const thread = ofProcess.get(tid) ?? { ranges: [], longest: 0, sorted: true };
    ofProcess.set(tid, thread);
    const last = thread.ranges.at(-1);
    if (last !== undefined && last.start > start) thread.sorted = false;
    thread.ranges.push({ start, end, ref });
    if (end - start > thread.longest) thread.longest = end - start;
    this.#count++;
  }

  /** The one iteration whose ranges of a thread hold a time, or why there is none. */
  find(pid: Id, tid: Id, time: number): EntityRef | UnresolvedReason {
    const thread = this.#threads.get(pid)?.get(tid);
    if (thread === undefined) return 'launch_outside_iteration_range';
    const { ranges } = thread;
    if (!thread.sorted) {
      ranges.sort((left, right) => left.start - right.start);
      thread.sorted = true;
    }
    let found: EntityRef | null = null;
    for (let i = countUpTo(ranges, time) - 1; i >= 0; i--) {
      const { start, end, ref } = ranges[i]!;
      // The difference may round; a range that could just reach the time is still looked at.
      if (time - start > thread.longest) break;
      if (time >= end) continue;
      if (found === null) found = ref;
      else if (found.producer_id !== ref.producer_id || found.id !== ref.id) return 'ambiguous_iteration_range';
    }
    return found ?? 'launch_outside_iteration_range';
  }
}

/** How many ranges start at or before a time. */
function countUpTo(ranges: readonly Range[], time: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle]!.start <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
