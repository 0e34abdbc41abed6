import { attributeCollectiveSpikes, type CollectiveAttribution } from '@stormlog/gap-analysis';
import { ArgumentError, compareCodePoints, formatFixed, roundDecimal } from '@stormlog/records';
import { summarizePhaseAttribution } from '@stormlog/timeline';
import { larger } from '../numbers/bigint-extremes.ts';
import type { DiagnosticsWarning } from '../warnings/diagnostics-warning.ts';
import { collectiveConfig } from './collective-spikes.ts';
import type {
  AnomalyCandidate,
  AnomalyIndicator,
  DistributedDiagnosticsModel,
  RankDiagnosticsRow,
  Severity,
} from './distributed-model.ts';
import { completeRanks } from './expected-ranks.ts';
import { modelWarnings } from './model-warnings.ts';
import { SEVERITY_WEIGHT } from './rank-candidates.ts';
import type { RankSummary } from './rank-summary.ts';

/** Which ranks the model shows. */
export interface ModelOptions {
  /** Ranks to keep, from `parseRankFilter`; null or absent keeps all, an empty set none. */
  readonly ranks?: Iterable<number> | null | undefined;
}

/**
 * The model of a job from the summaries of its ranks, in any order and wherever they were made
 * (docs/formats/distributed-diagnostics.md §9). The filter cuts rows, timelines, indicators and markers; warnings and the
 * attribution to collectives see all ranks.
 *
 * @throws ArgumentError when two summaries are of one rank
 */
export function combineRankSummaries(
  summaries: Iterable<RankSummary>,
  options: ModelOptions = {},
): DistributedDiagnosticsModel {
  const ranks = [...summaries].sort((left, right) => left.rank - right.rank);
  for (let i = 1; i < ranks.length; i++) {
    if (ranks[i]!.rank === ranks[i - 1]!.rank) {
      throw new ArgumentError('summaries', `there are two summaries of rank ${ranks[i]!.rank}`);
    }
  }
  if (ranks.length === 0) return EMPTY_MODEL;

  const kept = options.ranks === null || options.ranks === undefined ? null : new Set(options.ranks);
  const shown = kept === null ? ranks : ranks.filter(({ rank }) => kept.has(rank));
  const worldSize = ranks.reduce((largest, { world_sizes }) => Math.max(largest, world_sizes.at(-1) ?? 0), 0);
  const complete = completeRanks(new Set(ranks.map(({ rank }) => rank)), worldSize);
  const expected = kept === null ? complete : complete.filter((rank) => kept.has(rank));
  const candidates = candidatesOf(ranks, shown);
  const bySummary = new Map(shown.map((summary) => [summary.rank, summary]));
  const rows = expected.map((rank) => {
    const summary = bySummary.get(rank);
    return summary === undefined ? missingRow(rank) : presentRow(summary, candidates.get(rank) ?? []);
  });
  const devices = shown.filter((summary) => summary.devices.length > 0);
  return {
    rows,
    indicators: indicatorsOf([...candidates.values()].flat()),
    expected_ranks: expected,
    present_ranks: shown.map(({ rank }) => rank),
    missing_ranks: expected.filter((rank) => !bySummary.has(rank)),
    per_rank_timelines: new Map(shown.map(({ rank, timeline }) => [rank, timeline])),
    warnings: modelWarnings(ranks),
    markers_by_rank: new Map(
      shown.filter(({ markers }) => markers.length > 0).map(({ rank, markers }) => [rank, markers]),
    ),
    ...(devices.length === 0 ? {} : { devices: new Map(devices.map((each) => [each.rank, each.devices])) }),
  };
}

const NO_EVENTS: DiagnosticsWarning = { code: 'no_events', message: 'There are no telemetry events to diagnose.' };

const EMPTY_MODEL: DistributedDiagnosticsModel = {
  rows: [],
  indicators: [],
  expected_ranks: [],
  present_ranks: [],
  missing_ranks: [],
  per_rank_timelines: new Map(),
  warnings: [NO_EVENTS],
  markers_by_rank: new Map(),
};

/** Candidates of the ranks shown, in the order of the rules. */
function candidatesOf(
  ranks: readonly RankSummary[],
  shown: readonly RankSummary[],
): ReadonlyMap<number, readonly AnomalyCandidate[]> {
  const collective = findingsByRank(ranks);
  return new Map(
    shown.map((summary) => [
      summary.rank,
      [
        ...summary.candidates,
        ...(collective.get(summary.rank) ?? []).map((finding) => collectiveCandidate(finding, summary.onset_ns)),
      ],
    ]),
  );
}

/** Spikes of all ranks weighed against each other: the findings of each rank. */
export function findingsByRank(ranks: readonly RankSummary[]): ReadonlyMap<number, readonly CollectiveAttribution[]> {
  const byRank = new Map<number, CollectiveAttribution[]>();
  const spikes = ranks.flatMap(({ collective }) => collective);
  for (const finding of attributeCollectiveSpikes(spikes, collectiveConfig())) {
    const own = byRank.get(finding.rank);
    if (own === undefined) byRank.set(finding.rank, [finding]);
    else own.push(finding);
  }
  return byRank;
}

/** A collective finding as an anomaly candidate; it cannot come before the rank's first sample. */
export function collectiveCandidate(finding: CollectiveAttribution, onsetNs: bigint): AnomalyCandidate {
  const confidence = roundDecimal(finding.confidence, 3);
  const reasons = [...new Set(finding.reason_codes)].sort(compareCodePoints);
  return {
    rank: finding.rank,
    severity: collectiveSeverity(confidence),
    timestamp_ns: larger(finding.interval_start_ns, onsetNs),
    signal: `collective:${finding.classification}`,
    details: `hidden memory spiked with communication (confidence ${formatFixed(confidence, 2)}: ${reasons.join(', ')})`,
    confidence,
    reason_codes: reasons,
    phase_path: summarizePhaseAttribution(finding.phase_attribution),
  };
}

function collectiveSeverity(confidence: number): Severity {
  if (confidence >= 0.8) return 'critical';
  return confidence >= 0.6 ? 'warning' : 'info';
}

function missingRow(rank: number): RankDiagnosticsRow {
  return {
    rank,
    availability: 'missing',
    samples: 0,
    allocated_delta_bytes: null,
    reserved_delta_bytes: null,
    device_used_delta_bytes: null,
    hidden_gap_latest_bytes: null,
    hidden_gap_peak_abs_bytes: null,
    has_anomaly: false,
    first_anomaly_timestamp_ns: null,
    first_anomaly_signal: null,
    first_anomaly_phase_path: null,
  };
}

function presentRow(summary: RankSummary, candidates: readonly AnomalyCandidate[]): RankDiagnosticsRow {
  const first = firstBy(candidates, isEarlier);
  return {
    rank: summary.rank,
    availability: 'present',
    ...summary.figures,
    has_anomaly: first !== null,
    first_anomaly_timestamp_ns: first?.timestamp_ns ?? null,
    first_anomaly_signal: first?.signal ?? null,
    first_anomaly_phase_path: first?.phase_path ?? null,
  };
}

function indicatorsOf(candidates: readonly AnomalyCandidate[]): AnomalyIndicator[] {
  const earliest = firstBy(candidates, isEarlier);
  const worst = firstBy(candidates, isWorse);
  return earliest === null || worst === null
    ? []
    : [indicatorOf('earliest', earliest), indicatorOf('most_severe', worst)];
}

function indicatorOf(kind: AnomalyIndicator['kind'], candidate: AnomalyCandidate): AnomalyIndicator {
  const { phase_path: phase, details } = candidate;
  return {
    kind,
    ...candidate,
    details: phase === null || phase === '' ? details : `${details}; phase: ${phase}`,
    reason_codes: [...candidate.reason_codes],
  };
}

function isEarlier(left: AnomalyCandidate, right: AnomalyCandidate): boolean {
  return left.timestamp_ns < right.timestamp_ns;
}

function isWorse(left: AnomalyCandidate, right: AnomalyCandidate): boolean {
  const difference = SEVERITY_WEIGHT[left.severity] - SEVERITY_WEIGHT[right.severity];
  return difference === 0 ? isEarlier(left, right) : difference > 0;
}

/** The first element that none comes before. */
function firstBy<Item>(items: readonly Item[], comesBefore: (left: Item, right: Item) => boolean): Item | null {
  let best: Item | null = null;
  for (const item of items) if (best === null || comesBefore(item, best)) best = item;
  return best;
}
