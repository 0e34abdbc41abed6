import type { PhaseReplayIndex } from '@stormlog/timeline';
import { analyzeGapSeries, type GapSeriesOptions } from './analyze-gap-series.ts';
import type { GapEventLike } from './gap-event-like.ts';
import type { GapFinding } from './gap-finding.ts';
import { collectGapSeries } from './gap-series.ts';

/** What gap analysis is told besides the events. */
export interface GapAnalysisOptions extends Omit<GapSeriesOptions, 'resolvePhase'> {
  /** Names the phase of each finding's evidence. */
  readonly phaseIndex?: Pick<PhaseReplayIndex, 'resolveForEvent'> | undefined;
}

/**
 * Classifies what a device uses beyond what the allocator reserved, over the samples of a list of events: transient
 * spikes, persistent drift, fragmentation (docs/formats/gap-analysis.md §4). The list order counts, nothing is sorted,
 * and all devices, ranks and sessions in the list form one series.
 *
 * @throws ArgumentError as {@link analyzeGapSeries} does; InvalidRecordError `number_out_of_range` for a gap beyond the
 * double range
 */
export function analyzeHiddenMemoryGaps(
  events: readonly GapEventLike[],
  options: GapAnalysisOptions = {},
): GapFinding[] {
  const { phaseIndex, ...seriesOptions } = options;
  return analyzeGapSeries(collectGapSeries(events), {
    ...seriesOptions,
    resolvePhase: phaseIndex === undefined ? undefined : (index) => phaseIndex.resolveForEvent(events[index]!),
  });
}
