import type { PageClock } from '../page-clock.ts';
import type { EncodedTrack, Precision } from '../page-data.ts';
import type { CounterName } from './counter-name.ts';
import { DistinctCounters } from './distinct-counters.ts';
import { encodeTrack } from './encode-track.ts';
import { type Grid, GridBuilder, gridColumns } from './grid.ts';
import { keepSamples } from './keep-samples.ts';
import { openTrack, type TrackSource } from './track.ts';

/** Everything about counters over time that a page shows. */
export interface Series {
  readonly counters: readonly CounterName[];
  readonly standIns: ReadonlyMap<CounterName, CounterName>;
  /** In the order of the sources. */
  readonly tracks: readonly EncodedTrack[];
  readonly grid: Grid;
}

export interface SeriesOptions {
  readonly clock: PageClock;
  /** Ranks that are kept more finely than the others. */
  readonly focus: ReadonlySet<number>;
  /** Times of each rank, as offsets in nanoseconds, whose samples are kept in any case. */
  readonly wanted: ReadonlyMap<number, readonly number[]>;
  /** Bytes for samples before base64. */
  readonly bytes: number;
}

/** Bytes that are spent on exact samples before they are thinned out. */
const EXACT_SHARE = 0.4;
/** Samples of a track of a focused rank, at most. */
const FOCUS_SAMPLES = 6000;
/** A focused rank gets this share of the bytes at most, so that the others are not starved. */
const FOCUS_SHARE = 0.3;

/** Thins out and encodes the tracks (docs/formats/report-page.md §5); one of them at a time is held twice. */
export function collectSeries(sources: readonly TrackSource[], options: SeriesOptions): Series {
  const { clock, focus, wanted, bytes } = options;
  const distinct = new DistinctCounters();
  let most = 0;
  let total = 0;
  for (const source of sources) {
    const track = openTrack(source, clock.startNs);
    distinct.add(track);
    most = Math.max(most, track.times.length);
    total += track.times.length;
  }
  const counters = distinct.shown();
  const exact = total * 8 * (1 + counters.length) <= bytes * EXACT_SHARE;
  const limits = exact ? null : limitsOf(sources, focus, counters.length, bytes);
  const columns = gridColumns(sources.length, counters.length, most);
  const grid = new GridBuilder(sources.length, columns, counters, clock.spanNs);
  const tracks = sources.map((source) => {
    const opened = openTrack(source, clock.startNs);
    const shown = new Map([...opened.columns].filter(([name]) => counters.includes(name)));
    const track = { ...opened, columns: shown };
    grid.add(track);
    const isFocused = focus.has(source.rank);
    const limit = limits === null ? Number.POSITIVE_INFINITY : isFocused ? limits.focused : limits.other;
    const precision: Precision = exact ? 'exact' : isFocused ? 'fine' : 'coarse';
    const kept = keepSamples(track, limit, wanted.get(source.rank) ?? []);
    return encodeTrack(track, kept, counters, { precision, spanNs: clock.spanNs });
  });
  return { counters, standIns: distinct.standIns(), tracks, grid: grid.finish() };
}

/** How many samples a focused and any other track may keep. */
function limitsOf(
  sources: readonly TrackSource[],
  focus: ReadonlySet<number>,
  counters: number,
  bytes: number,
): { readonly focused: number; readonly other: number } {
  const focused = sources.filter(({ rank }) => focus.has(rank)).length;
  const fine = 4 + 2 * counters;
  const coarse = 2 + 2 * counters;
  const others = sources.length - focused;
  const share = others === 0 ? bytes : bytes * FOCUS_SHARE;
  const perFocused = focused === 0 ? 0 : Math.max(16, Math.min(FOCUS_SAMPLES, Math.floor(share / focused / fine)));
  const left = bytes - focused * perFocused * fine;
  return { focused: perFocused, other: Math.max(16, Math.floor(left / Math.max(1, others) / coarse)) };
}
