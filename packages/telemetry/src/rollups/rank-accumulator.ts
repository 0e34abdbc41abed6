import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { EventSpan } from './event-span.ts';
import { HiddenGap } from './hidden-gap.ts';
import { CounterPeaks } from './peak.ts';
import type { RankRollup } from './rollup-schema.ts';

/** What is kept of an event that may be the earliest of its rank. */
export type RankIdentity = Pick<TelemetryEvent, 'timestamp_ns' | 'rank' | 'local_rank' | 'world_size'>;

/** See {@link RankIdentity}. */
export function rankIdentity(event: TelemetryEvent): RankIdentity {
  const { timestamp_ns, rank, local_rank, world_size } = event;
  return { timestamp_ns, rank, local_rank, world_size };
}

/** Gathers the events of one rank. */
export class RankAccumulator {
  readonly #span = new EventSpan();
  readonly #peaks = new CounterPeaks();
  readonly #gap = new HiddenGap();
  /** Who the rank is, as its earliest event says. */
  #identity: RankIdentity;

  constructor(identity: RankIdentity) {
    this.#identity = identity;
  }

  add(event: TelemetryEvent): void {
    if (event.timestamp_ns < this.#identity.timestamp_ns) this.#identity = rankIdentity(event);
    this.#span.add(event);
    this.#peaks.add(event);
    this.#gap.add(event);
  }

  /** One of the same rank without events, to merge into. */
  emptyCopy(): RankAccumulator {
    return new RankAccumulator(this.#identity);
  }

  merge(later: RankAccumulator): void {
    if (later.#identity.timestamp_ns < this.#identity.timestamp_ns) this.#identity = later.#identity;
    this.#span.merge(later.#span);
    this.#peaks.merge(later.#peaks);
    this.#gap.merge(later.#gap);
  }

  toRollup(): RankRollup {
    const { rank, local_rank: localRank, world_size: worldSize } = this.#identity;
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
