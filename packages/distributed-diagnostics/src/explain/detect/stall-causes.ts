import type { Cause, StallEvidence } from '../cause.ts';
import { isCollectivePath } from '../clocks/phase-key.ts';
import { lastSeenOf } from '../run/last-seen.ts';
import { type RunView, wireTime } from '../run/run-view.ts';
import { durationText, ranksText } from '../run/words.ts';
import { median } from '../statistics/robust.ts';
import { type Progress, progressOf } from './rank-progress.ts';

const MOST_LISTED = 16;
const LEAST_INTERVALS = 10;
/** A silence so many times as long as the longest before is a stall. */
const TIMES_USUAL = 4;

/** A run that stands still. */
interface Stall {
  /** By last progress on the common clock. */
  readonly ordered: readonly Progress[];
  readonly end: number;
  readonly silence: number;
  /** The longest pause before. */
  readonly usual: Progress;
  readonly byPhases: boolean;
}

/**
 * A run whose samples go on while phases, or without phases memory, have stopped changing on every rank
 * (docs/formats/causes.md §5.8). The rank that holds the others up is the one that is not waiting in a collective when
 * its peers are; without such a sign, the one whose progress ended first, when the clocks allow that to be told.
 */
export function stallCauses(run: RunView): Cause[] {
  if (run.ranks.length < 2) return [];
  const known: Progress[] = [];
  for (const view of run.ranks) {
    const progress = progressOf(view);
    if (progress === null) return [];
    known.push(progress);
  }
  const ordered = known.sort((left, right) => left.common - right.common || left.view.rank - right.view.rank);
  const latest = ordered.at(-1)!.common;
  const end = median(run.ranks.map((view) => view.last + view.offset));
  const silence = end - latest;
  const usual = known.reduce((longest, each) => (pauseOf(each) > pauseOf(longest) ? each : longest));
  const interval = median(run.ranks.map((view) => view.interval));
  if (silence < Math.max(TIMES_USUAL * pauseOf(usual), LEAST_INTERVALS * interval)) return [];
  const samplesGoOn = known.filter(({ view, common }) => view.last + view.offset - common >= 0.5 * silence);
  if (samplesGoOn.length < 0.75 * known.length) return [];
  // A run that closed its phases, or without phases its recordings, has ended its work, not stalled.
  if (known.every(({ view, open, byPhases }) => (byPhases ? open === null : view.summary.signs.stopped))) return [];
  return [decide(run, { ordered, end, silence, usual, byPhases: known.some(({ byPhases }) => byPhases) })];
}

function pauseOf({ pause }: Progress): number {
  return pause.to - pause.from;
}

function decide(run: RunView, stall: Stall): Cause {
  const { ordered, silence } = stall;
  const working = ordered.filter(({ open }) => open !== null && !isCollectivePath(open));
  const waiting = ordered.filter(({ open }) => open !== null && isCollectivePath(open));
  if (working.length === 1 && waiting.length >= 1) {
    return causeOf(run, working[0]!, stall, ['peers_wait_in_collective'], 0.95);
  }
  const first = ordered[0]!;
  const rivals = ordered.slice(1).filter(({ view, common, resolution }) => {
    const clocks = view.host === first.view.host ? 0 : view.uncertainty + first.view.uncertainty;
    return common - first.common <= clocks + Math.max(resolution, first.resolution);
  });
  if (rivals.length === 0) {
    return stall.byPhases
      ? causeOf(run, first, stall, ['first_without_progress'], 0.85)
      : causeOf(run, first, stall, ['first_without_progress', 'memory_only'], 0.6);
  }
  const candidates = [first, ...rivals];
  const listed = candidates.slice(0, MOST_LISTED);
  const missing = ['finer_clock_offsets', ...(first.byPhases ? ['open_phases'] : ['phases'])];
  return {
    kind: 'undecided',
    ranks: candidates.map(({ view }) => view.rank),
    devices: [],
    onset_ns: wireTime(run.base, first.last),
    onset_uncertainty_ns: BigInt(Math.round(first.view.uncertainty + 2 * first.view.interval)),
    severity: severityOf(stall),
    confidence: stall.byPhases ? 0.8 : 0.6,
    reason_codes: [...missing.map((what) => `needs_${what}`), 'order_within_uncertainty'].sort(),
    summary: `the run ${stallWords(stall)} for ${durationText(silence)}; which of ${ranksText(candidates.map(({ view }) => view.rank))} held it up cannot be told`,
    evidence: {
      question: 'which_stalled_first',
      candidates: candidates.map(({ view }) => view.rank),
      missing,
      times: listed.map(({ view, last }) => lastSeenOf(view, wireTime(run.base, last))),
      resolution_ns: BigInt(Math.round(Math.max(...listed.map(({ resolution }) => resolution)))),
    },
    phase_path: null,
    next_step: 'take a stack dump of every rank (py-spy dump): the one outside a collective is the one to look at',
  };
}

/** Memory that stands still may be ordinary, phases that stay open are not. */
function severityOf({ byPhases }: Stall): 'critical' | 'warning' {
  return byPhases ? 'critical' : 'warning';
}

function stallWords({ byPhases }: Stall): string {
  return byPhases ? 'stalled' : 'seems to have stalled (its memory stands still)';
}

function evidenceOf({ base }: RunView, { ordered, end, silence, usual }: Stall): StallEvidence {
  const listed = ordered.length <= MOST_LISTED ? ordered : [...ordered.slice(0, MOST_LISTED - 1), ordered.at(-1)!];
  return {
    last_progress: listed.map(({ view, last }) => ({
      rank: view.rank,
      last_progress_ns: wireTime(base, last),
      last_event_ns: view.summary.last_event_ns,
      clock_offset_ns: view.clock.offset_ns,
      clock_uncertainty_ns: BigInt(Math.round(view.uncertainty)),
    })),
    run_end_ns: wireTime(base, end),
    silence_ns: BigInt(Math.round(silence)),
    usual_ns: BigInt(Math.round(pauseOf(usual))),
    longest_pause: {
      rank: usual.view.rank,
      from_ns: wireTime(base, usual.pause.from),
      to_ns: wireTime(base, usual.pause.to),
    },
  };
}

function causeOf(
  run: RunView,
  { view, last, open, resolution }: Progress,
  stall: Stall,
  reasons: readonly string[],
  confidence: number,
): Cause {
  const where = open === null ? '' : `, in ${open}`;
  return {
    kind: 'stalled',
    ranks: [view.rank],
    devices: [],
    onset_ns: wireTime(run.base, last),
    onset_uncertainty_ns: BigInt(Math.ceil(Math.max(2 * view.interval, resolution))),
    severity: severityOf(stall),
    confidence,
    reason_codes: reasons,
    summary: `the run ${stallWords(stall)} for ${durationText(stall.silence)} after the last progress of rank ${view.rank}${where}`,
    evidence: evidenceOf(run, stall),
    phase_path: open,
    next_step: `take a stack dump of pid ${view.summary.signs.pid} on ${view.host} (py-spy dump): its peers wait for it`,
  };
}
