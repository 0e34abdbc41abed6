import type { RankSummary } from '../../model/rank-summary.ts';
import type { MemoryCounter } from '../cause.ts';
import { ASSUMED_UNCERTAINTY_NS, type ClockOffset } from '../clocks/clock-offset.ts';
import { estimateOffsets } from '../clocks/estimate-offsets.ts';
import { type PhaseTimes, phaseTimesOf } from '../clocks/phase-times.ts';
import type { DeviceSeries } from '../signs/rank-signs.ts';
import { median } from '../statistics/robust.ts';

/** One counter of one device of a rank: only its measured points, times in nanoseconds since the base of the run. */
export interface CounterSeries {
  readonly counter: MemoryCounter;
  /** On the rank's own clock, ascending. */
  readonly times: Float64Array;
  readonly bytes: Float64Array;
}

export interface DeviceView {
  readonly rank: number;
  readonly device: DeviceSeries;
  /** The counters that were measured, without those that repeat another: allocated, reserved, device used, hidden. */
  readonly counters: readonly CounterSeries[];
}

export interface RankView {
  readonly rank: number;
  readonly host: string;
  readonly summary: RankSummary;
  /** Typical nanoseconds between samples. */
  readonly interval: number;
  /** First and last event, since the base, on the rank's own clock. */
  readonly first: number;
  readonly last: number;
  /** To be added to own times for the common clock, and how far that may be off. */
  readonly offset: number;
  readonly uncertainty: number;
  readonly clock: ClockOffset;
  readonly devices: readonly DeviceView[];
  readonly phases: PhaseTimes;
}

/** A run laid out for the detectors. */
export interface RunView {
  readonly base: bigint;
  /** Ascending. */
  readonly ranks: readonly RankView[];
  readonly byRank: ReadonlyMap<number, RankView>;
  readonly clocks: readonly ClockOffset[];
  /** Nanoseconds from the first to the last event. */
  readonly span: number;
}

/** Nanoseconds since the base as a time of the wire. */
export function wireTime(base: bigint, relative: number): bigint {
  return base + BigInt(Math.round(relative));
}

export function viewRun(summaries: readonly RankSummary[]): RunView {
  const ordered = [...summaries].sort((left, right) => left.rank - right.rank);
  let base = ordered[0]?.first_event_ns ?? 0n;
  for (const { first_event_ns: first } of ordered) if (first < base) base = first;
  const phases = ordered.map(({ signs }) => phaseTimesOf(signs.phases, base));
  const clocks = estimateOffsets(ordered.map(({ rank, signs }, i) => ({ rank, host: signs.host, phases: phases[i]! })));
  const clockOf = new Map(clocks.map((clock) => [clock.host, clock]));
  const ranks = ordered.map((summary, i): RankView => {
    const clock = clockOf.get(summary.signs.host)!;
    const devices = summary.signs.series.map((device) => viewDevice(summary.rank, device, base));
    return {
      rank: summary.rank,
      host: summary.signs.host,
      summary,
      interval: intervalOf(summary, devices),
      first: Number(summary.first_event_ns - base),
      last: Number(summary.last_event_ns - base),
      offset: Number(clock.offset_ns),
      uncertainty: Number(clock.uncertainty_ns ?? ASSUMED_UNCERTAINTY_NS),
      clock,
      devices,
      phases: phases[i]!,
    };
  });
  const span = ranks.reduce((largest, { last }) => Math.max(largest, last), 0);
  return { base, ranks, byRank: new Map(ranks.map((view) => [view.rank, view])), clocks, span };
}

function intervalOf({ signs }: RankSummary, devices: readonly DeviceView[]): number {
  const times = devices[0]?.counters[0]?.times;
  if (times !== undefined && times.length > 2) {
    const stride = Math.max(1, Math.floor(times.length / 512));
    const gaps: number[] = [];
    for (let i = 1; i < times.length; i += stride) gaps.push(times[i]! - times[i - 1]!);
    return Math.max(1, median(gaps));
  }
  return Math.max(1, signs.sampling_interval_ms) * 1e6;
}

function viewDevice(rank: number, device: DeviceSeries, base: bigint): DeviceView {
  const count = device.timestamps_ns.length;
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) times[i] = Number(device.timestamps_ns[i]! - base);
  const { allocated, reserved, device_used: used } = device;
  const counters: CounterSeries[] = [];
  const add = (counter: MemoryCounter, column: Float64Array, like: readonly Float64Array[]) => {
    if (like.some((other) => isSame(column, other))) return;
    const series = measured(counter, times, column);
    if (series.times.length > 0) counters.push(series);
  };
  add('allocated', allocated, []);
  add('reserved', reserved, [allocated]);
  add('device_used', used, [reserved, allocated]);
  if (!isSame(used, reserved)) {
    const hidden = used.map((value, i) => value - reserved[i]!);
    if (hidden.some((value) => value > 0)) add('hidden', hidden, []);
  }
  return { rank, device, counters };
}

/** True when two columns say the same wherever both were measured, which is most of where the first was. */
function isSame(left: Float64Array, right: Float64Array): boolean {
  let measuredLeft = 0;
  let measuredBoth = 0;
  for (let i = 0; i < left.length; i++) {
    if (Number.isNaN(left[i]!)) continue;
    measuredLeft++;
    if (Number.isNaN(right[i]!)) continue;
    if (left[i] !== right[i]) return false;
    measuredBoth++;
  }
  return 2 * measuredBoth >= measuredLeft;
}

function measured(counter: MemoryCounter, times: Float64Array, column: Float64Array): CounterSeries {
  if (isFull(column)) return { counter, times, bytes: column };
  const isNumber = (_: number, i: number): boolean => !Number.isNaN(column[i]!);
  return { counter, times: times.filter(isNumber), bytes: column.filter(isNumber) };
}

function isFull(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) if (Number.isNaN(column[i]!)) return false;
  return true;
}
