import { compareCodePoints } from '@stormlog/records';
import { activityBusyIntervals } from '../activity/busy-intervals.ts';
import type { ActivityReferenceEvent } from '../events/activity-reference-event.ts';
import type { CorrelationContext } from '../events/correlation-context.ts';
import type { EntityRef } from '../events/field-schemas.ts';
import { compositeKey } from '../graph/composite-key.ts';
import { BigintColumn } from './bigint-column.ts';
import type { DeviceClock, GpuTime } from './gpu-time.ts';
import { IntegerColumn } from './integer-column.ts';
import { unionLength } from './interval-union.ts';

const NO_CLOCK = -1;

/** What the ledger says at the end. */
export interface LedgerTotals {
  readonly deviceTotals: GpuTime[];
  /** Per iteration number: its groups in order of the first measured activity. */
  readonly byIteration: ReadonlyMap<number, GpuTime[]>;
  readonly unattributed: EntityRef[];
  readonly unmeasured: EntityRef[];
}

/**
 * Adds up the time of activities (docs/formats/correlation-events.md §8). Keeps 28 bytes for each interval and the
 * references to report; sums up in O(n log n).
 */
export class GpuTimeLedger {
  readonly #clocks: DeviceClock[] = [];
  readonly #clockNumbers = new Map<string, number>();
  readonly #clockOfContext = new WeakMap<CorrelationContext, number>();
  readonly #starts = new BigintColumn();
  readonly #ends = new BigintColumn();
  readonly #clockColumn = new IntegerColumn();
  /** The number of the iteration, −1 for none. */
  readonly #iterationColumn = new IntegerColumn();
  /** 1 at the first interval of an activity, else 0. */
  readonly #isFirst = new IntegerColumn();
  readonly #unattributed: EntityRef[] = [];
  readonly #unmeasured: EntityRef[] = [];

  /** Takes in an activity; `iteration` is the number of the iteration that it is linked to, −1 for none. */
  add(activity: ActivityReferenceEvent, iteration: number): void {
    if (activity.attribution_status === 'unresolved') this.#unattributed.push(activity.activity_ref);
    if (activity.activity_domain !== 'gpu') return;
    const clock = this.#clockNumber(activity.context);
    const { start_ns: start, end_ns: end } = activity;
    if (clock === NO_CLOCK || start === null || end === null) {
      this.#unmeasured.push(activity.activity_ref);
      return;
    }
    if (!Object.hasOwn(activity.metadata, 'intervals')) {
      this.#addInterval(start, end, clock, iteration, true);
      return;
    }
    for (const [index, [from, to]] of (activityBusyIntervals(activity) ?? []).entries()) {
      this.#addInterval(from, to, clock, iteration, index === 0);
    }
  }

  /** Sums up. Iterations that are not `known` count for their device only. */
  totals(isKnown: (iteration: number) => boolean): LedgerTotals {
    const byDevice = new Map<number, number>();
    const deviceGroups = this.#group((index) => this.#clockColumn.at(index), byDevice);
    const keys = new Map<number, number>();
    const width = this.#clocks.length;
    const iterationGroups = this.#group((index) => {
      const iteration = this.#iterationColumn.at(index);
      return iteration >= 0 && isKnown(iteration) ? iteration * width + this.#clockColumn.at(index) : -1;
    }, keys);
    const byIteration = new Map<number, GpuTime[]>();
    for (const [key, group] of keys) {
      const iteration = Math.floor(key / width);
      const list = byIteration.get(iteration);
      const time = this.#gpuTime(key % width, iterationGroups[group]!);
      if (list === undefined) byIteration.set(iteration, [time]);
      else list.push(time);
    }
    return {
      deviceTotals: [...byDevice].map(([clock, group]) => this.#gpuTime(clock, deviceGroups[group]!)),
      byIteration,
      unattributed: this.#unattributed.toSorted(compareRefs),
      unmeasured: this.#unmeasured.toSorted(compareRefs),
    };
  }

  #addInterval(start: bigint, end: bigint, clock: number, iteration: number, isFirst: boolean): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#clockColumn.push(clock);
    this.#iterationColumn.push(iteration);
    this.#isFirst.push(isFirst ? 1 : 0);
  }

  #clockNumber(context: CorrelationContext): number {
    let number = this.#clockOfContext.get(context);
    if (number === undefined) {
      number = this.#findClock(context);
      this.#clockOfContext.set(context, number);
    }
    return number;
  }

  #findClock({ device_uuid, clock_domain, clock_kind }: CorrelationContext): number {
    if (device_uuid === null || clock_kind === 'wall') return NO_CLOCK;
    const key = compositeKey(device_uuid, clock_domain, clock_kind);
    let number = this.#clockNumbers.get(key);
    if (number === undefined) {
      number = this.#clocks.push({ device_uuid, clock_domain, clock_kind }) - 1;
      this.#clockNumbers.set(key, number);
    }
    return number;
  }

  /**
   * Sums the intervals by a key of theirs, −1 for those that take no part. Numbers the groups in order of appearance
   * into `numbers`.
   */
  #group(keyOf: (index: number) => number, numbers: Map<number, number>): IntervalSum[] {
    const { length } = this.#starts;
    const groupOf = new Int32Array(length);
    const sizes: number[] = [];
    for (let i = 0; i < length; i++) {
      const key = keyOf(i);
      let group = -1;
      if (key >= 0) {
        const known = numbers.get(key);
        group = known ?? sizes.push(0) - 1;
        if (known === undefined) numbers.set(key, group);
        sizes[group]!++;
      }
      groupOf[i] = group;
    }
    const offsets = new Int32Array(sizes.length + 1);
    for (let g = 0; g < sizes.length; g++) offsets[g + 1] = offsets[g]! + sizes[g]!;
    const isNarrow = this.#starts.isNarrow && this.#ends.isNarrow;
    const kept = offsets[sizes.length]!;
    const starts: Values = isNarrow ? new BigInt64Array(kept) : new Array<bigint>(kept).fill(0n);
    const ends: Values = isNarrow ? new BigInt64Array(kept) : new Array<bigint>(kept).fill(0n);
    const sums = sizes.map((): IntervalSum => ({ summed: 0n, busy: 0n, activities: 0 }));
    const next = offsets.slice();
    for (let i = 0; i < length; i++) {
      const group = groupOf[i]!;
      if (group < 0) continue;
      const place = next[group]!;
      next[group] = place + 1;
      const start = this.#starts.at(i);
      const end = this.#ends.at(i);
      starts[place] = start;
      ends[place] = end;
      const sum = sums[group]!;
      sum.summed += end - start;
      sum.activities += this.#isFirst.at(i);
    }
    for (const [group, sum] of sums.entries()) {
      sum.busy = unionLength(
        sortedPart(starts, offsets[group]!, offsets[group + 1]!),
        sortedPart(ends, offsets[group]!, offsets[group + 1]!),
      );
    }
    return sums;
  }

  #gpuTime(clock: number, { summed, busy, activities }: IntervalSum): GpuTime {
    return { ...this.#clocks[clock]!, summed_activity_ns: summed, busy_ns: busy, activity_count: activities };
  }
}

interface IntervalSum {
  summed: bigint;
  busy: bigint;
  activities: number;
}

type Values = BigInt64Array | bigint[];

function sortedPart(values: Values, from: number, to: number): ArrayLike<bigint> {
  if (values instanceof BigInt64Array) return values.subarray(from, to).sort();
  return values.slice(from, to).sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}

function compareRefs(left: EntityRef, right: EntityRef): number {
  return compareCodePoints(left.producer_id, right.producer_id) || compareCodePoints(left.id, right.id);
}
