import type { Cause, CollectiveBufferEvidence, MemoryCounter } from '../cause.ts';
import { isCollectivePath } from '../clocks/phase-key.ts';
import type { Track, TrackGroup } from '../run/counter-grid.ts';
import { type RunView, wireTime } from '../run/run-view.ts';
import { COUNTER_WORDS, MEBIBYTE, sizeText } from '../run/words.ts';
import { fitStep } from '../statistics/change-point.ts';
import { median, noiseOf } from '../statistics/robust.ts';
import { evenly, smooth } from './growth-fit.ts';

const MOST_LISTED = 32;
const MOST_AROUND = 25;
const LEAST_SHARE = 0.8;
/** Steps so near to each other are one: three of the buckets in which they are looked for. */
const AT_ONCE_INTERVALS = 9;
const NEAR_INTERVALS = 6;
/** Start-up is this share of the run. */
const START_SHARE = 0.2;

interface Step {
  readonly track: Track;
  /** On the own clock. */
  readonly time: number;
  readonly bytes: number;
  readonly noise: number;
}

/**
 * Memory that steps up on (nearly) all ranks at once, near a collective or while the run starts: buffers of the
 * communication library and warm-up, benign and said as such (docs/formats/causes.md §5.10). Never above `info`.
 */
export function collectiveBufferCauses(run: RunView, groups: readonly TrackGroup[]): Cause[] {
  if (run.ranks.length < 2) return [];
  const counters = [...new Set(groups.map(({ counter }) => counter))];
  // Steps during the run tell more than that of the start, which every run has.
  return (
    bestOf(run, groups, counters, laterStepOf) ?? bestOf(run, groups, counters, (track) => stepOf(track, run)) ?? []
  );
}

function bestOf(
  run: RunView,
  groups: readonly TrackGroup[],
  counters: readonly MemoryCounter[],
  find: (track: Track, centres: Float64Array) => readonly Step[],
): Cause[] | null {
  let best: Cause | null = null;
  let bestClarity = 0;
  for (const counter of counters) {
    const steps = groups
      .filter((group) => group.counter === counter)
      .flatMap(({ tracks, centres }) => tracks.flatMap((track) => find(track, centres)));
    const interval = median(run.ranks.map((view) => view.interval));
    const doubt = 2 * median(run.ranks.map((view) => view.uncertainty));
    const least = Math.max(2, LEAST_SHARE * run.ranks.length);
    const together = simultaneous(steps, AT_ONCE_INTERVALS * interval + doubt);
    // Start-up has no edge: ranks fill up at their own pace, so there all of it counts as at once.
    const starting = steps.filter(({ track, time }) => time - track.view.first <= START_SHARE * run.span);
    const common = ranksOf(together).length >= least ? together : starting;
    if (ranksOf(common).length < least) continue;
    const near = nearOf(run, common, interval);
    if (near === null) continue;
    const clarity = median(common.map(({ bytes, noise }) => bytes / (noise + 1)));
    if (clarity <= bestClarity) continue;
    bestClarity = clarity;
    best = causeOf(run, common, near);
  }
  return best === null ? null : [best];
}

/**
 * The largest lasting step after the start: the difference of the medians of the stretches before and after each bucket,
 * which short phases such as checkpoints and evaluations do not move.
 */
function laterStepOf(track: Track, centres: Float64Array): Step[] {
  const { buckets, series, view } = track;
  const kept = [...buckets.keys()].filter((i) => !Number.isNaN(buckets[i]!));
  const curve = Float64Array.from(kept, (i) => buckets[i]!);
  const reach = Math.max(6, Math.round(0.2 * curve.length));
  const from = Math.ceil(0.15 * curve.length);
  let best = 0;
  let place = -1;
  const stride = Math.max(1, Math.floor(curve.length / 64));
  for (let i = from + 4; i + 6 <= curve.length; i += stride) {
    const rise = median(curve.subarray(i, i + reach)) - median(curve.subarray(Math.max(from, i - reach), i));
    if (rise <= best) continue;
    best = rise;
    place = i;
  }
  if (place < 0) return [];
  const lasting = median(curve.subarray(place)) - median(curve.subarray(from, place));
  const noise = noiseOf(curve);
  if (lasting < 0.5 * best || best < Math.max(2 * noise, 4 * MEBIBYTE, 0.02 * Math.abs(track.level))) return [];
  const width = (centres[1] ?? 1) - (centres[0] ?? 0);
  const middle = centres[kept[place]!]! - view.offset;
  const first = series.times.findIndex((time) => time >= middle - reach * width);
  const past = series.times.findIndex((time) => time > middle + reach * width);
  const window = smooth(series.bytes.subarray(Math.max(0, first), past < 0 ? series.times.length : past));
  const fit = fitStep(window, 3);
  if (fit === null || fit.after - fit.before < 0.5 * best) return [];
  return [{ track, time: series.times[Math.max(0, first) + fit.index]!, bytes: best, noise }];
}

function stepOf(track: Track, run: RunView): Step[] {
  const { times, bytes } = track.series;
  if (times.length < 12) return [];
  const coarse = fitStep(
    track.buckets.filter((value) => !Number.isNaN(value)),
    1,
  );
  if (coarse === null || coarse.after - coarse.before < Math.max(3 * MEBIBYTE, 0.008 * Math.abs(track.level)))
    return [];
  const curve = smooth(bytes);
  const fit = fitStep(curve, 4);
  if (fit === null) return [];
  const size = fit.after - fit.before;
  const noise = noiseOf(curve);
  if (size < Math.max(2 * noise, 4 * MEBIBYTE, 0.02 * Math.abs(track.level))) return [];
  if (fit.error > 0.6 * fit.constantError && times[fit.index]! > START_SHARE * run.span) return [];
  return [{ track, time: times[fit.index]!, bytes: size, noise }];
}

function nearOf(run: RunView, steps: readonly Step[], interval: number): 'collective' | 'start' | null {
  const starts = steps.filter(({ track, time }) => time - track.view.first <= START_SHARE * run.span).length;
  const collectives = steps.filter(({ track, time }) =>
    isNearCollective(track, run, time, NEAR_INTERVALS * interval),
  ).length;
  if (collectives >= 0.6 * steps.length) return 'collective';
  return starts >= 0.6 * steps.length ? 'start' : null;
}

function isNearCollective({ view }: Track, run: RunView, time: number, reach: number): boolean {
  const { phases } = view;
  const from = time - reach;
  const to = time + reach;
  const isNear = (at: bigint): boolean => Math.abs(Number(at - run.base) - time) <= reach;
  if (view.summary.signs.collectives_ns.some(isNear)) return true;
  const isCollective = phases.paths.map(isCollectivePath);
  for (let i = 0; i < phases.path.length; i++) {
    if (phases.starts[i]! > to) break;
    if (phases.ends[i]! >= from && isCollective[phases.path[i]!]) return true;
  }
  return false;
}

function causeOf(run: RunView, steps: readonly Step[], near: 'collective' | 'start'): Cause {
  const ranks = ranksOf(steps);
  const byTime = [...steps].sort((left, right) => commonTime(left) - commonTime(right));
  const listed = evenly(byTime.length, MOST_LISTED).map((i) => byTime[i]!);
  const middle = listed[(listed.length - 1) >> 1]!;
  const { counter } = middle.track.series;
  const spread = commonTime(listed.at(-1)!) - commonTime(listed[0]!);
  const evidence: CollectiveBufferEvidence = {
    counter,
    steps: listed.map(({ track, time }) => ({
      rank: track.view.rank,
      device_id: track.device.device.device_id,
      timestamp_ns: wireTime(run.base, time),
      clock_offset_ns: track.view.clock.offset_ns,
      bytes: heightAt(track, time),
    })),
    ranks_total: run.ranks.length,
    spread_ns: BigInt(Math.round(spread)),
    near,
  };
  const size = sizeText(median(evidence.steps.map(({ bytes }) => bytes)));
  return {
    kind: 'collective_buffers',
    ranks,
    devices: [],
    onset_ns: wireTime(run.base, middle.time),
    onset_uncertainty_ns: BigInt(Math.ceil(spread / 2 + 2 * middle.track.view.interval)),
    severity: 'info',
    confidence: Math.min(0.95, 0.6 + (0.3 * ranks.length) / run.ranks.length),
    reason_codes: [near === 'collective' ? 'near_collective' : 'near_start', 'simultaneous_on_all_ranks'],
    summary: `${COUNTER_WORDS[counter]} stepped up by about ${size} on ${ranks.length} of ${run.ranks.length} ranks at once ${near === 'collective' ? 'around a collective' : 'at start-up'}: ordinary buffers`,
    evidence,
    phase_path: null,
    next_step: 'nothing: this is ordinary; set the communication library’s buffer size if the memory is needed',
  };
}

function commonTime({ track, time }: Step): number {
  return time + track.view.offset;
}

function ranksOf(steps: readonly Step[]): number[] {
  return [...new Set(steps.map(({ track }) => track.view.rank))].sort((left, right) => left - right);
}

/** The most steps that lie within a time. */
function simultaneous(steps: readonly Step[], within: number): Step[] {
  const byTime = [...steps].sort((left, right) => commonTime(left) - commonTime(right));
  let best = { from: 0, to: 0 };
  let from = 0;
  for (let to = 1; to <= byTime.length; to++) {
    while (commonTime(byTime[to - 1]!) - commonTime(byTime[from]!) > within) from++;
    if (to - from > best.to - best.from) best = { from, to };
  }
  return byTime.slice(best.from, best.to);
}

/** How much higher the samples from a time on are than those before. */
function heightAt({ series: { times, bytes } }: Track, time: number): number {
  const place = times.indexOf(time);
  return (
    median(bytes.subarray(place, place + MOST_AROUND)) - median(bytes.subarray(Math.max(0, place - MOST_AROUND), place))
  );
}
