import { collectorRetryDelaySeconds, type RetryPolicy } from '../collector-health/retry-delay.ts';
import { type GpuMemory, readGpuMemory } from './nvidia-smi.ts';

/** Which GPUs are recorded: those that list this process, all that are visible, or none. */
export type GpuChoice = 'own' | 'all' | 'none';

/** What a watch is told, and who hears of what it finds. */
export interface GpuWatchOptions {
  readonly choice: GpuChoice;
  readonly intervalSeconds: number;
  readonly command: string;
  readonly pid: number;
  readonly onMemory: (gpus: readonly GpuMemory[]) => void;
  readonly onFailure: (error: unknown) => void;
}

const RETRY: RetryPolicy = { initialDelaySeconds: 1, factor: 2, maxDelaySeconds: 60 };

/** Reads the memory of GPUs beside the samples, one reading at a time (docs/formats/memory-tracking.md §4). */
export class GpuWatch {
  readonly #options: GpuWatchOptions;
  readonly #stopping = new AbortController();
  #isAsking = false;
  #isOver: boolean;
  #nextAt = Number.NEGATIVE_INFINITY;
  #failures = 0;

  constructor(options: GpuWatchOptions) {
    this.#options = options;
    this.#isOver = options.choice === 'none';
  }

  /** Begins a reading when one is due; `now` is in seconds of the monotonic clock. */
  tick(now: number): void {
    if (this.#isOver || this.#isAsking || now < this.#nextAt) return;
    this.#isAsking = true;
    this.#nextAt = now + this.#options.intervalSeconds;
    this.#ask(now).finally(() => {
      this.#isAsking = false;
    });
  }

  stop(): void {
    this.#isOver = true;
    this.#stopping.abort();
  }

  async #ask(now: number): Promise<void> {
    const { choice, command, pid, onMemory, onFailure } = this.#options;
    try {
      const gpus = await readGpuMemory({ command, pid, signal: this.#stopping.signal });
      if (this.#isOver) return;
      this.#failures = 0;
      if (gpus === null) this.#isOver = true;
      else onMemory(choice === 'all' ? gpus : gpus.filter((gpu) => gpu.listsProcess));
    } catch (error) {
      if (this.#isOver) return;
      this.#failures++;
      const delay = collectorRetryDelaySeconds(this.#failures, RETRY);
      this.#nextAt = Math.max(this.#nextAt, now + delay);
      onFailure(error);
    }
  }
}
