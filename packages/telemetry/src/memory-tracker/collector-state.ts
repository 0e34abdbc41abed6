import { type CollectorHealth, collectorHealth } from '../collector-health/collector-health.ts';

/** What can fail by itself: the memory of the process, or that of the GPUs. */
export type MeasuredPart = 'memory' | 'gpu';

interface Failure {
  readonly count: number;
  readonly message: string;
}

/** How well the parts of a tracker measure, in the words of collector health (docs/formats/issues.md §5). */
export class CollectorState {
  readonly #failures = new Map<MeasuredPart, Failure>();

  /** True when the part worked before. */
  fail(part: MeasuredPart, error: unknown): boolean {
    const before = this.#failures.get(part);
    const message = error instanceof Error ? error.message : String(error);
    this.#failures.set(part, { count: (before?.count ?? 0) + 1, message });
    return before === undefined;
  }

  /** What the part failed with before; null when it worked. */
  succeed(part: MeasuredPart): string | null {
    const before = this.#failures.get(part);
    this.#failures.delete(part);
    return before?.message ?? null;
  }

  get isHealthy(): boolean {
    return this.#failures.size === 0;
  }

  health(): CollectorHealth {
    const memory = this.#failures.get('memory');
    const gpu = this.#failures.get('gpu');
    const worst = memory ?? gpu;
    if (worst === undefined) return collectorHealth();
    return collectorHealth({
      status: memory === undefined ? 'degraded' : 'unhealthy',
      telemetryPartial: true,
      partialFields: [...this.#failures.keys()],
      lastError: worst.message,
      consecutiveFailures: worst.count,
    });
  }
}
