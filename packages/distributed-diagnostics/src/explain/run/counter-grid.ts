import type { MemoryCounter } from '../cause.ts';
import { medianOfSorted, sortedNumbers } from '../statistics/robust.ts';
import { dutyGroups } from './duty-groups.ts';
import type { CounterSeries, DeviceView, RankView, RunView } from './run-view.ts';

/** One counter of one device, beside what its peers did. */
export interface Track {
  readonly view: RankView;
  readonly device: DeviceView;
  readonly series: CounterSeries;
  /** Median in each bucket of the common time; NaN where nothing was measured. */
  readonly buckets: Float64Array;
  /** Largest value in each bucket. */
  readonly highs: Float64Array;
  /** Median of the series. */
  readonly level: number;
  /** What is typical of its peers in each bucket, and what they typically reach there; NaN where it is not known. */
  readonly usual: Float64Array;
  readonly usualHigh: Float64Array;
}

type OwnTrack = Omit<Track, 'usual' | 'usualHigh'>;

/** Tracks of one duty. */
export interface TrackGroup {
  readonly counter: MemoryCounter;
  readonly tracks: readonly Track[];
  /** Middle of each bucket on the common clock. */
  readonly centres: Float64Array;
  /** Median over the tracks in each bucket; NaN where there is none. */
  readonly typical: Float64Array;
}

const COUNTERS: readonly MemoryCounter[] = ['allocated', 'reserved', 'device_used', 'hidden'];
const MOST_BUCKETS = 256;

/** The tracks of a run by counter and duty; buckets are equal parts of its time on the common clock. */
export function trackGroups(run: RunView): TrackGroup[] {
  if (run.ranks.length === 0) return [];
  const start = run.ranks.reduce((least, view) => Math.min(least, view.first + view.offset), Number.POSITIVE_INFINITY);
  const end = run.ranks.reduce((most, view) => Math.max(most, view.last + view.offset), start) + 1;
  const lengths = run.ranks.flatMap((view) => view.devices.map((device) => device.device.timestamps_ns.length));
  const samples = medianOfSorted(sortedNumbers(lengths));
  const count = Math.max(8, Math.min(MOST_BUCKETS, Math.floor((Number.isNaN(samples) ? 0 : samples) / 3)));
  const width = (end - start) / count;
  const centres = Float64Array.from({ length: count }, (_, i) => start + (i + 0.5) * width);
  const places = run.ranks.reduce((most, view) => Math.max(most, view.devices.length), 0);
  const groups: TrackGroup[] = [];
  for (const counter of COUNTERS) {
    // Devices of one place within their ranks are peers: the second of a rank may hold something else than the first.
    for (let place = 0; place < places; place++) {
      const tracks = run.ranks.flatMap((view) => {
        const device = view.devices[place];
        const series = device?.counters.find((each) => each.counter === counter);
        if (device === undefined || series === undefined) return [];
        const { buckets, highs } = bucketed(series, view.offset - start, width, count);
        return [{ view, device, series, buckets, highs, level: medianOfSorted(sortedNumbers(buckets)) }];
      });
      for (const group of dutyGroups(tracks.map((track) => ({ key: track, level: Math.abs(earlyLevel(track)) })))) {
        const typical = typicalOf(
          group.map(({ buckets }) => buckets),
          count,
        );
        groups.push({ counter, tracks: withPeers(group, count), centres, typical });
      }
    }
  }
  return groups;
}

/** The lower quartile: what a rank holds at least, before it grew. */
function earlyLevel({ buckets }: OwnTrack): number {
  const measured = buckets.filter((value) => !Number.isNaN(value));
  const early = measured.subarray(Math.floor(measured.length / 6), Math.max(1, Math.ceil(measured.length / 2)));
  return medianOfSorted(sortedNumbers(early));
}

/** More samples of a bucket than these, evenly chosen, do not make its median better. */
const MOST_OF_BUCKET = 33;
const scratch = new Float64Array(MOST_OF_BUCKET);

function medianOfPart(bytes: Float64Array, from: number, to: number): number {
  const count = Math.min(to - from, MOST_OF_BUCKET);
  const stride = (to - from) / count;
  // Insertion sort, the quickest for so few.
  for (let i = 0; i < count; i++) {
    const value = bytes[from + Math.floor(i * stride)]!;
    let place = i;
    while (place > 0 && scratch[place - 1]! > value) {
      scratch[place] = scratch[place - 1]!;
      place--;
    }
    scratch[place] = value;
  }
  const middle = count >> 1;
  return count % 2 === 1 ? scratch[middle]! : (scratch[middle - 1]! + scratch[middle]!) / 2;
}

function bucketed({ times, bytes }: CounterSeries, shift: number, width: number, count: number) {
  const highs = new Float64Array(count).fill(Number.NaN);
  const medians = new Float64Array(count).fill(Number.NaN);
  let from = 0;
  while (from < times.length) {
    const bucket = Math.min(count - 1, Math.max(0, Math.floor((times[from]! + shift) / width)));
    const end = (bucket + 1) * width - shift;
    let to = from + 1;
    while (to < times.length && (times[to]! < end || bucket === count - 1)) to++;
    medians[bucket] = medianOfPart(bytes, from, to);
    let high = bytes[from]!;
    for (let i = from + 1; i < to; i++) if (bytes[i]! > high) high = bytes[i]!;
    highs[bucket] = high;
    from = to;
  }
  return { buckets: medians, highs };
}

/** In small groups a track would weigh on its own comparison, so it is left out there. */
const SMALL_GROUP = 6;

function withPeers(group: readonly OwnTrack[], count: number): Track[] {
  const usualOf = (tracks: readonly OwnTrack[]) => ({
    usual: typicalOf(
      tracks.map(({ buckets }) => buckets),
      count,
    ),
    usualHigh: typicalOf(
      tracks.map(({ highs }) => highs),
      count,
    ),
  });
  if (group.length > SMALL_GROUP || group.length < 3) {
    const all = usualOf(group);
    return group.map((track) => ({ ...track, ...all }));
  }
  return group.map((track) => ({ ...track, ...usualOf(group.filter((other) => other !== track)) }));
}

/** The lower median of the tracks, so that of four two may go up; only where at least half of them were measured. */
function typicalOf(curves: readonly Float64Array[], count: number): Float64Array {
  const typical = new Float64Array(count);
  const values = new Float64Array(curves.length);
  for (let i = 0; i < count; i++) {
    let measured = 0;
    for (const curve of curves) if (!Number.isNaN(curve[i]!)) values[measured++] = curve[i]!;
    const isEnough = measured > 0 && 2 * measured >= curves.length;
    typical[i] = isEnough ? values.subarray(0, measured).sort()[(measured - 1) >> 1]! : Number.NaN;
  }
  return typical;
}

/** The value of a bucketed curve at a time, interpolated between the middles of buckets that have one. */
export function curveAt(centres: Float64Array, curve: Float64Array): (time: number) => number {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < curve.length; i++) {
    if (Number.isNaN(curve[i]!)) continue;
    xs.push(centres[i]!);
    ys.push(curve[i]!);
  }
  let place = 0;
  return (time) => {
    if (xs.length === 0) return Number.NaN;
    while (place > 0 && xs[place]! > time) place--;
    while (place + 1 < xs.length && xs[place + 1]! <= time) place++;
    const next = Math.min(place + 1, xs.length - 1);
    if (next === place || time <= xs[place]!) return ys[place]!;
    return ys[place]! + ((ys[next]! - ys[place]!) * (time - xs[place]!)) / (xs[next]! - xs[place]!);
  };
}

/** The largest of the curve within so many buckets of each: what peers reached about then, whatever their clocks. */
export function dilated(curve: Float64Array, reach: number): Float64Array {
  return curve.map((value, i) => {
    let largest = value;
    for (let j = Math.max(0, i - reach); j <= Math.min(curve.length - 1, i + reach); j++) {
      if (!(curve[j]! <= largest)) largest = Number.isNaN(curve[j]!) ? largest : curve[j]!;
    }
    return largest;
  });
}

/** A track minus what is typical of its group at the same time, or minus another curve over the same buckets. */
export function residualOf(track: Track, { centres }: TrackGroup, curve = track.usual): Float64Array {
  const at = curveAt(centres, curve);
  const { times, bytes } = track.series;
  return bytes.map((value, i) => value - at(times[i]! + track.view.offset));
}
