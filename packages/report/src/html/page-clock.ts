/** The time axis of a page: seconds since its start. */
export class PageClock {
  readonly startNs: bigint;
  readonly spanNs: number;

  constructor(startNs: bigint, endNs: bigint) {
    this.startNs = startNs;
    this.spanNs = Math.max(1, Number(endNs - startNs));
  }

  /** Seconds since the start, to the nanosecond for anything within a quarter of a year. */
  seconds(ns: bigint): number {
    return Number(ns - this.startNs) / 1e9;
  }

  /** The start as milliseconds since the epoch, cut, and the nanoseconds cut off. */
  start(): { readonly start_ms: number; readonly start_rest_ns: number } {
    const rest = ((this.startNs % 1_000_000n) + 1_000_000n) % 1_000_000n;
    return { start_ms: Number((this.startNs - rest) / 1_000_000n), start_rest_ns: Number(rest) };
  }
}
