import type { ArtifactLoadResult } from '../../load/artifact-load-result.ts';
import type { Cause, StoppedEvidence } from '../cause.ts';
import { lastSeenOf } from '../run/last-seen.ts';
import { phaseAt } from '../run/phase-at.ts';
import { type RankView, type RunView, wireTime } from '../run/run-view.ts';
import { durationText, ranksText } from '../run/words.ts';
import { median } from '../statistics/robust.ts';

const MOST_LISTED = 16;
/** Ranks that end within so many sampling intervals of each other end together. */
const INTERVALS = 3;
const END_QUANTILE = 0.6;
/** Share of the run by which a rank that finished may be early. */
const FINISHED_SHARE = 0.2;
const LEAST_SILENCE_NS = 500_000_000;

interface Stopped {
  readonly view: RankView;
  /** Last time on the common clock. */
  readonly end: number;
  readonly silence: number;
  readonly allowed: number;
  readonly rule: StoppedEvidence['rule'];
  readonly peersLast: number;
  readonly status: string | null;
}

/** What all ranks have in common, computed once. */
interface Usual {
  /** By their ends on the common clock. */
  readonly byEnd: readonly RankView[];
  readonly interval: number;
  readonly uncertainty: number;
  readonly first: number;
  readonly ranksOfHost: ReadonlyMap<string, number>;
  /** Ranks whose recordings were closed. */
  readonly finished: number;
  readonly placeOf: ReadonlyMap<number, number>;
}

/**
 * Ranks that fell silent before their peers by more than sampling and clocks explain, the first to stop first
 * (docs/formats/causes.md §5.5). When the clocks do not allow an order between the first ones, an `undecided` cause says
 * so and comes before them.
 */
export function stoppedCauses(run: RunView, load: ArtifactLoadResult): Cause[] {
  if (run.ranks.length < 2) return [];
  const usual = usualOf(run, load);
  const shifted: Stopped[] = [];
  const stopped: Stopped[] = [];
  for (const view of usual.byEnd) {
    const each = stoppedOf(view, run, load, usual);
    if (!(each.silence > each.allowed)) continue;
    (isShifted(each, usual) ? shifted : stopped).push(each);
  }
  const causes = stopped.map((each, place) => causeOf(run, each, usual, place, stopped.length));
  return [...undecidedOrder(stopped), ...causes, ...shifted.map(stoppedOrShifted)];
}

function usualOf({ ranks }: RunView, load: ArtifactLoadResult): Usual {
  const byEnd = [...ranks].sort((left, right) => endOf(left) - endOf(right) || left.rank - right.rank);
  const ranksOfHost = new Map<string, number>();
  for (const { host } of ranks) ranksOfHost.set(host, (ranksOfHost.get(host) ?? 0) + 1);
  return {
    byEnd,
    interval: median(ranks.map((view) => view.interval)),
    uncertainty: median(ranks.map((view) => view.uncertainty)),
    first: median(ranks.map((view) => view.first)),
    ranksOfHost,
    finished: ranks.filter((view) => isFinished(view, statusOf(view, load))).length,
    placeOf: new Map(byEnd.map((view, place) => [view.rank, place])),
  };
}

function endOf(view: RankView): number {
  return view.last + view.offset;
}

function stoppedOf(view: RankView, run: RunView, load: ArtifactLoadResult, usual: Usual): Stopped {
  const end = endOf(view);
  const peersLast = endOf(usual.byEnd[quantilePlace(usual, view)]!);
  const status = statusOf(view, load);
  const finished = isFinished(view, status);
  const rest = { view, end, silence: peersLast - end, peersLast, status };
  // Where the peers closed their recordings, a rank that did not was cut off, however short before them.
  if (!finished && 2 * usual.finished >= run.ranks.length - 1) {
    return { ...rest, rule: 'cut_off', allowed: 1.5 * view.interval };
  }
  const sampling = Math.max(INTERVALS * Math.max(view.interval, usual.interval), LEAST_SILENCE_NS);
  const allowed = sampling + view.uncertainty + usual.uncertainty;
  // A rank that says that it has finished is early only by a good part of the run.
  const early = finished && view.summary.signs.marks.length === 0 ? FINISHED_SHARE * run.span : 0;
  return early > allowed
    ? { ...rest, rule: 'finished_early', allowed: early }
    : { ...rest, rule: 'sampling_and_clocks', allowed };
}

/**
 * Place by end of the peer whose end stands for that of all: late rather than in the middle, for when half of the ranks
 * stopped, the others tell when the run ended.
 */
function quantilePlace({ byEnd, placeOf }: Usual, view: RankView): number {
  const place = Math.floor((byEnd.length - 2) * END_QUANTILE);
  return placeOf.get(view.rank)! <= place ? place + 1 : place;
}

function statusOf(view: RankView, load: ArtifactLoadResult): string | null {
  const own = (load.rank_sessions.get(view.rank) ?? []).filter(({ selected }) => selected);
  return own.at(-1)?.status ?? null;
}

function isFinished(view: RankView, status: string | null): boolean {
  return view.summary.signs.stopped || status === 'completed';
}

/** The whole recording lies earlier, and nothing told the clocks' offset: its clock is off, it was not cut. */
function isShifted({ view, silence }: Stopped, { first, ranksOfHost }: Usual): boolean {
  if (view.clock.basis !== 'none') return false;
  return first - view.first >= 0.9 * silence && ranksOfHost.get(view.host) === 1;
}

function causeOf(run: RunView, stopped: Stopped, usual: Usual, place: number, count: number): Cause {
  const { view, silence, allowed, status } = stopped;
  const unfinished = !isFinished(view, status);
  const marks = view.summary.signs.marks.filter(
    ({ timestamp_ns }) => view.summary.last_event_ns - timestamp_ns <= BigInt(Math.round(0.2 * run.span + 2e9)),
  );
  const peers = usual.byEnd.filter((other) => other !== view);
  const before = Math.max(0, Math.floor((peers.length - 1) * END_QUANTILE) - MOST_LISTED / 2);
  const evidence: StoppedEvidence = {
    last_seen: [view, ...peers.slice(before, before + MOST_LISTED)].map((each) => lastSeenOf(each)),
    peers: peers.length,
    peers_before: before,
    peers_last_ns: wireTime(run.base, stopped.peersLast),
    silence_ns: BigInt(Math.round(silence)),
    allowed_ns: BigInt(Math.round(allowed)),
    rule: stopped.rule,
    usual_interval_ns: BigInt(Math.round(usual.interval)),
    usual_uncertainty_ns: BigInt(Math.round(usual.uncertainty)),
    run_span_ns: BigInt(Math.round(run.span)),
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
        times: candidates.slice(0, MOST_LISTED).map(({ view }) => lastSeenOf(view)),
        resolution_ns: BigInt(
          Math.round(Math.max(...candidates.slice(0, MOST_LISTED).map(({ view }) => view.interval))),
        ),
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
      times: [lastSeenOf(view)],
      resolution_ns: BigInt(Math.round(view.interval)),
    },
    phase_path: null,
    next_step:
      'compare the clocks of the hosts (timedatectl, chronyc tracking) before trusting the order of times between them',
  };
}
