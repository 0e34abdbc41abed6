import type { Cause, CounterPoint, GrowthEvidence } from '../cause.ts';
import { phaseKey } from '../clocks/phase-key.ts';
import { residualOf, type Track, type TrackGroup } from '../run/counter-grid.ts';
import { phaseAt } from '../run/phase-at.ts';
import { type RunView, wireTime } from '../run/run-view.ts';
import { COUNTER_WORDS, durationText, ranksText, sizeText } from '../run/words.ts';
import { fitHinge } from '../statistics/change-point.ts';
import { noiseOf } from '../statistics/robust.ts';
import { theilSen } from '../statistics/theil-sen.ts';
import { evenly, findGrowth, type GrowthFit, smooth, TEARDOWN_SHARE } from './growth-fit.ts';

const MOST_POINTS = 48;
/** A device that is full within this time is critical, in seconds. */
const SOON_SECONDS = 600;

/**
 * Ranks whose memory grows and goes on growing (docs/formats/causes.md §5.2), beside their peers where there are two or
 * more of the same duty, else by themselves; growth that a whole group shares is one cause of all its ranks.
 */
export function growthCauses(run: RunView, groups: readonly TrackGroup[]): Cause[] {
  return groups.flatMap((group) => {
    const hasPeers = new Set(group.tracks.map((track) => track.view.rank)).size >= 3;
    if (!hasPeers) return group.tracks.flatMap((track) => ownGrowth(run, track, group));
    const level = medianLevel(group);
    const common = afterWarmUp(group.centres, group.typical, level);
    const all =
      common === null ? [] : causeOf(run, group.tracks, group.tracks[0]!, group.tracks[0]!.series.bytes, common, false);
    const single = group.tracks.flatMap((track) => {
      const curve = track.buckets.map((value, i) => value - track.usual[i]!);
      const fit = findGrowth(group.centres, curve, track.level);
      return fit === null ? [] : causeOf(run, [track], track, residualOf(track, group), fit, true);
    });
    return [...all, ...single];
  });
}

function ownGrowth(run: RunView, track: Track, group: TrackGroup): Cause[] {
  const fit = afterWarmUp(group.centres, track.buckets, track.level);
  return fit === null ? [] : causeOf(run, [track], track, track.series.bytes, fit, false);
}

function afterWarmUp(centres: Float64Array, curve: Float64Array, level: number): GrowthFit | null {
  return findGrowth(centres, curve, level) ?? findGrowth(centres, curve, level, Math.floor(curve.length / 4));
}

function medianLevel({ tracks }: TrackGroup): number {
  const levels = tracks.map((track) => track.level).sort((left, right) => left - right);
  return levels[Math.floor(levels.length / 2)]!;
}

function causeOf(
  run: RunView,
  tracks: readonly Track[],
  track: Track,
  values: Float64Array,
  fit: GrowthFit,
  unlikePeers: boolean,
): Cause[] {
  const { counter } = track.series;
  const length = track.series.times.length - Math.ceil(TEARDOWN_SHARE * track.series.times.length);
  const times = track.series.times.subarray(0, length);
  const bytes = track.series.bytes.subarray(0, length);
  const smoothed = smooth(values.subarray(0, length));
  const from = startOf(track, fit, times.length);
  const hinge = fitHinge(times.subarray(from), smoothed.subarray(from), 4);
  const onsetIndex = hinge === null ? from : from + hinge.index;
  const onset = times[onsetIndex] ?? times[0]!;
  const chosen = evenly(times.length - onsetIndex, MOST_POINTS).map((i) => i + onsetIndex);
  const points = chosen.map((i): CounterPoint => ({ timestamp_ns: wireTime(run.base, times[i]!), bytes: bytes[i]! }));
  const trend = theilSen(
    chosen.map((i) => times[i]!),
    chosen.map((i) => bytes[i]!),
  );
  const slope = trend.slope * 1e9;
  // The samples themselves must grow as the buckets did.
  if (!(trend.slope * (times.at(-1)! - onset) > 0.4 * fit.growth)) return [];
  const total = track.device.device.device_total_bytes;
  const inUse = inUseOf(track);
  const left = total === null || inUse === null || slope <= 0 ? null : (total - inUse) / slope;
  const steps = stepsOf(track, onset, slope, times.at(-1)!);
  const ranks = [...new Set(tracks.map((each) => each.view.rank))].sort((a, b) => a - b);
  const evidence: GrowthEvidence = {
    counter,
    points,
    bytes_per_second: slope,
    trend: trend.tau,
    steps,
    device_total_bytes: total,
    in_use_bytes: inUse,
    seconds_to_exhaustion: left,
  };
  const isHidden = counter === 'hidden';
  const rate = `${sizeText(slope, true)}/s`;
  const perStep = steps === null ? '' : `, ${sizeText(steps.bytes_per_step, true)} per "${steps.phase_path}"`;
  const end = left === null ? '' : `; the device is full in ${durationText(left * 1e9)}`;
  const peers = unlikePeers ? ' unlike its peers' : ranks.length > 1 ? ' together' : '';
  const spread = noiseOf(smoothed.subarray(onsetIndex)) / Math.max(fit.slope, Number.MIN_VALUE);
  const cause: Cause = {
    kind: isHidden ? 'hidden_leak' : 'leak',
    ranks,
    devices: [...new Set(tracks.map((each) => each.device.device.device_id))],
    onset_ns: wireTime(run.base, onset),
    onset_uncertainty_ns: BigInt(Math.ceil(2 * track.view.interval + Math.min(2 * spread, run.span / 4))),
    severity: left !== null && left < SOON_SECONDS ? 'critical' : 'warning',
    confidence: confidenceOf(fit, unlikePeers),
    reason_codes: [
      ...(isHidden ? ['growth_outside_allocator'] : []),
      'monotone_growth',
      ...(steps === null ? [] : ['steps_marked']),
      ...(unlikePeers ? ['unlike_peers'] : ranks.length > 1 ? ['whole_group'] : []),
    ].sort(),
    summary: `${ranksText(ranks)} ${ranks.length > 1 ? 'grow' : 'grows'}${peers}: ${COUNTER_WORDS[counter]} ${rate}${perStep}${end}`,
    evidence,
    phase_path: phaseAt(track.view, onset),
    next_step: isHidden
      ? `look for memory taken outside the framework on ${ranksText(ranks)}: communicators, custom kernels, other processes on the device`
      : `see what ${ranksText(ranks)} ${ranks.length > 1 ? 'keep' : 'keeps'} between steps (lists of outputs, caches, graphs held by losses)`,
  };
  return [cause];
}

/** Where to look for the turn: a quarter of the run before the bucket in which it was found. */
function startOf(track: Track, fit: GrowthFit, count: number): number {
  const share = fit.bucket / Math.max(1, track.buckets.length);
  return Math.max(0, Math.floor((share - 0.35) * count));
}

function confidenceOf(fit: GrowthFit, unlikePeers: boolean): number {
  const clear = 1 - Math.exp(-fit.growth / (10 * fit.noise + 1));
  return Math.min(0.99, 0.5 + 0.25 * clear * fit.tau + (unlikePeers ? 0.2 : 0.1));
}

function inUseOf(track: Track): number | null {
  const { device_used: used, reserved, allocated } = track.device.device;
  for (const column of [used, reserved, allocated]) {
    const last = column.findLast((value) => !Number.isNaN(value));
    if (last !== undefined) return last;
  }
  return null;
}

/** The outermost phase that repeats at least four times after the onset, and the growth that falls to one of them. */
function stepsOf(track: Track, onset: number, slope: number, end: number): GrowthEvidence['steps'] {
  const { phases } = track.view;
  const counts = new Map<string, number>();
  const keys = phases.paths.map(phaseKey);
  for (let i = 0; i < phases.path.length; i++) {
    if (phases.starts[i]! < onset) continue;
    const key = keys[phases.path[i]!]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count >= 4);
  if (repeated.length === 0) return null;
  const depth = (key: string): number => key.split(' / ').length;
  const [phase_path, count] = repeated.reduce((best, each) => (depth(each[0]) < depth(best[0]) ? each : best));
  return { phase_path, count, bytes_per_step: (slope * (end - onset)) / 1e9 / count };
}
