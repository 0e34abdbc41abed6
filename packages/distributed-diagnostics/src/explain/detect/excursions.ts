import { curveAt, dilated, residualOf, type Track, type TrackGroup } from '../run/counter-grid.ts';
import { MEBIBYTE } from '../run/words.ts';
import { median, noiseOf, quantileOfSorted, robustSigma, sortedNumbers } from '../statistics/robust.ts';

/** A stretch in which a counter stood far above what is usual around it. Times are the rank's own. */
export interface Excursion {
  readonly track: Track;
  readonly start: number;
  readonly end: number;
  readonly peakIndex: number;
  readonly baseline: number;
  readonly height: number;
  readonly scale: number;
  /** High enough to be told; the others only show whether it is one of many alike. */
  readonly isNotable: boolean;
}

/** Clocks that nothing tells of are taken to be so far apart here. */
const ASSUMED_DOUBT_NS = 150_000_000;
/** Heights in scales from which an excursion counts. */
const EXCURSION_THRESHOLD = 8;
/** What the rank reaches in so many of the buckets is ordinary for it. */
const ORDINARY_SHARE = 0.6;
/** Share of the run that an excursion may last; longer, it is a level. */
const LONGEST_SHARE = 0.3;

/**
 * Excursions of a track above its peers at the same time, or without peers above its own running median, by robust
 * z-scores (docs/formats/causes.md §5.3). The running median of the residual keeps edges and removes levels and growth.
 */
export function excursionsOf(track: Track, group: TrackGroup, hasPeers: boolean): Excursion[] {
  const { times, bytes } = track.series;
  if (times.length < 8 || (hasPeers && isWithinPeers(track))) return [];
  const residual = hasPeers ? residualOf(track, group) : bytes;
  const curve = hasPeers ? track.buckets.map((value, i) => value - track.usual[i]!) : track.buckets;
  const at = curveAt(group.centres, runningMedian(curve, Math.max(9, Math.floor(curve.length * 0.62))));
  const local = residual.map((value, i) => value - at(times[i]! + track.view.offset));
  // The same above what the peers reached about then: at an edge that all ranks have, buckets and clocks are too coarse.
  const above = hasPeers ? lowered(local, track, group) : local;
  const scale = Math.max(robustSigma(local), noiseOf(local), 0.01 * Math.abs(track.level), MEBIBYTE);
  const notable = Math.max(EXCURSION_THRESHOLD * scale, 0.1 * Math.abs(track.level), 8 * MEBIBYTE);
  const ordinary = quantileOfSorted(sortedNumbers(track.highs), ORDINARY_SHARE);
  // Lower ones are looked for too: they tell whether a high one is one of many alike.
  const least = 0.5 * notable;
  const found: Excursion[] = [];
  const bridge = 3 * track.view.interval;
  let i = 0;
  while (i < above.length) {
    if (above[i]! < least) {
      i++;
      continue;
    }
    let from = i;
    let to = i;
    let peak = i;
    const edge = Math.max(0.35 * above[i]!, 3 * scale);
    while (from > 0 && above[from - 1]! > edge) from--;
    while (to + 1 < above.length) {
      let next = to + 1;
      while (next < above.length && !(above[next]! > edge) && times[next]! - times[to]! <= bridge) next++;
      if (next >= above.length || !(above[next]! > edge) || times[next]! - times[to]! > bridge) break;
      to = next;
      if (above[to]! > above[peak]!) peak = to;
    }
    const start = times[from]!;
    if (times[to]! - start <= LONGEST_SHARE * (times.at(-1)! - times[0]!)) {
      found.push({
        track,
        start,
        end: times[to]!,
        peakIndex: peak,
        baseline: bytes[peak]! - above[peak]!,
        height: above[peak]!,
        scale,
        // What the rank reaches all the time is no spike, though its peers were lower then, as when ranks start apart.
        isNotable: above[peak]! >= notable && bytes[peak]! - ordinary >= 0.5 * above[peak]!,
      });
    }
    i = to + 1;
  }
  return found;
}

function lowered(local: Float64Array, track: Track, group: TrackGroup): Float64Array {
  const width = (group.centres[1] ?? 1) - (group.centres[0] ?? 0);
  const reach = 1 + Math.ceil((2 * Math.min(track.view.uncertainty, ASSUMED_DOUBT_NS)) / width);
  const usual = residualOf(track, group);
  const beyond = residualOf(track, group, dilated(track.usualHigh, Math.min(reach, 6)));
  return local.map((value, i) => value - Math.max(0, usual[i]! - beyond[i]!));
}

/** True when no bucket goes above what the peers reach about then by enough to matter, so that samples need no look. */
function isWithinPeers({ highs, usualHigh, buckets, usual, level }: Track): boolean {
  const reached = dilated(usualHigh, 1);
  let most = Number.NEGATIVE_INFINITY;
  let lowest = 0;
  for (let i = 0; i < highs.length; i++) {
    if (highs[i]! - reached[i]! > most) most = highs[i]! - reached[i]!;
    if (buckets[i]! - usual[i]! < lowest) lowest = buckets[i]! - usual[i]!;
  }
  return most - lowest < Math.max(0.05 * Math.abs(level), 4 * MEBIBYTE);
}

/** Median of a window around each measured value; what is at the ends sees what there is. */
function runningMedian(curve: Float64Array, window: number): Float64Array {
  const half = Math.floor(window / 2);
  return curve.map((value, i) =>
    Number.isNaN(value) ? Number.NaN : median(curve.subarray(Math.max(0, i - half), i + half + 1)),
  );
}
