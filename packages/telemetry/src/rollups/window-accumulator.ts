import { InvalidRecordError } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { CounterPeaks } from './peak.ts';
import type { WindowRollup } from './rollup-schema.ts';

/** What kinds an event is of, besides its type. */
export interface EventKinds {
  readonly isAlert: boolean;
  readonly isTransition: boolean;
  readonly isOom: boolean;
}

/** Gathers the events of one stretch of time. */
export class WindowAccumulator {
  readonly index: bigint;
  #events = 0;
  #samples = 0;
  #alerts = 0;
  #transitions = 0;
  #ooms = 0;
  readonly #ranks = new Set<number>();
  readonly #peaks = new CounterPeaks();

  constructor(index: bigint) {
    this.index = index;
  }

  add(event: TelemetryEvent, kinds: EventKinds): void {
    this.#events++;
    if (event.event_type === 'sample') this.#samples++;
    if (kinds.isAlert) this.#alerts++;
    if (kinds.isTransition) this.#transitions++;
    if (kinds.isOom) this.#ooms++;
    this.#ranks.add(event.rank);
    this.#peaks.add(event);
  }

  /** Adds what was met after everything here. */
  merge(later: WindowAccumulator): void {
    this.#events += later.#events;
    this.#samples += later.#samples;
    this.#alerts += later.#alerts;
    this.#transitions += later.#transitions;
    this.#ooms += later.#ooms;
    for (const rank of later.#ranks) this.#ranks.add(rank);
    this.#peaks.merge(later.#peaks);
  }

  /** @throws InvalidRecordError `number_out_of_range` when the window's index is beyond 2^53−1 */
  toRollup(startedAtNs: bigint, windowNs: bigint): WindowRollup {
    const index = Number(this.index);
    if (!Number.isSafeInteger(index)) {
      throw new InvalidRecordError('number_out_of_range', `a window has the number ${this.index}, beyond 2^53−1`, {
        field: 'index',
      });
    }
    const startNs = startedAtNs + this.index * windowNs;
    return {
      index,
      start_ns: startNs,
      end_ns: startNs + windowNs,
      event_count: this.#events,
      sample_count: this.#samples,
      rank_count: this.#ranks.size,
      counters: this.#peaks.toCounters(),
      alert_count: this.#alerts,
      collector_transition_count: this.#transitions,
      oom_count: this.#ooms,
    };
  }
}
