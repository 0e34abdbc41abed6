import { sortEventsByTime, type TelemetryEvent } from '@stormlog/telemetry';
import { collectiveCandidate, findingsByRank, type ModelOptions } from './combine-rank-summaries.ts';
import type { AnomalyCandidate } from './distributed-model.ts';
import { markEvents } from './event-markers.ts';
import { groupEventsByRank } from './group-events-by-rank.ts';
import { isSampleEvent } from './is-sample-event.ts';
import { alertCandidates, breachCandidates, withPhase } from './rank-candidates.ts';
import { SampleColumns } from './sample-columns.ts';
import { summarizeRank } from './summarize-rank.ts';

/**
 * Every anomaly candidate of every rank, ranks ascending, in the order of docs/formats/distributed-diagnostics.md §9.3:
 * where the model keeps the first alert of each kind and the first breach, this gives all of them with their phases.
 *
 * @param events of any ranks, in any order; not changed
 */
export function collectAnomalyCandidates(
  events: Iterable<TelemetryEvent>,
  options: ModelOptions = {},
): AnomalyCandidate[] {
  const keep = options.ranks === null || options.ranks === undefined ? null : new Set(options.ranks);
  const ranks = Array.from(groupEventsByRank(events), ([rank, own]) => ({ rank, own, summary: summarizeRank(own) }));
  const collective = findingsByRank(ranks.map(({ summary }) => summary));
  return ranks
    .filter(({ rank }) => keep === null || keep.has(rank))
    .flatMap(({ rank, own, summary }) => {
      const sorted = sortEventsByTime(own);
      const { others, phaseIndex } = markEvents(sorted);
      return [
        ...Array.from(alertCandidates(others), (found) => withPhase(found, phaseIndex)),
        ...Array.from(breachCandidates(new SampleColumns(sorted.filter(isSampleEvent))), (found) =>
          withPhase(found, phaseIndex),
        ),
        ...summary.candidates.filter(({ signal }) => signal.startsWith('gap:')),
        ...(collective.get(rank) ?? []).map((finding) => collectiveCandidate(finding, summary.onset_ns)),
      ];
    });
}
