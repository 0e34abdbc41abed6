import type {
  Cause,
  CounterColumn,
  DistributedDiagnosticsModel,
  MemoryCounter,
  RankTimeline,
  TimestampColumn,
} from '@stormlog/distributed-diagnostics';
import { formatBinarySize } from '../units/binary-size.ts';

const BLOCKS = '▁▂▃▄▅▆▇█';
const COUNTER_WORDS: Readonly<Record<MemoryCounter, string>> = {
  allocated: 'allocated memory',
  reserved: 'reserved memory',
  device_used: 'device memory',
  hidden: 'memory hidden from the allocator',
};

/** The course of a counter on some ranks, one text each. */
export interface RankShapes {
  /** A text for each rank that was asked for; empty where the counter was not measured. */
  readonly texts: ReadonlyMap<number, string>;
  /** Says what the heights mean; null when no rank has a shape. */
  readonly remark: string | null;
}

/**
 * The course of a counter from the first to the last sample of the run, in `width` characters a rank
 * (docs/formats/command-line.md §4). All ranks share time and the worth of a step, so that they can be compared, but each
 * starts at its own lowest value; a character shows the highest value of its stretch of time, a space that there was no
 * sample.
 */
export function rankShapes(
  model: DistributedDiagnosticsModel,
  ranks: readonly number[],
  counter: MemoryCounter,
  width: number,
): RankShapes {
  const span = spanOf(model);
  const courses = ranks.flatMap((rank) => {
    const timeline = model.per_rank_timelines.get(rank);
    const values = timeline === undefined ? null : columnOf(timeline, counter);
    if (span === null || timeline === undefined || values === null) return [];
    return [{ rank, peaks: peaksOf(timeline.timestamps_ns, values, span, width) }];
  });
  const reach = courses.reduce((most, { peaks }) => Math.max(most, reachOf(peaks)), 0);
  const texts = new Map(courses.map(({ rank, peaks }) => [rank, shapeOf(peaks, reach)]));
  const isDrawn = reach > 0;
  return {
    texts: isDrawn ? texts : new Map(),
    remark: isDrawn
      ? `shape: ${COUNTER_WORDS[counter]} from start to end, each rank above its own lowest; the full height is ${formatBinarySize(Math.round(reach))}`
      : null,
  };
}

/** The counter whose shape tells most: that of the first cause about memory, where any rank has it; else the first measured one. */
export function shapeCounter(model: DistributedDiagnosticsModel, causes: readonly Cause[]): MemoryCounter {
  const timelines = [...model.per_rank_timelines.values()];
  const isMeasured = (counter: MemoryCounter) =>
    timelines.some((timeline) => {
      const column = columnOf(timeline, counter);
      return column !== null && !column.every(Number.isNaN);
    });
  const named = causes.flatMap((cause) =>
    cause.severity !== 'info' && 'counter' in cause.evidence ? [cause.evidence.counter] : [],
  );
  return [...named.slice(0, 1), 'allocated' as const].find(isMeasured) ?? 'device_used';
}

interface Span {
  readonly first: bigint;
  readonly last: bigint;
}

function spanOf({ per_rank_timelines: timelines }: DistributedDiagnosticsModel): Span | null {
  let first: bigint | null = null;
  let last: bigint | null = null;
  for (const { timestamps_ns: times } of timelines.values()) {
    const [begin, end] = [times[0], times.at(-1)];
    if (begin !== undefined && (first === null || begin < first)) first = begin;
    if (end !== undefined && (last === null || end > last)) last = end;
  }
  return first === null || last === null ? null : { first, last };
}

function columnOf(timeline: RankTimeline, counter: MemoryCounter): CounterColumn | null {
  if ('device_used' in timeline) return counter === 'device_used' ? timeline.device_used : null;
  if (counter === 'device_used') return timeline.gap.map((gap, i) => gap + timeline.reserved[i]!);
  return counter === 'hidden' ? timeline.gap : timeline[counter];
}

/** The highest value of each of `width` stretches of the run; NaN without a sample. */
function peaksOf(times: TimestampColumn, values: CounterColumn, { first, last }: Span, width: number): number[] {
  const length = last - first + 1n;
  const starts = Array.from({ length: width + 1 }, (_, i) =>
    indexAt(times, first + (length * BigInt(i)) / BigInt(width)),
  );
  const peaks = starts.slice(0, width).map((start, i) => {
    let peak = Number.NaN;
    for (let at = start; at < starts[i + 1]!; at++)
      if (!(values[at]! <= peak)) peak = Number.isNaN(values[at]!) ? peak : values[at]!;
    return peak;
  });
  return withoutHoles(peaks);
}

/** Stretches without a sample between two with one, where samples are rarer than characters, show the one before. */
function withoutHoles(peaks: number[]): number[] {
  const last = peaks.findLastIndex((peak) => !Number.isNaN(peak));
  return peaks.map((_, i) => {
    if (i > last) return Number.NaN;
    let at = i;
    while (at >= 0 && Number.isNaN(peaks[at]!)) at--;
    return peaks[at] ?? Number.NaN;
  });
}

/** The first index whose time is no earlier. */
function indexAt(times: TimestampColumn, time: bigint): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reachOf(peaks: readonly number[]): number {
  const known = peaks.filter((peak) => !Number.isNaN(peak));
  return known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
}

function shapeOf(peaks: readonly number[], reach: number): string {
  const low = Math.min(...peaks.filter((peak) => !Number.isNaN(peak)));
  return peaks
    .map((peak) => (Number.isNaN(peak) ? ' ' : BLOCKS[Math.min(7, Math.round(((peak - low) / reach) * 7))]!))
    .join('');
}
