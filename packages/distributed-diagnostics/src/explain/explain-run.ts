import { ArgumentError } from '@stormlog/records';
import type { ArtifactLoadResult } from '../load/artifact-load-result.ts';
import type { Severity } from '../model/distributed-model.ts';
import type { RankSummary } from '../model/rank-summary.ts';
import type { Cause, CauseKind } from './cause.ts';
import { collectiveBufferCauses } from './detect/collective-buffer-causes.ts';
import { divergenceCauses } from './detect/divergence-causes.ts';
import { fragmentationCauses } from './detect/fragmentation-causes.ts';
import { growthCauses } from './detect/growth-causes.ts';
import { missingCause } from './detect/missing-cause.ts';
import { restartCause } from './detect/restart-cause.ts';
import { slowCauses } from './detect/slow-causes.ts';
import { spikeCauses } from './detect/spike-causes.ts';
import { stallCauses } from './detect/stall-causes.ts';
import { stoppedCauses } from './detect/stopped-causes.ts';
import { trackGroups } from './run/counter-grid.ts';
import { type RunView, viewRun } from './run/run-view.ts';
import { withoutRepetition } from './without-repetition.ts';

/** What a run is explained from: the load result, and a summary of each of its ranks. */
export interface RunToExplain {
  readonly load: ArtifactLoadResult;
  /** Of `summarizeRank`, one a rank, in any order. */
  readonly summaries: Iterable<RankSummary>;
}

export interface ExplainOptions {
  /** Ranks whose causes are kept, from `parseRankFilter`; all ranks are compared nevertheless. Default: all. */
  readonly ranks?: Iterable<number> | null | undefined;
  /**
   * Ranks whose recording still goes on, of a run that is watched: that they were seen last before their peers only says
   * that their latest records have not come yet. Default: none.
   */
  readonly writing?: Iterable<number> | undefined;
}

const SEVERITY_ORDER: Readonly<Record<Severity, number>> = { critical: 0, warning: 1, info: 2 };

/** Of causes of one severity, those that explain others come first (docs/formats/causes.md §6). */
const KIND_ORDER: readonly CauseKind[] = [
  'rank_missing',
  'undecided',
  'rank_stopped_early',
  'stalled',
  'hidden_leak',
  'fragmentation',
  'leak',
  'peer_divergence',
  'spike',
  'slow_rank',
  'restarts',
  'collective_buffers',
];

/**
 * Why a run went as it did (docs/formats/causes.md): which rank is missing, which stopped first, which is unlike its peers,
 * since when and how sure, the best explanation first. Besides the model, which says nothing about peers. O(n log n) in
 * the samples; nothing is loaded or changed.
 *
 * @throws ArgumentError when two summaries are of one rank
 */
export function explainRun({ load, summaries }: RunToExplain, options: ExplainOptions = {}): Cause[] {
  const ranks = [...summaries];
  if (new Set(ranks.map(({ rank }) => rank)).size !== ranks.length) {
    throw new ArgumentError('summaries', 'there are two summaries of one rank');
  }
  if (ranks.length === 0) return [];
  const writing = new Set(options.writing ?? []);
  const run = viewRun(ranks);
  const groups = trackGroups(run);
  const memory = withoutRepetition([
    ...fragmentationCauses(run),
    ...growthCauses(run, groups),
    ...divergenceCauses(run, groups),
    ...spikeCauses(run, groups),
  ]);
  const buffers = collectiveBufferCauses(run, groups);
  const causes = [
    ...missingCause(run, load),
    ...stoppedCauses(run, load).filter(({ ranks: stopped }) => !stopped.some((rank) => writing.has(rank))),
    ...stallCauses(run),
    ...memory.filter((cause) => !isOneOf(buffers, cause, run)),
    ...slowCauses(run),
    ...restartCause(load),
    ...buffers,
  ];
  const kept = options.ranks === null || options.ranks === undefined ? null : new Set(options.ranks);
  const order = new Map(KIND_ORDER.map((kind, place) => [kind, place]));
  return causes
    .filter(({ ranks: own }) => kept === null || own.length === 0 || own.some((rank) => kept.has(rank)))
    .map((cause, place) => ({ cause, place }))
    .sort(
      (left, right) =>
        SEVERITY_ORDER[left.cause.severity] - SEVERITY_ORDER[right.cause.severity] ||
        order.get(left.cause.kind)! - order.get(right.cause.kind)! ||
        (left.cause.kind === 'rank_stopped_early' ? 0 : right.cause.confidence - left.cause.confidence) ||
        left.place - right.place,
    )
    .map(({ cause }) => cause);
}

/** True when a shift of a rank is its part of a step that all ranks have at once. */
function isOneOf(buffers: readonly Cause[], cause: Cause, run: RunView): boolean {
  if (cause.kind !== 'peer_divergence' && cause.kind !== 'spike') return false;
  return buffers.some(({ onset_ns: at, ranks }) => {
    const view = run.byRank.get(cause.ranks[0]!);
    if (at === null || cause.onset_ns === null || view === undefined || !ranks.includes(view.rank)) return false;
    if (cause.kind === 'peer_divergence' && !cause.reason_codes.includes('level_shift')) return false;
    const apart = Math.abs(Number(cause.onset_ns - at));
    return apart <= 5 * view.interval + 2 * view.uncertainty;
  });
}
