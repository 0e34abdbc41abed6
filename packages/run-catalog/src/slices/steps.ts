import { setImmediate } from 'node:timers/promises';

/** Work cut into steps: it may be interrupted at every `yield`. */
export type Steps<Result> = Generator<void, Result, void>;

/** The longest that the event loop is held in one go, in milliseconds. */
const SLICE_MS = 8;
/** The clock is looked at once in so many steps. */
const STEPS_PER_LOOK = 16;

/** Does all of the work at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/**
 * Does the work in slices of a few milliseconds and lets the event loop run between them.
 *
 * @throws signal.reason when aborted
 */
export async function inSlices<Result>(steps: Steps<Result>, signal?: AbortSignal | undefined): Promise<Result> {
  const pauses = new Pauses(signal);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    if (pauses.isDue()) await pauses.take();
  }
}

/** Tells when the event loop has been held long enough. */
export class Pauses {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();
  #steps = 0;

  constructor(signal?: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Asked once a step. */
  isDue(): boolean {
    if (++this.#steps < STEPS_PER_LOOK) return false;
    this.#steps = 0;
    return performance.now() - this.#since > SLICE_MS;
  }

  /** @throws signal.reason when aborted */
  async take(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
