import type { ArtifactLoadResult, DistributedDiagnosticsModel } from '@stormlog/distributed-diagnostics';
import { missingRanks } from './missing-ranks.ts';
import type { Observation } from './observation.ts';
import type { RankOverview } from './rank-overview.ts';
import { silentRanks, unfinishedRanks } from './silent-ranks.ts';
import { unlikeRanks } from './unlike-ranks.ts';

/**
 * What stands out in a run, the gravest first: ranks that are missing or belong to another session, ranks that fell
 * silent before their peers or whose session has no end, and ranks whose memory is unlike that of the others
 * (docs/formats/command-line.md §4). Plain comparisons of the figures shown, no guess at a cause.
 *
 * @param unusablePaths inputs that gave nothing: a missing rank that one of them is named after is told so
 */
export function observeRun(
  load: ArtifactLoadResult,
  model: DistributedDiagnosticsModel,
  ranks: readonly RankOverview[],
  unusablePaths: readonly string[] = [],
): Observation[] {
  if (load.events.length === 0) return [];
  return [
    ...missingRanks(ranks, unusablePaths),
    ...silentRanks(ranks),
    ...unfinishedRanks(ranks),
    ...unlikeRanks(model, ranks),
  ].filter((observation) => observation.ranks.length > 0);
}
