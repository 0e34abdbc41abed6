import { ratioOfIntegers, roundDecimal } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { RankRollup } from './rollup-schema.ts';

const NS_PER_SECOND = 1_000_000_000n;
const DRIFT_DIGITS = 6;

interface Gap {
  readonly bytes: number;
  readonly timeNs: bigint;
}

/** Memory in use on the device beyond what the allocator reserved, over the samples of one rank. */
export class HiddenGap {
  #first: Gap | null = null;
  #latest: Gap | null = null;
  #peak: number | null = null;

  add(event: TelemetryEvent): void {
    const { device_used_bytes: used, allocator_reserved_bytes: reserved } = event;
    if (event.event_type !== 'sample' || used === null || reserved === null) return;
    const gap = { bytes: used - reserved, timeNs: event.timestamp_ns };
    this.#include(gap, gap, gap.bytes);
  }

  /** Adds what was met after everything here. */
  merge(later: HiddenGap): void {
    if (later.#first !== null && later.#latest !== null && later.#peak !== null) {
      this.#include(later.#first, later.#latest, later.#peak);
    }
  }

  toFields(): Pick<
    RankRollup,
    | 'hidden_gap_first_bytes'
    | 'hidden_gap_latest_bytes'
    | 'hidden_gap_peak_bytes'
    | 'hidden_gap_delta_bytes'
    | 'hidden_gap_drift_bytes_per_second'
  > {
    const first = this.#first;
    const latest = this.#latest;
    const delta = first === null || latest === null ? null : latest.bytes - first.bytes;
    return {
      hidden_gap_first_bytes: first?.bytes ?? null,
      hidden_gap_latest_bytes: latest?.bytes ?? null,
      hidden_gap_peak_bytes: this.#peak,
      hidden_gap_delta_bytes: delta,
      hidden_gap_drift_bytes_per_second: this.#drift(delta),
    };
  }

  #include(first: Gap, latest: Gap, peak: number): void {
    if (this.#first === null || first.timeNs < this.#first.timeNs) this.#first = first;
    if (this.#latest === null || latest.timeNs >= this.#latest.timeNs) this.#latest = latest;
    if (this.#peak === null || peak > this.#peak) this.#peak = peak;
  }

  #drift(delta: number | null): number | null {
    if (delta === null || this.#first === null || this.#latest === null) return null;
    const elapsedNs = this.#latest.timeNs - this.#first.timeNs;
    if (elapsedNs <= 0n) return null;
    return roundDecimal(delta / ratioOfIntegers(elapsedNs, NS_PER_SECOND), DRIFT_DIGITS);
  }
}
