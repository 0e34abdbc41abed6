import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { RollupCounters, RollupPeak } from './rollup-schema.ts';

const COUNTERS = ['allocator_allocated_bytes', 'allocator_reserved_bytes', 'device_used_bytes'] as const;

type Counter = (typeof COUNTERS)[number];

/** The highest value met of each counter; of equal ones the earliest, then the one that came first. */
export class CounterPeaks {
  readonly #peaks = new Map<Counter, TelemetryEvent>();

  add(event: TelemetryEvent): void {
    for (const counter of COUNTERS) {
      const value = event[counter];
      if (value !== null) this.#offer(counter, value, event);
    }
  }

  /** Adds what was met after everything here. */
  merge(later: CounterPeaks): void {
    for (const [counter, event] of later.#peaks) this.#offer(counter, event[counter] ?? 0, event);
  }

  toCounters(): RollupCounters {
    return {
      allocator_allocated_bytes: this.#peakOf('allocator_allocated_bytes'),
      allocator_reserved_bytes: this.#peakOf('allocator_reserved_bytes'),
      device_used_bytes: this.#peakOf('device_used_bytes'),
    };
  }

  #offer(counter: Counter, value: number, event: TelemetryEvent): void {
    const kept = this.#peaks.get(counter);
    const peak = kept?.[counter];
    if (kept !== undefined && peak !== undefined && peak !== null) {
      if (value < peak || (value === peak && event.timestamp_ns >= kept.timestamp_ns)) return;
    }
    this.#peaks.set(counter, event);
  }

  #peakOf(counter: Counter): RollupPeak {
    const event = this.#peaks.get(counter);
    if (event === undefined) return { value: null, timestamp_ns: null, rank: null, device_id: null };
    return { value: event[counter], timestamp_ns: event.timestamp_ns, rank: event.rank, device_id: event.device_id };
  }
}
