import { formatError, StormlogError } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import { collectorRetryDelaySeconds } from '../collector-health/retry-delay.ts';
import type { TelemetrySinkConfig } from './sink-config.ts';

/** Counts failed writes, says when to try again, and whether the caller is told. */
export class FlushFailures {
  total = 0;
  consecutive = 0;
  lastError: string | null = null;
  #retryAt = Number.NEGATIVE_INFINITY;
  readonly #config: TelemetrySinkConfig;
  readonly #environment: Environment;
  readonly #onFirst: (error: StormlogError) => void;

  /** @param onFirst told of the first of a series */
  constructor(config: TelemetrySinkConfig, environment: Environment, onFirst: (error: StormlogError) => void) {
    this.#config = config;
    this.#environment = environment;
    this.#onFirst = onFirst;
  }

  /**
   * Counts a failure of the disk; unbounded, it is the caller's too.
   *
   * @param seconds of the monotonic clock, at the moment of the failure; default now
   * @throws the error, unless it is a failure of the disk and the sink is bounded
   */
  count(error: unknown, seconds = this.#environment.monotonicSeconds()): void {
    if (!(error instanceof StormlogError)) throw error;
    this.total++;
    this.consecutive++;
    this.lastError = formatError(error);
    const delay = collectorRetryDelaySeconds(this.consecutive, {
      initialDelaySeconds: this.#config.failureBackoffSeconds,
      factor: 2,
      maxDelaySeconds: this.#config.failureBackoffMaxSeconds,
    });
    this.#retryAt = seconds + delay;
    if (this.consecutive === 1) this.#onFirst(error);
    if (this.#config.maxBufferBytes === null) throw error;
  }

  /** A payload was written: the series of failures has ended. */
  endSeries(): void {
    this.consecutive = 0;
  }

  isWaiting(seconds: number): boolean {
    return seconds < this.#retryAt;
  }
}
