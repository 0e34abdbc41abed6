import type { CollectiveRankSpikes } from '@stormlog/gap-analysis';
import type { TimelineMarker } from '@stormlog/timeline';
import type { RankSigns } from '../explain/signs/rank-signs.ts';
import type { AnomalyCandidate, DeviceDiagnostics, MemoryFigures, RankTimeline } from './distributed-model.ts';

/** Which counters the samples of a rank have. */
export interface CounterCoverage {
  readonly samples: number;
  readonly with_allocated: number;
  /** With both allocated and reserved. */
  readonly with_allocator: number;
  /** Of those, the ones whose collector rules fragmentation analysis out. */
  readonly without_fragmentation: number;
}

/**
 * All that the model needs to know of one rank: a plain record of numbers, bigints, texts and typed arrays, which can be
 * cloned into another thread or sent to another machine (docs/formats/distributed-diagnostics.md §10).
 */
export interface RankSummary {
  readonly rank: number;
  readonly events: number;
  readonly first_event_ns: bigint;
  readonly last_event_ns: bigint;
  /** Distinct world sizes, ascending. */
  readonly world_sizes: readonly number[];
  /** Largest world size that is too large to be believed; null when there is none. */
  readonly refused_world_size: number | null;
  readonly coverage: CounterCoverage;
  readonly figures: MemoryFigures;
  readonly timeline: RankTimeline;
  /** One entry for each device when there are several, else empty. */
  readonly devices: readonly DeviceDiagnostics[];
  /** Alerts and breaches, the first of each signal, and the findings of gap analysis, in the order of the rules. */
  readonly candidates: readonly AnomalyCandidate[];
  /** Spikes of each device, to be weighed against those of the other ranks. */
  readonly collective: readonly CollectiveRankSpikes[];
  /** Time of the first sample, or of the first event without samples. */
  readonly onset_ns: bigint;
  readonly markers: readonly TimelineMarker[];
  /** What `explainRun` reads: series of each device, phases, marks near the end (docs/formats/causes.md §2). */
  readonly signs: RankSigns;
}
