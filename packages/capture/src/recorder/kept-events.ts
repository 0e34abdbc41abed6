import type { InferenceEvent } from '@stormlog/correlation-events';
import type { InferenceArtifactWriter } from '../writer/inference-artifact-writer.ts';

/** Where recorded events go; false when they find no room. */
export interface EventDestination {
  take(event: InferenceEvent): boolean;
  /** What is kept, which is forgotten. */
  drain(): readonly InferenceEvent[];
  readonly kept: number;
}

/** Keeps events up to a limit. */
export class KeptEvents implements EventDestination {
  readonly #limit: number;
  #events: InferenceEvent[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get kept(): number {
    return this.#events.length;
  }

  take(event: InferenceEvent): boolean {
    if (this.#events.length >= this.#limit) return false;
    this.#events.push(event);
    return true;
  }

  drain(): readonly InferenceEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

/** Hands events on to a writer. */
export class WrittenEvents implements EventDestination {
  readonly #writer: InferenceArtifactWriter;
  readonly kept = 0;

  constructor(writer: InferenceArtifactWriter) {
    this.#writer = writer;
  }

  take(event: InferenceEvent): boolean {
    return this.#writer.appendSound(event);
  }

  drain(): readonly InferenceEvent[] {
    return [];
  }
}
