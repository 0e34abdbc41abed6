import { ratioOfIntegers, roundDecimal } from '@stormlog/records';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { RankRollup } from './rollup-schema.ts';

const NS_PER_SECOND = 1_000_000_000n;
const DRIFT_DIGITS = 6;

/** Memory in use on the device beyond what the allocator reserved, over the samples of one rank. */
export class HiddenGap {
  #hasAny = false;
  #firstBytes = 0;
  #firstNs = 0n;
  #latestBytes = 0;
  #latestNs = 0n;
  #peakBytes = 0;

  add(event: TelemetryEvent): void {
    const { device_used_bytes: used, allocator_reserved_bytes: reserved, timestamp_ns: time } = event;
    if (event.event_type !== 'sample' || used === null || reserved === null) return;
    const gap = used - reserved;
    if (!this.#hasAny) {
      this.#hasAny = true;
      this.#firstBytes = gap;
      this.#firstNs = time;
      this.#latestBytes = gap;
      this.#latestNs = time;
      this.#peakBytes = gap;
      return;
    }
    if (gap > this.#peakBytes) this.#peakBytes = gap;
    if (time >= this.#latestNs) {
      this.#latestBytes = gap;
      this.#latestNs = time;
    } else if (time < this.#firstNs) {
      this.#firstBytes = gap;
      this.#firstNs = time;
    }
  }

  /** Adds what was met after everything here. */
  merge(later: HiddenGap): void {
    if (!later.#hasAny) return;
    if (!this.#hasAny || later.#firstNs < this.#firstNs) {
      this.#firstBytes = later.#firstBytes;
      this.#firstNs = later.#firstNs;
    }
    if (!this.#hasAny || later.#latestNs >= this.#latestNs) {
      this.#latestBytes = later.#latestBytes;
      this.#latestNs = later.#latestNs;
    }
    if (!this.#hasAny || later.#peakBytes > this.#peakBytes) this.#peakBytes = later.#peakBytes;
    this.#hasAny = true;
  }

  toFields(): Pick<
    RankRollup,
    | 'hidden_gap_first_bytes'
    | 'hidden_gap_latest_bytes'
    | 'hidden_gap_peak_bytes'
    | 'hidden_gap_delta_bytes'
    | 'hidden_gap_drift_bytes_per_second'
  > {
    const delta = this.#hasAny ? this.#latestBytes - this.#firstBytes : null;
    return {
      hidden_gap_first_bytes: this.#hasAny ? this.#firstBytes : null,
      hidden_gap_latest_bytes: this.#hasAny ? this.#latestBytes : null,
      hidden_gap_peak_bytes: this.#hasAny ? this.#peakBytes : null,
      hidden_gap_delta_bytes: delta,
      hidden_gap_drift_bytes_per_second: delta === null ? null : this.#drift(delta),
    };
  }

  #drift(delta: number): number | null {
    const elapsedNs = this.#latestNs - this.#firstNs;
    if (elapsedNs <= 0n) return null;
    return roundDecimal(delta / ratioOfIntegers(elapsedNs, NS_PER_SECOND), DRIFT_DIGITS);
  }
}
