import type { Cause, DivergenceEvidence, RankValue } from '../cause.ts';
import { residualOf, type Track, type TrackGroup } from '../run/counter-grid.ts';
import { phaseAt } from '../run/phase-at.ts';
import { type RunView, wireTime } from '../run/run-view.ts';
import { COUNTER_WORDS, MEBIBYTE, sizeText } from '../run/words.ts';
import { fitStep } from '../statistics/change-point.ts';
import {
  MAD_TO_SIGMA,
  median,
  medianOfSorted,
  noiseOf,
  quantileOfSorted,
  sortedNumbers,
} from '../statistics/robust.ts';
import { evenly, smooth } from './growth-fit.ts';

/** Robust z-scores from here on are no chance (Iglewicz and Hoaglin, 1993, advise 3.5; runs have many curves). */
export const DIVERGENCE_THRESHOLD = 6;

/** Fewer samples have no volatility to speak of. */
const LEAST_SAMPLES = 20;
const MOST_PEERS = 64;
/** A level is the median of so many samples, a volatility that of so many steps, evenly chosen. */
const MOST_SAMPLES = 255;
const MOST_STEPS = 2048;
/** The largest steps, as at checkpoints, are no volatility. */
const ORDINARY_SHARE = 0.95;

/**
 * Ranks whose level or volatility is unlike that of their peers (docs/formats/causes.md §5.1), by robust z-scores over the
 * ranks of a duty. Only groups of at least three ranks tell.
 */
export function divergenceCauses(run: RunView, groups: readonly TrackGroup[]): Cause[] {
  return groups.flatMap((group) => {
    if (new Set(group.tracks.map((track) => track.view.rank)).size < 3) return [];
    const volatile = volatilityCauses(run, group);
    const excluded = new Set(volatile.flatMap((cause) => cause.ranks));
    return [...volatile, ...levelCauses(run, group).filter((cause) => !excluded.has(cause.ranks[0]!))];
  });
}

function levelCauses(run: RunView, group: TrackGroup): Cause[] {
  const found: Cause[] = [];
  for (const track of group.tracks) {
    const curve = track.buckets.map((value, i) => value - track.usual[i]!);
    const kept = [...curve.keys()].filter((i) => !Number.isNaN(curve[i]!));
    if (kept.length < 8) continue;
    const values = Float64Array.from(kept, (i) => curve[i]!);
    const noise = noiseOf(values);
    const least = Math.max(6 * noise, 0.08 * track.level, 16 * MEBIBYTE);
    const step = fitStep(values, 2);
    const jump = step === null ? 0 : step.after - step.before;
    const isJump =
      step !== null &&
      Math.abs(jump) >= least &&
      step.error <= 0.3 * step.constantError &&
      kept.length - step.index >= Math.max(3, 0.15 * kept.length) &&
      Math.abs(step.after) > Math.abs(step.before) + 0.3 * Math.abs(jump);
    const isOff = Math.abs(median(values)) >= Math.max(6 * noise, 0.1 * track.level, 32 * MEBIBYTE);
    if (!isJump && !isOff) continue;
    const from = isJump ? kept[step.index]! : kept[0]!;
    const evidence = levelEvidence(group, track, from, run.base);
    if (!(Math.abs(evidence.score) >= DIVERGENCE_THRESHOLD)) continue;
    const onset = isJump ? jumpTime(track, group, group.centres[from]!) : track.series.times[0]!;
    found.push(causeOf(run, track, evidence, onset, isJump ? ['level_shift'] : ['level_from_start']));
  }
  return found;
}

function levelEvidence(group: TrackGroup, track: Track, from: number, base: bigint): DivergenceEvidence {
  const width = (group.centres[1] ?? 0) - (group.centres[0] ?? 0);
  const start = group.centres[from]! - width / 2;
  const read = (each: Track) => {
    const { times, bytes } = each.series;
    const first = firstAt(times, start - each.view.offset);
    const chosen = evenly(times.length - first, MOST_SAMPLES);
    return {
      since: times[first] ?? 0,
      value: medianOfSorted(Float64Array.from(chosen, (i) => bytes[first + i]!).sort()),
    };
  };
  return evidenceOf(group, track, 'level', read, (peers) => Math.max(0.02 * Math.abs(peers), 4 * MEBIBYTE), base);
}

/** The rank beside peers: enough for a robust comparison, evenly chosen by their levels; all would be quadratic. */
function evidenceOf(
  group: TrackGroup,
  track: Track,
  measure: DivergenceEvidence['measure'],
  read: (track: Track) => { readonly since: number; readonly value: number },
  floor: (median: number) => number,
  base: bigint,
): DivergenceEvidence {
  const others = group.tracks.filter((each) => each !== track);
  const peersChosen = evenly(others.length, MOST_PEERS).map((i) => others[i]!);
  const chosen = [track, ...peersChosen.sort((left, right) => left.view.rank - right.view.rank)];
  const values = chosen.flatMap((each): RankValue[] => {
    const { since, value } = read(each);
    if (Number.isNaN(value) && each !== track) return [];
    const { device_id } = each.device.device;
    return [{ rank: each.view.rank, device_id, since_ns: wireTime(base, since), value }];
  });
  const own = values[0]!.value;
  const peers = values.slice(1).map(({ value }) => value);
  const centre = median(peers);
  const spread = MAD_TO_SIGMA * median(peers.map((value) => Math.abs(value - centre)));
  const least = floor(centre);
  const scale = Math.max(spread, least);
  return {
    counter: group.counter,
    measure,
    values,
    peers_median: centre,
    scale,
    scale_floor_bytes: least,
    score: (own - centre) / scale,
    threshold: DIVERGENCE_THRESHOLD,
  };
}

/** Index of the first time not before a given one. */
function firstAt(times: Float64Array, least: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sample at which the residual shifts, near where the buckets saw it. */
function jumpTime(track: Track, group: TrackGroup, near: number): number {
  const { times } = track.series;
  const values = smooth(residualOf(track, group));
  const reach = 4 * ((group.centres[1] ?? 0) - (group.centres[0] ?? 0));
  const from = times.findIndex((time) => time + track.view.offset >= near - reach);
  const past = times.findIndex((time) => time + track.view.offset > near + reach);
  const to = past < 0 ? times.length : past;
  const fit = fitStep(values.subarray(Math.max(0, from), to), 2);
  return times[Math.max(0, from) + (fit?.index ?? 0)] ?? times[0]!;
}

function volatilityCauses(run: RunView, group: TrackGroup): Cause[] {
  const values = new Map(group.tracks.map((track) => [track, volatilityOf(track)]));
  const usual = median([...values.values()]);
  return group.tracks.flatMap((track) => {
    // Comparing each rank with all others is quadratic, so only those that stand out are.
    if (!(values.get(track)! > 1.5 * usual)) return [];
    const evidence = evidenceOf(
      group,
      track,
      'volatility',
      (each) => ({ since: each.series.times[0]!, value: values.get(each)! }),
      (peers) => Math.max(0.3 * peers, 0.005 * track.level, 2 * MEBIBYTE),
      run.base,
    );
    if (!(evidence.score >= DIVERGENCE_THRESHOLD) || track.series.bytes.length < LEAST_SAMPLES) return [];
    const steps = stepsOf(track);
    const limit = 3 * quantileOfSorted(sortedNumbers(steps), 0.9);
    const fit = fitStep(
      steps.map((step) => Math.min(step, limit)),
      4,
    );
    const starts = fit !== null && fit.after > 2 * fit.before;
    const onset = track.series.times[starts ? fit.index : 0]!;
    return [causeOf(run, track, evidence, onset, ['volatility'])];
  });
}

/** A trimmed mean: a quantile would leap where ranks differ a little in how often they allocate. */
function volatilityOf(track: Track): number {
  const steps = stepsOf(track, Math.ceil(track.series.bytes.length / MOST_STEPS)).sort();
  const kept = steps.subarray(0, Math.ceil(ORDINARY_SHARE * steps.length));
  return kept.reduce((sum, step) => sum + step, 0) / kept.length;
}

/** Absolute steps between neighbouring samples; every so many of them when only their size counts. */
function stepsOf({ series: { bytes } }: Track, stride = 1): Float64Array {
  const steps = new Float64Array(Math.max(0, Math.floor((bytes.length - 1) / stride)));
  for (let i = 0; i < steps.length; i++) steps[i] = Math.abs(bytes[i * stride + 1]! - bytes[i * stride]!);
  return steps;
}

function causeOf(
  run: RunView,
  track: Track,
  evidence: DivergenceEvidence,
  onset: number,
  reasons: readonly string[],
): Cause {
  const { rank, interval } = track.view;
  const own = evidence.values[0]!.value;
  const what =
    evidence.measure === 'level'
      ? `holds ${sizeText(own)} of ${COUNTER_WORDS[evidence.counter]}, its peers typically ${sizeText(evidence.peers_median)}`
      : `changes its ${COUNTER_WORDS[evidence.counter]} by ${sizeText(own)} from sample to sample, its peers by ${sizeText(evidence.peers_median)}`;
  return {
    kind: 'peer_divergence',
    ranks: [rank],
    devices: [track.device.device.device_id],
    onset_ns: wireTime(run.base, onset),
    onset_uncertainty_ns: BigInt(Math.ceil(2 * interval)),
    severity: 'warning',
    confidence: Math.min(0.95, 0.5 + Math.abs(evidence.score) / 60 + Math.min(evidence.values.length, 8) / 40),
    reason_codes: [...reasons, 'unlike_peers'].sort(),
    summary: `rank ${rank} is unlike its peers: ${what}`,
    evidence,
    phase_path: phaseAt(track.view, onset),
    next_step: `compare what rank ${rank} is given and what it keeps with one of its peers (batch sizes, shards, extra work)`,
  };
}
