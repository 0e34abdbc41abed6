import type { Cause, CounterPoint, SpikeEvidence } from '../cause.ts';
import type { TrackGroup } from '../run/counter-grid.ts';
import { phaseAt } from '../run/phase-at.ts';
import { type RunView, wireTime } from '../run/run-view.ts';
import { COUNTER_WORDS, durationText, MEBIBYTE, sizeText } from '../run/words.ts';
import { MAD_TO_SIGMA, median } from '../statistics/robust.ts';
import { type Excursion, excursionsOf } from './excursions.ts';

const ROUTINE = /check[-_ ]?point|\bsave|eval|valid/i;

/**
 * Spikes of single ranks (docs/formats/causes.md §5.3): excursions that no other rank shares, that do not come back
 * again and again with one height, as checkpoints do, and that lie in no phase that names a checkpoint or an evaluation. One cause a rank, its
 * highest spike; findings of the model on that rank near it are named in the evidence, not repeated.
 */
export function spikeCauses(run: RunView, groups: readonly TrackGroup[]): Cause[] {
  const all = groups.flatMap((group) => {
    const hasPeers = new Set(group.tracks.map((track) => track.view.rank)).size >= 3;
    return group.tracks.flatMap((track) => excursionsOf(track, group, hasPeers));
  });
  const byRank = new Map<number, Excursion[]>();
  for (const excursion of all) {
    const rank = excursion.track.view.rank;
    const own = byRank.get(rank);
    if (own === undefined) byRank.set(rank, [excursion]);
    else own.push(excursion);
  }
  return [...byRank.values()].flatMap((own) => {
    const counter = own[0]!.track.series.counter;
    const same = own.filter((excursion) => excursion.track.series.counter === counter);
    const repeated = repetitions(same);
    const single = same.filter(
      (excursion) =>
        excursion.isNotable &&
        !repeated.has(excursion) &&
        !isGrowth(excursion) &&
        !isShared(excursion, all) &&
        !isRoutine(excursion),
    );
    const highest = single.reduce<Excursion | null>(
      (best, each) => (best === null || each.height > best.height ? each : best),
      null,
    );
    const evidence = highest === null ? null : evidenceOf(run, highest);
    if (highest === null || evidence === null || evidence.score < evidence.threshold) return [];
    return [causeOf(run, highest, evidence, single.length)];
  });
}

const MOST_AROUND = 24;
/** Heights from here on, in scales of the samples around, are no chance; what is usual was weighed before. */
const CONFIRMED_FROM = 5;

/** The spike beside the samples next to it, which anybody can check; it must stand out among these too. */
function evidenceOf(run: RunView, { track, start, end, peakIndex }: Excursion): SpikeEvidence {
  const { view, series } = track;
  const { times, bytes } = series;
  let from = peakIndex;
  while (from > 0 && times[from - 1]! >= start) from--;
  let to = peakIndex;
  while (to + 1 < times.length && times[to + 1]! <= end) to++;
  const around: CounterPoint[] = [];
  for (let i = Math.max(0, from - MOST_AROUND); i < Math.min(times.length, to + 1 + MOST_AROUND); i++) {
    if (i < from || i > to) around.push({ timestamp_ns: wireTime(run.base, times[i]!), bytes: bytes[i]! });
  }
  const values = around.map((point) => point.bytes);
  const baseline = median(values);
  const scale = Math.max(
    MAD_TO_SIGMA * median(values.map((value) => Math.abs(value - baseline))),
    0.01 * Math.abs(baseline),
    MEBIBYTE,
  );
  const height = bytes[peakIndex]! - baseline;
  const near = 20 * view.interval;
  const signals = view.summary.candidates
    .filter(({ timestamp_ns: at }) => {
      const time = Number(at - run.base);
      return time >= start - near && time <= end + near;
    })
    .map(({ signal }) => signal);
  return {
    counter: series.counter,
    peak: { timestamp_ns: wireTime(run.base, times[peakIndex]!), bytes: bytes[peakIndex]! },
    to_ns: wireTime(run.base, end),
    around,
    baseline_bytes: baseline,
    height_bytes: height,
    scale,
    score: height / scale,
    threshold: CONFIRMED_FROM,
    signals: [...new Set(signals)],
  };
}

/** Three or more of like height: something that the rank does again and again, as writing checkpoints. */
function repetitions(own: readonly Excursion[]): ReadonlySet<Excursion> {
  let largest: readonly Excursion[] = [];
  for (const { height } of own) {
    const alike = own.filter((other) => Math.abs(other.height - height) <= 0.4 * height);
    if (alike.length > largest.length) largest = alike;
  }
  return new Set(largest.length >= 3 ? largest : []);
}

function isShared(excursion: Excursion, all: readonly Excursion[]): boolean {
  const { track, start, end, height } = excursion;
  const slack = 2 * track.view.interval;
  return all.some((other) => {
    if (other.track.view.rank === track.view.rank || other.track.series.counter !== track.series.counter) return false;
    const reach = slack + track.view.uncertainty + other.track.view.uncertainty;
    const shift = other.track.view.offset - track.view.offset;
    return other.height >= 0.4 * height && other.start + shift <= end + reach && other.end + shift >= start - reach;
  });
}

/** What lasts until the end is a spike only when it came at once; else it is the end of a growth. */
function isGrowth({ track: { series }, start, end, height }: Excursion): boolean {
  const { times, bytes } = series;
  if (end < times[Math.max(0, times.length - 3)]!) return false;
  const from = times.indexOf(start);
  for (let i = Math.max(0, from - 2); i + 3 < bytes.length; i++)
    if (bytes[i + 3]! - bytes[i]! >= 0.4 * height) return false;
  return true;
}

function isRoutine({ track, start, peakIndex }: Excursion): boolean {
  const peak = track.series.times[peakIndex]!;
  return [start, peak].some((time) => ROUTINE.test(phaseAt(track.view, time) ?? ''));
}

function causeOf(
  run: RunView,
  { track, start, end, peakIndex }: Excursion,
  evidence: SpikeEvidence,
  count: number,
): Cause {
  const { view, series } = track;
  const { height_bytes: height, peak, score, signals } = evidence;
  const phase = phaseAt(view, series.times[peakIndex]!);
  const where = phase === null ? '' : ` in ${phase}`;
  const again = count > 1 ? `, the highest of ${count}` : '';
  return {
    kind: 'spike',
    ranks: [view.rank],
    devices: [track.device.device.device_id],
    onset_ns: wireTime(run.base, start),
    onset_uncertainty_ns: BigInt(Math.ceil(2 * view.interval)),
    severity: 'warning',
    confidence: Math.min(0.95, 0.55 + Math.min(score, 40) / 100),
    reason_codes: ['alone_among_ranks', ...(signals.length > 0 ? ['model_finding'] : []), 'short_excursion'].sort(),
    summary: `rank ${view.rank} spiked: ${COUNTER_WORDS[series.counter]} rose by ${sizeText(height)} to ${sizeText(peak.bytes)} for ${durationText(Math.max(end - start, view.interval))}${where}${again}`,
    evidence,
    phase_path: phase,
    next_step: `see what rank ${view.rank} does at that step that its peers do not: an outlying batch, a gathered tensor, logging`,
  };
}
