import type {
  CounterColumn,
  DistributedDiagnosticsModel,
  RankTimeline,
  TimestampColumn,
} from '@stormlog/distributed-diagnostics';
import type { CounterName } from './counter-name.ts';

/** The samples of one rank, or of one device of a rank with several. */
export interface Track {
  readonly rank: number;
  /** Null for a rank with one device. */
  readonly device: { readonly host: string; readonly device_id: number } | null;
  /** Nanoseconds since the start of the page, ascending. */
  readonly times: Float64Array;
  /** Bytes; NaN where nothing was measured. A counter that was never measured has no column. */
  readonly columns: ReadonlyMap<CounterName, CounterColumn>;
}

/** The source of a track: converted when it is needed, so that only one track at a time exists twice. */
export interface TrackSource {
  readonly rank: number;
  readonly device: Track['device'];
  readonly timeline: RankTimeline;
}

/** The tracks of a model by rank; each device of a rank with several has one of its own. */
export function trackSources(model: DistributedDiagnosticsModel): TrackSource[] {
  return [...model.per_rank_timelines].flatMap(([rank, timeline]): TrackSource[] => {
    const devices = model.devices?.get(rank) ?? [];
    if (devices.length < 2) return [{ rank, device: null, timeline }];
    return devices.map(({ host, device_id, timeline: own }) => ({ rank, device: { host, device_id }, timeline: own }));
  });
}

/** Times as offsets and all counters as columns, device use too where only its parts are kept. */
export function openTrack({ rank, device, timeline }: TrackSource, startNs: bigint): Track {
  const columns = new Map<CounterName, CounterColumn>();
  const add = (name: CounterName, column: CounterColumn) => {
    if (!column.every(Number.isNaN)) columns.set(name, column);
  };
  if ('device_used' in timeline) {
    add('device_used', timeline.device_used);
  } else {
    add('allocated', timeline.allocated);
    add('reserved', timeline.reserved);
    add(
      'device_used',
      timeline.gap.map((gap, i) => gap + timeline.reserved[i]!),
    );
    add('hidden', timeline.gap);
  }
  return { rank, device, times: offsetsOf(timeline.timestamps_ns, startNs), columns };
}

function offsetsOf(timestamps: TimestampColumn, startNs: bigint): Float64Array {
  const offsets = new Float64Array(timestamps.length);
  for (let i = 0; i < offsets.length; i++) offsets[i] = Number(timestamps[i]! - startNs);
  return offsets;
}

/** First and last time of any track; null without a sample. */
export function extentOf(sources: readonly TrackSource[]): { readonly first: bigint; readonly last: bigint } | null {
  let first: bigint | null = null;
  let last: bigint | null = null;
  for (const { timeline } of sources) {
    const { timestamps_ns: times } = timeline;
    const [begin, end] = [times[0], times.at(-1)];
    if (begin === undefined || end === undefined) continue;
    if (first === null || begin < first) first = begin;
    if (last === null || end > last) last = end;
  }
  return first === null || last === null ? null : { first, last };
}
