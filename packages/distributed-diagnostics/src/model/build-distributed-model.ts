import type { TelemetryEvent } from '@stormlog/telemetry';
import { combineRankSummaries, type ModelOptions } from './combine-rank-summaries.ts';
import type { DistributedDiagnosticsModel } from './distributed-model.ts';
import { groupEventsByRank } from './group-events-by-rank.ts';
import { summarizeRank } from './summarize-rank.ts';

/**
 * The per-rank model with its first-cause indicators (docs/formats/distributed-diagnostics.md §9), in O(n log n):
 * `combineRankSummaries` of a `summarizeRank` for each rank.
 *
 * @param events of any ranks, in any order; not changed
 */
export function buildDistributedModel(
  events: Iterable<TelemetryEvent>,
  options: ModelOptions = {},
): DistributedDiagnosticsModel {
  return combineRankSummaries(Array.from(groupEventsByRank(events).values(), summarizeRank), options);
}
