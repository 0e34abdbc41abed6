import { formatError, type StormlogError } from '@stormlog/records';
import { collectorRetryDelaySeconds } from '../collector-health/retry-delay.ts';
import type { TelemetrySinkConfig } from './sink-config.ts';

/** Counts failed writes and says when to try again. */
export class FlushFailures {
  total = 0;
  consecutive = 0;
  lastError: string | null = null;
  #retryAt = Number.NEGATIVE_INFINITY;
  readonly #config: TelemetrySinkConfig;

  constructor(config: TelemetrySinkConfig) {
    this.#config = config;
  }

  /** @param seconds of the monotonic clock, at the moment of the failure */
  count(error: StormlogError, seconds: number): void {
    this.total++;
    this.consecutive++;
    this.lastError = formatError(error);
    const delay = collectorRetryDelaySeconds(this.consecutive, {
      initialDelaySeconds: this.#config.failureBackoffSeconds,
      factor: 2,
      maxDelaySeconds: this.#config.failureBackoffMaxSeconds,
    });
    this.#retryAt = seconds + delay;
  }

  /** A payload was written: the series of failures has ended. */
  endSeries(): void {
    this.consecutive = 0;
  }

  isWaiting(seconds: number): boolean {
    return seconds < this.#retryAt;
  }
}
