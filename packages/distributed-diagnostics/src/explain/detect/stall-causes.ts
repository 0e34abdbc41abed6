import type { Cause, LastSeen, StallEvidence } from '../cause.ts';
import { isCollectivePath } from '../clocks/phase-key.ts';
import { type RankView, type RunView, wireTime } from '../run/run-view.ts';
import { durationText, ranksText } from '../run/words.ts';
import { medianOfSorted, noiseOf, sortedNumbers } from '../statistics/robust.ts';
import { smooth } from './growth-fit.ts';

const MOST_LISTED = 16;
const LEAST_INTERVALS = 10;
/** A silence so many times as long as the longest before is a stall. */
const TIMES_USUAL = 4;

interface Progress {
  readonly view: RankView;
  /** Last progress on the own clock, and on the common one. */
  readonly last: number;
  readonly common: number;
  /** Longest time without progress before. */
  readonly usual: number;
  /** Innermost phase left open. */
  readonly open: string | null;
  readonly byPhases: boolean;
}

/**
 * A run whose samples go on while phases, or without phases memory, have stopped changing on every rank
 * (docs/formats/causes.md §5.8). The rank that holds the others up is the one that is not waiting in a collective when
 * its peers are; without such a sign, the one whose progress ended first, when the clocks allow that to be told.
 */
export function stallCauses(run: RunView): Cause[] {
  if (run.ranks.length < 2) return [];
  const progress = run.ranks.map((view) => progressOf(view));
  if (progress.some((each) => each === null)) return [];
  const known = progress as readonly Progress[];
  const latest = Math.max(...known.map(({ common }) => common));
  const end = medianOfSorted(sortedNumbers(run.ranks.map((view) => view.last + view.offset)));
  const silence = end - latest;
  const usual = Math.max(...known.map((each) => each.usual));
  const interval = medianOfSorted(sortedNumbers(run.ranks.map((view) => view.interval)));
  if (silence < Math.max(TIMES_USUAL * usual, LEAST_INTERVALS * interval)) return [];
  const samplesGoOn = known.filter(({ view, common }) => view.last + view.offset - common >= 0.5 * silence);
  if (samplesGoOn.length < 0.75 * known.length) return [];
  // A run that closed its phases and says so has ended its work, not stalled.
  if (known.every(({ open, byPhases }) => byPhases && open === null)) return [];
  return [decide(run, known, silence, usual)];
}

function progressOf(view: RankView): Progress | null {
  const { phases } = view;
  const spans = phases.path.length;
  if (spans >= 4) {
    const times = new Float64Array(2 * spans);
    let count = 0;
    let open: string | null = null;
    for (let i = 0; i < spans; i++) {
      times[count++] = phases.starts[i]!;
      if (phases.closed[i] === 1) times[count++] = phases.ends[i]!;
      else open = phases.paths[phases.path[i]!]!;
    }
    return { ...gapsOf(view, times.subarray(0, count).sort()), open, byPhases: true };
  }
  const series = view.devices[0]?.counters[0];
  if (series === undefined || series.times.length < 20) return null;
  const { bytes, times } = series;
  const noise = noiseOf(bytes);
  const quiet = 1e-4 * Math.abs(bytes[0]!);
  if (noise <= quiet) return null;
  const curve = smooth(bytes);
  const changes: number[] = [];
  for (let i = 1; i < curve.length; i++) if (Math.abs(curve[i]! - curve[i - 1]!) > quiet) changes.push(times[i]!);
  if (changes.length < 8) return null;
  return { ...gapsOf(view, Float64Array.from(changes)), open: null, byPhases: false };
}

function gapsOf(view: RankView, sorted: Float64Array): Pick<Progress, 'view' | 'last' | 'common' | 'usual'> {
  let usual = 0;
  for (let i = 1; i < sorted.length; i++) usual = Math.max(usual, sorted[i]! - sorted[i - 1]!);
  const last = sorted.at(-1)!;
  return { view, last, common: last + view.offset, usual };
}

function decide(run: RunView, known: readonly Progress[], silence: number, usual: number): Cause {
  const ordered = [...known].sort((left, right) => left.common - right.common);
  const working = known.filter(({ open }) => open !== null && !isCollectivePath(open));
  const waiting = known.filter(({ open }) => open !== null && isCollectivePath(open));
  const evidence: StallEvidence = {
    last_progress: ordered.slice(0, MOST_LISTED).map(({ view, last }) => ({
      rank: view.rank,
      last_progress_ns: wireTime(run.base, last),
      last_event_ns: view.summary.last_event_ns,
      clock_offset_ns: view.clock.offset_ns,
    })),
    silence_ns: BigInt(Math.round(silence)),
    usual_ns: BigInt(Math.round(usual)),
  };
  if (working.length === 1 && waiting.length >= 1) {
    return causeOf(run, working[0]!, evidence, silence, ['peers_wait_in_collective'], 0.95);
  }
  const first = ordered[0]!;
  const rivals = ordered.slice(1).filter(({ view, common }) => {
    const clocks = view.host === first.view.host ? 0 : view.uncertainty + first.view.uncertainty;
    const resolution = first.byPhases ? 2e6 : 2 * Math.max(view.interval, first.view.interval);
    return common - first.common <= clocks + resolution;
  });
  if (rivals.length === 0) return causeOf(run, first, evidence, silence, ['first_without_progress'], 0.85);
  const candidates = [first, ...rivals];
  return {
    kind: 'undecided',
    ranks: candidates.map(({ view }) => view.rank),
    devices: [],
    onset_ns: wireTime(run.base, first.last),
    onset_uncertainty_ns: BigInt(Math.round(first.view.uncertainty + 2 * first.view.interval)),
    severity: 'critical',
    confidence: 0.8,
    reason_codes: ['needs_open_phases', 'order_within_uncertainty'],
    summary: `the run stalled for ${durationText(silence)}; which of ${ranksText(candidates.map(({ view }) => view.rank))} held it up cannot be told`,
    evidence: {
      question: 'which_stalled_first',
      candidates: candidates.map(({ view }) => view.rank),
      missing: ['open_phases', 'finer_clock_offsets'],
      times: candidates.slice(0, MOST_LISTED).map(
        ({ view, last }): LastSeen => ({
          rank: view.rank,
          host: view.host,
          last_event_ns: wireTime(run.base, last),
          clock_offset_ns: view.clock.offset_ns,
          clock_uncertainty_ns: BigInt(Math.round(view.uncertainty)),
        }),
      ),
      values: [],
    },
    phase_path: null,
    next_step: 'take a stack dump of every rank; the one outside a collective is the one to look at',
  };
}

function causeOf(
  run: RunView,
  { view, last, open }: Progress,
  evidence: StallEvidence,
  silence: number,
  reasons: readonly string[],
  confidence: number,
): Cause {
  const where = open === null ? '' : `, in ${open}`;
  return {
    kind: 'stalled',
    ranks: [view.rank],
    devices: [],
    onset_ns: wireTime(run.base, last),
    onset_uncertainty_ns: BigInt(Math.ceil(2 * view.interval)),
    severity: 'critical',
    confidence,
    reason_codes: reasons,
    summary: `the run stalled for ${durationText(silence)} after the last progress of rank ${view.rank}${where}`,
    evidence,
    phase_path: open,
    next_step: `take a stack dump of pid ${view.summary.signs.pid} on ${view.host}: its peers wait for it`,
  };
}
