import { computeEventFields } from './compute-event-fields.ts';
import type { DerivedFields } from './derived-fields.ts';
import type { MemoryEventLike } from './memory-event-like.ts';

/**
 * A shallow copy of the event with its derived fields under `derived`, which replaces a key of that name. Raw values
 * stay as they were written (docs/formats/gap-analysis.md §3.4).
 *
 * @throws InvalidRecordError as {@link computeEventFields} does
 */
export function enrichEvent<Event extends MemoryEventLike>(
  event: Event,
): Omit<Event, 'derived'> & { readonly derived: DerivedFields } {
  return { ...event, derived: computeEventFields(event) };
}
