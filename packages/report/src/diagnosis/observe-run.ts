import type { ArtifactLoadResult, Cause } from '@stormlog/distributed-diagnostics';
import { missingRanks } from './missing-ranks.ts';
import type { Observation } from './observation.ts';
import { observeCauses } from './observe-causes.ts';
import type { RankOverview } from './rank-overview.ts';
import { unfinishedRanks } from './unfinished-ranks.ts';

/** What a run is looked at with besides its load and model. */
export interface ObserveOptions {
  /** Inputs that gave nothing: a missing rank that one of them is named after is told so. */
  readonly unusablePaths?: readonly string[] | undefined;
  /** Of `explainRun`, the best first. */
  readonly causes?: readonly Cause[] | undefined;
  /** Ranks whose recording still goes on: that their session has no end says nothing. */
  readonly writing?: ReadonlySet<number> | undefined;
}

/**
 * What stands out in a run, the gravest first: ranks that are missing or belong to another session, then the causes that
 * `explainRun` found, and ranks whose session has no end (docs/formats/command-line.md §4).
 */
export function observeRun(
  load: ArtifactLoadResult,
  ranks: readonly RankOverview[],
  { unusablePaths = [], causes = [], writing = new Set() }: ObserveOptions = {},
): Observation[] {
  if (load.events.length === 0) return [];
  const told = new Set(
    causes.flatMap((cause) => (cause.kind === 'rank_stopped_early' || cause.kind === 'stalled' ? cause.ranks : [])),
  );
  const unfinished = unfinishedRanks(ranks.filter(({ rank }) => !told.has(rank) && !writing.has(rank)));
  const found = observeCauses(causes);
  return [
    ...missingRanks(ranks, unusablePaths),
    ...found.filter(({ severity }) => severity !== 'info'),
    ...unfinished,
    ...found.filter(({ severity }) => severity === 'info'),
  ].filter((observation) => observation.ranks.length > 0 || observation.code === 'restarts');
}
