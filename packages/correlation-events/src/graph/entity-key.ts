import type { InferenceEvent } from '../events/inference-event.ts';
import { attemptKey, compositeKey, refKey } from './composite-key.ts';

/** What makes two events report the same entity (docs/formats/correlation-events.md §7.2); null for those of none. */
export function entityKey(event: InferenceEvent): string | null {
  switch (event.event_type) {
    case 'infer.request':
      return attemptKey(event.request_ref, event.attempt_ref);
    case 'infer.iteration':
      return refKey(event.iteration_ref);
    case 'infer.stage':
      return refKey(event.stage_ref);
    case 'infer.activity_ref':
      return refKey(event.activity_ref);
    case 'infer.membership': {
      const { request_ref: request, attempt_ref: attempt, iteration_ref: iteration } = event;
      return compositeKey(attemptKey(request, attempt), iteration.producer_id, iteration.id, event.role);
    }
    case 'infer.clock_alignment':
      return compositeKey(
        event.context.session_id,
        event.context.producer_id,
        event.from_clock_domain,
        event.to_clock_domain,
        event.offset_ns,
        event.uncertainty_ns,
        event.valid_from_ns,
        event.valid_to_ns,
      );
    case 'infer.artifact':
    case 'infer.capabilities':
      return null;
  }
}

/** An entity for a reader: its kind and names. */
export function describeEntity(event: InferenceEvent): string {
  switch (event.event_type) {
    case 'infer.request':
      return `request ${JSON.stringify([event.request_ref, event.attempt_ref])}`;
    case 'infer.iteration':
      return `iteration ${JSON.stringify(event.iteration_ref)}`;
    case 'infer.stage':
      return `stage ${JSON.stringify(event.stage_ref)}`;
    case 'infer.activity_ref':
      return `activity ${JSON.stringify(event.activity_ref)}`;
    case 'infer.membership':
      return `membership ${JSON.stringify([event.request_ref, event.attempt_ref, event.iteration_ref, event.role])}`;
    case 'infer.clock_alignment':
      return `alignment of ${JSON.stringify([event.from_clock_domain, event.to_clock_domain])}`;
    default:
      return event.event_type;
  }
}
