import type { Cause, SlowEvidence } from '../cause.ts';
import { type RunView, wireTime } from '../run/run-view.ts';
import { durationText } from '../run/words.ts';
import { fitStep } from '../statistics/change-point.ts';
import { MAD_TO_SIGMA, median, sortedNumbers } from '../statistics/robust.ts';
import { evenly } from './growth-fit.ts';
import { type PhaseKind, type PhaseRuns, phaseKinds } from './phase-durations.ts';

const LEAST_COUNT = 4;
const LEAST_RATIO = 1.25;
const NEARLY_SLOW = 1.15;
const THRESHOLD = 5;
const MOST_PEERS = 64;
/** Ordinary spread of a phase between ranks, as a share of its length, and what recording adds. */
const SPREAD_SHARE = 0.04;
const SPREAD_NS = 3_000_000;

interface Slow {
  readonly kind: PhaseKind;
  readonly runs: PhaseRuns;
  readonly evidence: SlowEvidence;
  readonly onset: number;
}

/**
 * Ranks on which working phases last longer than on their peers (docs/formats/causes.md §5.7): robust z-scores of the
 * median durations. A longer time in a collective is waiting for others and never makes a rank slow; when the peers wait
 * longer than the rank does, that is told as further evidence.
 */
export function slowCauses(run: RunView): Cause[] {
  const kinds = phaseKinds(run);
  const found = new Map<number, Slow>();
  for (const kind of kinds) {
    if (kind.collective) continue;
    const enough = kind.ranks.filter(({ durations }) => durations.length >= LEAST_COUNT);
    if (enough.length < 2) continue;
    for (const runs of candidatesOf(enough)) {
      const slow = compare(kind, runs, enough, kinds);
      if (slow === null) continue;
      const best = found.get(runs.view.rank);
      const worse = best === undefined || excess(slow) > excess(best) ? slow : best;
      found.set(runs.view.rank, { ...worse, onset: Math.min(slow.onset, best?.onset ?? slow.onset) });
    }
  }
  return [...found.values()].map((slow) => causeOf(run, slow));
}

/** The ranks that may be slow, by their medians over the whole run and its last fifth: few, so that all is linear. */
function candidatesOf(enough: readonly PhaseRuns[]): PhaseRuns[] {
  const whole = enough.map(({ durations }) => median(durations));
  const late = enough.map(({ durations }) => median(durations.subarray(Math.floor(0.8 * durations.length))));
  const usual = [whole, late].map((medians) => {
    const sorted = sortedNumbers(medians);
    return sorted[(sorted.length - 1) >> 1]!;
  });
  return enough.filter((_, i) => whole[i]! >= NEARLY_SLOW * usual[0]! || late[i]! >= NEARLY_SLOW * usual[1]!);
}

function excess({ evidence, runs }: Slow): number {
  return (median(runs.durations) - evidence.peers_median_ns) * runs.durations.length;
}

function compare(
  kind: PhaseKind,
  runs: PhaseRuns,
  all: readonly PhaseRuns[],
  kinds: readonly PhaseKind[],
): Slow | null {
  const onsetIndex = slowFrom(runs, all);
  // Compared from where it became slow: a rank that slows down late would hide behind its good beginning.
  const others = all.filter((each) => each !== runs);
  const compared = [runs, ...evenly(others.length, MOST_PEERS).map((i) => others[i]!)];
  const durations = compared.map((each) => ({
    rank: each.view.rank,
    median_ns: median(each.durations.subarray(Math.min(onsetIndex, each.durations.length - 1))),
    count: each.durations.length - Math.min(onsetIndex, each.durations.length - 1),
  }));
  const own = durations[0]!.median_ns;
  const peers = durations.slice(1).map((each) => each.median_ns);
  const centre = median(peers);
  const spread = MAD_TO_SIGMA * median(peers.map((value) => Math.abs(value - centre)));
  const scale = Math.max(spread, SPREAD_SHARE * centre, SPREAD_NS);
  const score = (own - centre) / scale;
  if (own / centre < LEAST_RATIO || score < THRESHOLD) return null;
  const waiting = waitingOf(runs, kinds, onsetIndex);
  // With one peer only, its waiting tells which of the two is unusual.
  if (peers.length < 2 && waiting === null) return null;
  const evidence: SlowEvidence = {
    phase_path: kind.key,
    durations,
    peers_median_ns: centre,
    ratio: own / centre,
    threshold: THRESHOLD,
    score,
    scale_ns: scale,
    waiting,
  };
  return { kind, runs, evidence, onset: runs.starts[onsetIndex]! };
}

/** The run of the phase from which on the rank is slower than the peers' median of the same repetition; 0 if always. */
function slowFrom(runs: PhaseRuns, all: readonly PhaseRuns[]): number {
  const peers = all.filter((each) => each !== runs);
  const sample = peers.length > 32 ? peers.filter((_, i) => i % Math.ceil(peers.length / 32) === 0) : peers;
  const usual = Float64Array.from(runs.durations, (_, i) =>
    median(sample.map((each) => each.durations[i] ?? Number.NaN)),
  );
  const logs = [...runs.durations].map((value, i) => Math.log(value / usual[i]!)).filter(Number.isFinite);
  if (logs.length !== runs.durations.length) return 0;
  const fit = fitStep(logs, 2);
  if (fit === null || fit.after < fit.before + 0.15 || fit.error > 0.7 * fit.constantError) return 0;
  return fit.after > 0.15 && fit.before < 0.5 * fit.after ? fit.index : 0;
}

function waitingOf(runs: PhaseRuns, kinds: readonly PhaseKind[], from: number): SlowEvidence['waiting'] {
  let best: SlowEvidence['waiting'] = null;
  for (const kind of kinds) {
    if (!kind.collective) continue;
    const own = kind.ranks.find((each) => each.view === runs.view);
    const peers = kind.ranks.filter((each) => each.view !== runs.view);
    if (own === undefined || peers.length === 0) continue;
    const mid = (each: PhaseRuns): number =>
      median(each.durations.subarray(Math.min(from, Math.max(0, each.durations.length - 2))));
    const ownMedian = mid(own);
    const peersMedian = median(peers.map(mid));
    if (!(peersMedian > 1.2 * ownMedian)) continue;
    if (best === null || peersMedian - ownMedian > best.peers_median_ns - best.own_median_ns) {
      best = { phase_path: kind.key, own_median_ns: ownMedian, peers_median_ns: peersMedian };
    }
  }
  return best;
}

function causeOf(run: RunView, { kind, runs, evidence, onset }: Slow): Cause {
  const { view } = runs;
  const own = evidence.durations[0]!.median_ns;
  const waits =
    evidence.waiting === null
      ? ''
      : `; they wait for it in "${evidence.waiting.phase_path}" (${durationText(evidence.waiting.peers_median_ns)}, itself ${durationText(evidence.waiting.own_median_ns)})`;
  return {
    kind: 'slow_rank',
    ranks: [view.rank],
    devices: [],
    onset_ns: wireTime(run.base, onset),
    onset_uncertainty_ns: BigInt(Math.ceil(Math.max(own, 2 * view.interval))),
    severity: 'warning',
    confidence: Math.min(0.95, 0.55 + Math.min(evidence.score, 20) / 80 + (evidence.waiting === null ? 0 : 0.15)),
    reason_codes: ['longer_phases', ...(evidence.waiting === null ? [] : ['peers_wait'])],
    summary: `rank ${view.rank} is slow: "${kind.key}" takes ${durationText(own)} there, ${durationText(evidence.peers_median_ns)} on its peers${waits}`,
    evidence,
    phase_path: kind.key,
    next_step: `compare rank ${view.rank} with a peer: device clocks and temperature, data loading, other processes on ${view.host}`,
  };
}
