/** The longest delay that timers take, in milliseconds. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Flushes from time to time while the process lives; a flush that fails ends it until it is started again. */
export class BackgroundFlush {
  readonly #seconds: number | null;
  readonly #flush: () => Promise<void>;
  #timer: NodeJS.Timeout | null = null;

  /** @param seconds between flushes; null: never */
  constructor(seconds: number | null, flush: () => Promise<void>) {
    this.#seconds = seconds;
    this.#flush = flush;
  }

  /** Starts unless it runs. */
  start(): void {
    if (this.#timer !== null || this.#seconds === null) return;
    const delay = Math.min(this.#seconds * 1000, LONGEST_DELAY_MS);
    this.#timer = setInterval(() => this.#flush().catch(() => this.stop()), delay);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
