import { ConflictError, InvalidRecordError } from '@stormlog/records';
import type { CorrelationContext } from '../events/correlation-context.ts';
import { contextText } from './context-id.ts';

/** The contexts that an artifact has defined so far (docs/formats/inference-artifacts.md §3.2). */
export class ContextRegistry {
  readonly #contexts = new Map<string, CorrelationContext>();
  readonly #ids = new Map<string, string>();

  /**
   * Gives a context an id. Doing so again is harmless; a context keeps the id that it was given first.
   *
   * @throws InvalidRecordError for an id that is no non-empty text
   * @throws ConflictError when the id stands for another context
   */
  register(id: string, context: CorrelationContext): void {
    checkContextId(id);
    this.check(id, context);
    const text = contextText(context);
    if (!this.#contexts.has(id)) this.#contexts.set(id, context);
    if (!this.#ids.has(text)) this.#ids.set(text, id);
  }

  /** Fails as {@link register} would, and changes nothing. */
  check(id: string, context: CorrelationContext): void {
    const present = this.#contexts.get(id);
    if (present === undefined || contextText(present) === contextText(context)) return;
    throw new ConflictError(`context id ${JSON.stringify(id)} is defined twice, with different contexts`, {
      identity: id,
      claimants: [contextText(present), contextText(context)],
    });
  }

  /** The context of an id. */
  contextOf(id: string): CorrelationContext | undefined {
    return this.#contexts.get(id);
  }

  /** The id that a context was given first. */
  idOf(context: CorrelationContext): string | undefined {
    return this.#ids.get(contextText(context));
  }

  /** A registry that knows the same and goes its own way from here. */
  copy(): ContextRegistry {
    const copy = new ContextRegistry();
    for (const [id, context] of this.#contexts) copy.#contexts.set(id, context);
    for (const [text, id] of this.#ids) copy.#ids.set(text, id);
    return copy;
  }
}

/** @throws InvalidRecordError unless the value is a non-empty text */
export function checkContextId(value: unknown): asserts value is string {
  if (typeof value === 'string' && value !== '') return;
  const code = value === undefined ? 'field_missing' : 'field_invalid';
  throw new InvalidRecordError(code, 'context_id must be a non-empty text', { field: 'context_id' });
}
