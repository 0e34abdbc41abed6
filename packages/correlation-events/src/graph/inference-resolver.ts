import { ConflictError, compareCodePoints, InvalidRecordError } from '@stormlog/records';
import type { InferenceEvent, InferenceEventType, InferenceRecord } from '../events/inference-event.ts';
import { isInferenceEvent } from '../events/inference-event.ts';
import { describeEntity, entityKey } from './entity-key.ts';
import { compareIdentities, describeEvent, eventIdentity } from './event-identity.ts';
import type { InferenceGraph } from './inference-graph.ts';
import { looselyEqual, looselyEqualExcept } from './loose-equality.ts';
import { findUnresolved } from './unresolved-references.ts';

/** The event that stands for an entity, or for an identity that has none. */
interface Kept {
  event: InferenceEvent;
  readonly entity: Kept | null;
}

/**
 * Puts the events of one run together, one at a time (docs/formats/correlation-events.md §7). Keeps the events of the
 * graph; {@link InferenceAccountant} accounts without keeping them.
 */
export class InferenceResolver {
  #runId: string | null = null;
  readonly #identities = new Map<string, Kept>();
  readonly #tables = new Map<InferenceEventType, Map<string, Kept>>();

  /**
   * Takes in an event; legacy rows are passed over.
   *
   * @throws InvalidRecordError for an event of another run
   * @throws ConflictError, naming both, for two events of one identity, or two reports of one entity, that disagree
   */
  add(record: InferenceRecord): void {
    if (!isInferenceEvent(record)) return;
    this.#runId = checkRun(this.#runId, record);
    const identity = eventIdentity(record);
    const known = this.#identities.get(identity);
    if (known !== undefined) {
      if (!looselyEqual(known.event, record)) throw identityConflict(known.event, record);
      if (known.entity !== null && known.entity.event === known.event) known.entity.event = record;
      known.event = record;
      return;
    }
    this.#identities.set(identity, { event: record, entity: this.#addEntity(record) });
  }

  /** The graph of what was taken in so far. */
  graph(): InferenceGraph {
    const memberships = this.#events('infer.membership').sort(compareIdentities);
    const tables = {
      requests: this.#events('infer.request'),
      iterations: this.#events('infer.iteration'),
      stages: this.#events('infer.stage'),
      memberships,
      activities: this.#events('infer.activity_ref'),
      alignments: this.#events('infer.clock_alignment').sort(compareIdentities),
    };
    return { run_id: this.#runId, ...tables, unresolved: findUnresolved(tables) };
  }

  #addEntity(event: InferenceEvent): Kept | null {
    const key = entityKey(event);
    if (key === null) return null;
    let table = this.#tables.get(event.event_type);
    if (table === undefined) {
      table = new Map();
      this.#tables.set(event.event_type, table);
    }
    const known = table.get(key);
    if (known === undefined) {
      const kept = { event, entity: null };
      table.set(key, kept);
      return kept;
    }
    if (!looselyEqualExcept(known.event, event, 'event_id')) throw entityConflict(known.event, event);
    if (compareCodePoints(event.event_id, known.event.event_id) < 0) known.event = event;
    return known;
  }

  #events<T extends InferenceEventType>(eventType: T): Extract<InferenceEvent, { readonly event_type: T }>[] {
    const events: Extract<InferenceEvent, { readonly event_type: T }>[] = [];
    for (const { event } of this.#tables.get(eventType)?.values() ?? []) {
      if (isOfType(event, eventType)) events.push(event);
    }
    return events;
  }
}

/**
 * The graph of the events of one run, in their order (docs/formats/correlation-events.md §7); legacy rows are passed over.
 *
 * @throws InvalidRecordError for an event of another run
 * @throws ConflictError, naming both, for two events of one identity, or two reports of one entity, that disagree
 */
export function resolveInferenceEvents(records: Iterable<InferenceRecord>): InferenceGraph {
  const resolver = new InferenceResolver();
  for (const record of records) resolver.add(record);
  return resolver.graph();
}

/** The run of all events so far, this one included. */
export function checkRun(runId: string | null, event: InferenceEvent): string {
  const { run_id: found } = event.context;
  if (runId !== null && found !== runId) {
    const text = `${describeEvent(event)} belongs to run ${JSON.stringify(found)}, the events before to ${JSON.stringify(runId)}`;
    throw new InvalidRecordError('run_mismatch', text, { field: 'context.run_id' });
  }
  return found;
}

function isOfType<T extends InferenceEventType>(
  event: InferenceEvent,
  eventType: T,
): event is Extract<InferenceEvent, { readonly event_type: T }> {
  return event.event_type === eventType;
}

function identityConflict(first: InferenceEvent, second: InferenceEvent): ConflictError {
  const identity = eventIdentity(first);
  const claimants = [describeEvent(first), describeEvent(second)];
  const fields = differingFields(first, second).join(', ');
  return new ConflictError(`${claimants[0]} was reported twice, differently: ${fields}`, { identity, claimants });
}

function entityConflict(first: InferenceEvent, second: InferenceEvent): ConflictError {
  const claimants = [describeEvent(first), describeEvent(second)];
  const fields = differingFields(first, second).filter((field) => field !== 'event_id');
  const text = `${describeEntity(first)} is reported differently by ${claimants.join(' and ')}: ${fields.join(', ')}`;
  return new ConflictError(text, { identity: describeEntity(first), claimants });
}

function differingFields(first: InferenceEvent, second: InferenceEvent): string[] {
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].filter((key) => !looselyEqual(Reflect.get(first, key), Reflect.get(second, key)));
}
