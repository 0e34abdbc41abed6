import { compareCodePoints } from '@stormlog/records';
import type { InferenceEvent } from '../events/inference-event.ts';
import { compositeKey } from './composite-key.ts';

/** What makes two events the same event: session, producer and event id (docs/formats/correlation-events.md §7.1). */
export function eventIdentity(event: InferenceEvent): string {
  return compositeKey(event.context.session_id, event.context.producer_id, event.event_id);
}

/** The identity of an event for a reader. */
export function describeEvent(event: InferenceEvent): string {
  const { session_id: session, producer_id: producer } = event.context;
  const [id, by, within] = [event.event_id, producer, session].map((text) => JSON.stringify(text));
  return `${event.event_type} ${id} of producer ${by} in session ${within}`;
}

/** Orders events by session, producer and event id. */
export function compareIdentities(left: InferenceEvent, right: InferenceEvent): number {
  return (
    compareCodePoints(left.context.session_id, right.context.session_id) ||
    compareCodePoints(left.context.producer_id, right.context.producer_id) ||
    compareCodePoints(left.event_id, right.event_id)
  );
}
