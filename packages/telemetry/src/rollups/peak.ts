import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { RollupCounters, RollupPeak } from './rollup-schema.ts';

/** The highest value met of each counter; of equal ones the earliest, then the one that came first. */
export class CounterPeaks {
  readonly #allocated = new Peak();
  readonly #reserved = new Peak();
  readonly #used = new Peak();

  add(event: TelemetryEvent): void {
    const { allocator_allocated_bytes: allocated, allocator_reserved_bytes: reserved, device_used_bytes: used } = event;
    if (allocated !== null) this.#allocated.offer(allocated, event.timestamp_ns, event.rank, event.device_id);
    if (reserved !== null) this.#reserved.offer(reserved, event.timestamp_ns, event.rank, event.device_id);
    if (used !== null) this.#used.offer(used, event.timestamp_ns, event.rank, event.device_id);
  }

  /** Adds what was met after everything here. */
  merge(later: CounterPeaks): void {
    this.#allocated.merge(later.#allocated);
    this.#reserved.merge(later.#reserved);
    this.#used.merge(later.#used);
  }

  toCounters(): RollupCounters {
    return {
      allocator_allocated_bytes: this.#allocated.toRollup(),
      allocator_reserved_bytes: this.#reserved.toRollup(),
      device_used_bytes: this.#used.toRollup(),
    };
  }
}

/** Copies what it needs of an event, so that no event is kept. */
class Peak {
  #value = Number.NEGATIVE_INFINITY;
  #timeNs = 0n;
  #rank = 0;
  #deviceId = 0;

  offer(value: number, timeNs: bigint, rank: number, deviceId: number): void {
    if (value < this.#value || (value === this.#value && timeNs >= this.#timeNs)) return;
    this.#value = value;
    this.#timeNs = timeNs;
    this.#rank = rank;
    this.#deviceId = deviceId;
  }

  merge(later: Peak): void {
    if (later.#value !== Number.NEGATIVE_INFINITY) {
      this.offer(later.#value, later.#timeNs, later.#rank, later.#deviceId);
    }
  }

  toRollup(): RollupPeak {
    if (this.#value === Number.NEGATIVE_INFINITY) {
      return { value: null, timestamp_ns: null, rank: null, device_id: null };
    }
    return { value: this.#value, timestamp_ns: this.#timeNs, rank: this.#rank, device_id: this.#deviceId };
  }
}
