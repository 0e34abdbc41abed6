import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { EventSpan } from './event-span.ts';
import { HiddenGap } from './hidden-gap.ts';
import { CounterPeaks } from './peak.ts';
import type { RankRollup } from './rollup-schema.ts';

/** Gathers the events of one rank. */
export class RankAccumulator {
  readonly #span = new EventSpan();
  readonly #peaks = new CounterPeaks();
  readonly #gap = new HiddenGap();
  /** The earliest, which says who the rank is. */
  #first: TelemetryEvent;

  constructor(first: TelemetryEvent) {
    this.#first = first;
  }

  add(event: TelemetryEvent): void {
    if (event.timestamp_ns < this.#first.timestamp_ns) this.#first = event;
    this.#span.add(event);
    this.#peaks.add(event);
    this.#gap.add(event);
  }

  /** One of the same rank without events, to merge into. */
  emptyCopy(): RankAccumulator {
    return new RankAccumulator(this.#first);
  }

  merge(later: RankAccumulator): void {
    if (later.#first.timestamp_ns < this.#first.timestamp_ns) this.#first = later.#first;
    this.#span.merge(later.#span);
    this.#peaks.merge(later.#peaks);
    this.#gap.merge(later.#gap);
  }

  toRollup(): RankRollup {
    const { rank, local_rank: localRank, world_size: worldSize } = this.#first;
    return {
      rank,
      local_rank: localRank,
      world_size: worldSize,
      event_count: this.#span.events,
      sample_count: this.#span.samples,
      first_timestamp_ns: this.#span.firstNs,
      last_timestamp_ns: this.#span.lastNs,
      counters: this.#peaks.toCounters(),
      ...this.#gap.toFields(),
    };
  }
}
