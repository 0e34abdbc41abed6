import {
  type ActivityReferenceEvent,
  activityReferenceEvent,
  type EntityRef,
  type InferenceRecord,
  isInferenceEvent,
} from '@stormlog/correlation-events';

/** More than one iteration, so none. */
const AMBIGUOUS = Symbol('ambiguous');
type Candidate = EntityRef | typeof AMBIGUOUS;

/**
 * Gives activities of traces the iteration of the engine's activity that carries the same launch identifier, where there
 * is exactly one (docs/formats/capture.md §2). Pure: same length, same order; what is not linked is passed on untouched.
 */
export function linkTraceActivities<Event extends InferenceRecord>(
  engineEvents: Iterable<InferenceRecord>,
  traceEvents: readonly Event[],
): (Event | ActivityReferenceEvent)[] {
  const iterations = new Map<string, Candidate>();
  for (const event of engineEvents) {
    if (!isActivity(event) || event.iteration_ref === null) continue;
    for (const key of launchKeys(event)) {
      iterations.set(key, combine(iterations.get(key), event.iteration_ref));
    }
  }
  return traceEvents.map((event) => {
    if (!isActivity(event) || event.iteration_ref !== null) return event;
    let found: Candidate | undefined;
    for (const key of launchKeys(event)) {
      const candidate = iterations.get(key);
      if (candidate !== undefined) found = candidate === AMBIGUOUS ? AMBIGUOUS : combine(found, candidate);
    }
    return found === undefined || found === AMBIGUOUS ? event : linked(event, found);
  });
}

function linked(event: ActivityReferenceEvent, iteration: EntityRef): ActivityReferenceEvent {
  const { schema_version: _version, event_type: _type, ...fields } = event;
  return activityReferenceEvent({ ...fields, iteration_ref: iteration, attribution_status: 'linked' });
}

function isActivity(event: InferenceRecord): event is ActivityReferenceEvent {
  return isInferenceEvent(event) && event.event_type === 'infer.activity_ref';
}

/** The launches that an activity names, within its process and device; none without scope, host or process id. */
function launchKeys(event: ActivityReferenceEvent): string[] {
  const { correlation_scope: scope, context, runtime_correlation_id: runtime, cuda_correlation_id: cuda } = event;
  if (scope === null || context.host === null || context.pid === null) return [];
  if (runtime === null && cuda === null) return [];
  const { run_id, session_id, host, pid, device_uuid } = context;
  const place = JSON.stringify([run_id, session_id, host, pid, device_uuid, scope.producer_id, scope.id]);
  const keys: string[] = [];
  if (runtime !== null) keys.push(`runtime ${runtime} ${place}`);
  if (cuda !== null) keys.push(`cuda ${cuda} ${place}`);
  return keys;
}

function combine(known: Candidate | undefined, iteration: EntityRef): Candidate {
  if (known === undefined) return iteration;
  if (known === AMBIGUOUS) return known;
  return known.producer_id === iteration.producer_id && known.id === iteration.id ? known : AMBIGUOUS;
}
