import type { ArtifactLoadResult } from '../../load/artifact-load-result.ts';
import type { Cause, LastSeen, StoppedEvidence } from '../cause.ts';
import { phaseAt } from '../run/phase-at.ts';
import { type RankView, type RunView, wireTime } from '../run/run-view.ts';
import { durationText, ranksText } from '../run/words.ts';
import { median, sortedNumbers } from '../statistics/robust.ts';

const MOST_LISTED = 16;
/** Ranks that end within so many sampling intervals of each other end together. */
const INTERVALS = 3;
/** Share of the run by which a rank that finished may be early. */
const FINISHED_SHARE = 0.2;
const LEAST_SILENCE_NS = 500_000_000;

interface Stopped {
  readonly view: RankView;
  /** Last time on the common clock. */
  readonly end: number;
  readonly silence: number;
  readonly allowed: number;
  readonly peersLast: number;
  readonly status: string | null;
}

/**
 * Ranks that fell silent before their peers by more than sampling and clocks explain, the first to stop first
 * (docs/formats/causes.md §5.5). When the clocks do not allow an order between the first ones, an `undecided` cause says
 * so and comes before them.
 */
export function stoppedCauses(run: RunView, load: ArtifactLoadResult): Cause[] {
  if (run.ranks.length < 2) return [];
  const ends = sortedNumbers(run.ranks.map((view) => view.last + view.offset));
  const early = run.ranks
    .map((view) => stoppedOf(view, run, load, ends))
    .filter(({ silence, allowed }) => silence > allowed);
  const shifted = early.filter((each) => isShifted(each, run));
  const stopped = early
    .filter((each) => !shifted.includes(each))
    .sort((left, right) => left.end - right.end || left.view.rank - right.view.rank);
  const causes = stopped.map((each, place) => causeOf(run, each, place, stopped.length));
  return [...undecidedOrder(stopped), ...causes, ...shifted.map(stoppedOrShifted)];
}

function stoppedOf(view: RankView, run: RunView, load: ArtifactLoadResult, ends: Float64Array): Stopped {
  const end = view.last + view.offset;
  const own = ends.indexOf(end);
  const peers = ends.filter((_, i) => i !== own);
  const peersLast = quantileUp(peers);
  const intervals = median(run.ranks.map((each) => each.interval));
  const uncertainty = view.host === run.ranks[0]!.host && run.clocks.length < 2 ? 0 : clockDoubt(view, run);
  const status = statusOf(view, load);
  // Where the peers closed their recordings, a rank that did not was cut off, however short before them.
  const closed = run.ranks.filter((other) => other !== view && isFinished(other, statusOf(other, load))).length;
  const isCut = !isFinished(view, status) && 2 * closed >= run.ranks.length - 1;
  const usual = Math.max(INTERVALS * Math.max(view.interval, intervals), LEAST_SILENCE_NS) + uncertainty;
  // A rank that says that it has finished is early only by a good part of the run.
  const finished = isFinished(view, status) && view.summary.signs.marks.length === 0 ? FINISHED_SHARE * run.span : 0;
  const allowed = isCut ? 1.5 * view.interval : Math.max(usual, finished);
  return { view, end, silence: peersLast - end, allowed, peersLast, status };
}

function statusOf(view: RankView, load: ArtifactLoadResult): string | null {
  const own = (load.rank_sessions.get(view.rank) ?? []).filter(({ selected }) => selected);
  return own.at(-1)?.status ?? null;
}

function isFinished(view: RankView, status: string | null): boolean {
  return view.summary.signs.stopped || status === 'completed';
}

/** Late rather than in the middle: when half of the ranks stopped, the others tell when the run ended. */
function quantileUp(sorted: Float64Array): number {
  return sorted[Math.floor((sorted.length - 1) * 0.6)]!;
}

/** How far the clocks of a rank and of the others may be apart. */
function clockDoubt(view: RankView, run: RunView): number {
  return view.uncertainty + median(run.ranks.map((each) => each.uncertainty));
}

/** The whole recording lies earlier, and nothing told the clocks' offset: its clock is off, it was not cut. */
function isShifted({ view, silence }: Stopped, run: RunView): boolean {
  if (view.clock.basis !== 'none') return false;
  const starts = median(run.ranks.filter((other) => other !== view).map((other) => other.first));
  return starts - view.first >= 0.9 * silence && !run.ranks.some((other) => other !== view && other.host === view.host);
}

function lastSeenOf({ view }: { readonly view: RankView }): LastSeen {
  return {
    rank: view.rank,
    host: view.host,
    last_event_ns: view.summary.last_event_ns,
    clock_offset_ns: view.clock.offset_ns,
    clock_uncertainty_ns: BigInt(Math.round(view.uncertainty)),
  };
}

function causeOf(run: RunView, stopped: Stopped, place: number, count: number): Cause {
  const { view, silence, allowed, status } = stopped;
  const unfinished = !isFinished(view, status);
  const marks = view.summary.signs.marks.filter(
    ({ timestamp_ns }) => view.summary.last_event_ns - timestamp_ns <= BigInt(Math.round(0.2 * run.span + 2e9)),
  );
  const peers = run.ranks.filter((other) => other !== view).slice(0, MOST_LISTED - 1);
  const evidence: StoppedEvidence = {
    last_seen: [stopped, ...peers.map((peer) => ({ view: peer }))].map(lastSeenOf),
    peers_last_ns: wireTime(run.base, stopped.peersLast),
    silence_ns: BigInt(Math.round(silence)),
    allowed_ns: BigInt(Math.round(allowed)),
    session_status: status,
    marks,
  };
  const first = place === 0 && count > 1 ? ', the first to stop' : '';
  const state = unfinished ? ` without completing${status === null ? '' : ` (session still "${status}")`}` : '';
  const mark = marks.at(-1);
  const phase = phaseAt(view, view.last);
  const where = phase === null ? '' : ` in ${phase}`;
  return {
    kind: 'rank_stopped_early',
    ranks: [view.rank],
    devices: [],
    onset_ns: view.summary.last_event_ns,
    onset_uncertainty_ns: BigInt(Math.ceil(view.interval)),
    severity: unfinished || mark !== undefined ? 'critical' : 'warning',
    confidence: Math.min(0.98, 0.6 + Math.min(silence / allowed, 10) / 50 + (unfinished ? 0.15 : 0)),
    reason_codes: [
      ...(place === 0 && count > 1 ? ['first_to_stop'] : []),
      ...(unfinished ? ['session_not_completed'] : []),
      'silent_before_peers',
      ...(mark === undefined ? [] : ['alert_near_end']),
    ].sort(),
    summary: `rank ${view.rank} stopped${state} ${durationText(silence)} before its peers${first}${where}${mark === undefined ? '' : `; its last alert: ${mark.context.slice(0, 80)}`}`,
    evidence,
    phase_path: phase,
    next_step: `look at what ended pid ${view.summary.signs.pid} on ${view.host} then: its own log, the kernel log (out of memory), the scheduler`,
  };
}

/** The ranks that may have been the first, when clocks and sampling allow more than one. */
function undecidedOrder(stopped: readonly Stopped[]): Cause[] {
  const first = stopped[0];
  if (first === undefined) return [];
  const rivals = stopped.slice(1).filter(({ view, end }) => {
    const clocks = view.host === first.view.host ? 0 : view.uncertainty + first.view.uncertainty;
    return end - first.end <= clocks + Math.max(view.interval, first.view.interval);
  });
  if (rivals.length === 0) return [];
  const candidates = [first, ...rivals];
  const hosts = new Set(candidates.map(({ view }) => view.host));
  const blind = candidates.some(({ view }) => view.clock.basis === 'none');
  const missing = [
    ...(hosts.size > 1 ? [blind ? 'matched_boundaries_between_hosts' : 'finer_clock_offsets'] : []),
    'denser_samples',
  ];
  return [
    {
      kind: 'undecided',
      ranks: candidates.map(({ view }) => view.rank),
      devices: [],
      onset_ns: first.view.summary.last_event_ns,
      onset_uncertainty_ns: BigInt(Math.round(first.view.uncertainty + first.view.interval)),
      severity: 'critical',
      confidence: 0.8,
      reason_codes: [...missing.map((what) => `needs_${what}`), 'order_within_uncertainty'].sort(),
      summary: `${ranksText(candidates.map(({ view }) => view.rank))} stopped early, too close to each other to say which was first`,
      evidence: {
        question: 'which_stopped_first',
        candidates: candidates.map(({ view }) => view.rank),
        missing,
        times: candidates.slice(0, MOST_LISTED).map(lastSeenOf),
        values: [],
      },
      phase_path: null,
      next_step:
        'compare the clocks of the hosts, and read the logs of all of these ranks: any of them may be the first',
    },
  ];
}

/** A recording that begins as much earlier as it ends ran as long as the others: its clock may be off. */
function stoppedOrShifted(stopped: Stopped): Cause {
  const { view, silence } = stopped;
  return {
    kind: 'undecided',
    ranks: [view.rank],
    devices: [],
    onset_ns: view.summary.last_event_ns,
    onset_uncertainty_ns: BigInt(Math.round(silence)),
    severity: 'warning',
    confidence: 0.7,
    reason_codes: ['needs_matched_boundaries_between_hosts', 'starts_and_ends_early'],
    summary: `rank ${view.rank} was last seen ${durationText(silence)} before its peers and first seen about as much before them: it stopped, or the clock of ${view.host} is off`,
    evidence: {
      question: 'stopped_or_clock_off',
      candidates: [view.rank],
      missing: ['matched_boundaries_between_hosts'],
      times: [lastSeenOf(stopped)],
      values: [],
    },
    phase_path: null,
    next_step:
      'compare the clocks of the hosts (timedatectl, chronyc tracking) before trusting the order of times between them',
  };
}
