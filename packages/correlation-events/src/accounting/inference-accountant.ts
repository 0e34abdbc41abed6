import { ConflictError, compareCodePoints } from '@stormlog/records';
import { elapsedNs } from '../activity/elapsed-ns.ts';
import { contextText } from '../codec/context-id.ts';
import type { CorrelationContext } from '../events/correlation-context.ts';
import type { EntityRef } from '../events/field-schemas.ts';
import type { InferenceEvent, InferenceEventType, InferenceRecord } from '../events/inference-event.ts';
import { INFERENCE_EVENT_TYPES, isInferenceEvent } from '../events/inference-event.ts';
import { compositeKey } from '../graph/composite-key.ts';
import { describeEntity, entityKey } from '../graph/entity-key.ts';
import { checkRun } from '../graph/inference-resolver.ts';
import { EventDigest } from './event-digest.ts';
import { EventLinks } from './event-links.ts';
import type { GpuTimeAccount } from './gpu-time.ts';
import { GpuTimeLedger } from './gpu-time-ledger.ts';
import type { InferenceCounts, InferenceReport } from './inference-report.ts';
import { IntegerColumn } from './integer-column.ts';
import { RefTable } from './ref-table.ts';
import { RequestBook } from './request-book.ts';
import { ScopedTable, type TextTable } from './text-table.ts';

const NOT_AN_ENTITY = -1;
const NO_REF = -1;

/** What is known of a context by itself: equal contexts have equal numbers. */
interface ContextPlace {
  readonly number: number;
  /** Number of its session and producer, which scope event ids. */
  readonly scope: number;
}

interface Scope {
  readonly session: string;
  readonly producer: string;
  readonly key: string;
}

/**
 * Resolves and accounts the events of one run one at a time, as {@link resolveInferenceEvents} and
 * {@link accountGpuTime} do, without keeping them: of an event it keeps its ids, a digest of its content, the numbers
 * of what it refers to, and its intervals (docs/formats/correlation-events.md §7 and §8).
 */
export class InferenceAccountant {
  #runId: string | null = null;
  #legacy = 0;
  #repeated = 0;
  readonly #contexts = new WeakMap<CorrelationContext, ContextPlace>();
  readonly #contextNumbers = new Map<string, number>();
  readonly #scopes: Scope[] = [];
  readonly #scopeNumbers = new Map<string, number>();
  /** Events by their place in order of first appearance. */
  readonly #identities = new ScopedTable();
  readonly #eventIds: string[] = [];
  readonly #scopeColumn = new IntegerColumn();
  readonly #typeColumn = new IntegerColumn();
  readonly #digestLow = new IntegerColumn();
  readonly #digestHigh = new IntegerColumn();
  /** At the event that reported an entity first: the event that stands for it, with the smallest event id. */
  readonly #keptColumn = new IntegerColumn();
  readonly #activities = new ScopedTable();
  readonly #stages = new ScopedTable();
  readonly #iterationIds = new ScopedTable();
  /** Entities that have no name of their own, by their composite key, within their event type. */
  readonly #composites = new ScopedTable();
  readonly #counts = new Map<InferenceEventType, number>();
  readonly #digest = new EventDigest((context) => this.#placeOf(context).number);
  readonly #iterations = new RefTable();
  readonly #iterationElapsed = new Map<number, bigint | null>();
  readonly #links = new EventLinks();
  readonly #book = new RequestBook();
  readonly #ledger = new GpuTimeLedger();

  /**
   * Takes in an event; legacy rows are counted.
   *
   * @throws InvalidRecordError for an event of another run
   * @throws ConflictError, naming both, for two events of one identity, or two reports of one entity, that disagree
   */
  add(record: InferenceRecord): void {
    if (!isInferenceEvent(record)) {
      this.#legacy++;
      return;
    }
    this.#runId = checkRun(this.#runId, record);
    const { scope } = this.#placeOf(record.context);
    this.#digest.update(record);
    const identities = this.#identities.of(this.#scopes[scope]!.key);
    const known = identities.get(record.event_id);
    if (known !== undefined) {
      if (!this.#isSameAs(known)) throw this.#conflict(known, record, null);
      this.#repeated++;
      return;
    }
    const name = entityName(record);
    const entities = this.#entitiesOf(record);
    const first = name === null ? undefined : entities.get(name);
    if (first !== undefined && !this.#isSameAs(first)) {
      throw this.#conflict(this.#keptColumn.at(first), record, describeEntity(record));
    }
    const place = this.#append(record, scope);
    identities.add(record.event_id, place);
    if (first !== undefined) {
      this.#preferSmallerId(first, place);
    } else if (name !== null) {
      entities.add(name, place);
      this.#keptColumn.set(place, place);
      this.#counts.set(record.event_type, (this.#counts.get(record.event_type) ?? 0) + 1);
      this.#takeIn(record, place);
    }
  }

  /** Counts legacy rows that were met elsewhere. */
  addLegacy(rows: number): void {
    this.#legacy += rows;
  }

  /** What was taken in so far. */
  report(): InferenceReport {
    const isKnown = (iteration: number) => this.#iterationElapsed.has(iteration);
    const totals = this.#ledger.totals(isKnown);
    const account: GpuTimeAccount = {
      run_id: this.#runId,
      iterations: [...this.#iterationElapsed].map(([number, elapsed]) => ({
        iteration_ref: this.#iterations.refOf(number),
        elapsed_ns: elapsed,
        gpu: totals.byIteration.get(number) ?? [],
      })),
      device_totals: totals.deviceTotals,
      unattributed: totals.unattributed,
      unmeasured: totals.unmeasured,
    };
    const unresolved = this.#links.unresolved({
      isKnownIteration: isKnown,
      iterationRef: (number) => this.#iterations.refOf(number),
      book: this.#book,
      kept: (place) => this.#keptColumn.at(place),
      eventId: (place) => this.#eventIds[place]!,
      compareIdentities: (left, right) => this.#compareIdentities(left, right),
    });
    return { counts: this.#countAll(), account, requests: this.#book.reports(), unresolved };
  }

  #append(event: InferenceEvent, scope: number): number {
    const place = this.#eventIds.push(event.event_id) - 1;
    this.#scopeColumn.push(scope);
    this.#typeColumn.push(INFERENCE_EVENT_TYPES.indexOf(event.event_type));
    this.#digestLow.push(this.#digest.low);
    this.#digestHigh.push(this.#digest.high);
    this.#keptColumn.push(NOT_AN_ENTITY);
    return place;
  }

  #entitiesOf(event: InferenceEvent): TextTable {
    switch (event.event_type) {
      case 'infer.activity_ref':
        return this.#activities.of(event.activity_ref.producer_id);
      case 'infer.stage':
        return this.#stages.of(event.stage_ref.producer_id);
      case 'infer.iteration':
        return this.#iterationIds.of(event.iteration_ref.producer_id);
      default:
        return this.#composites.of(event.event_type);
    }
  }

  #preferSmallerId(first: number, place: number): void {
    const kept = this.#keptColumn.at(first);
    if (compareCodePoints(this.#eventIds[place]!, this.#eventIds[kept]!) < 0) this.#keptColumn.set(first, place);
  }

  /** What an entity's first event adds; later ones say the same. */
  #takeIn(event: InferenceEvent, place: number): void {
    switch (event.event_type) {
      case 'infer.activity_ref': {
        const iteration = this.#iterationNumber(event.iteration_ref);
        this.#ledger.add(event, iteration);
        if (iteration !== NO_REF) this.#links.addActivity(place, iteration);
        break;
      }
      case 'infer.iteration':
        this.#iterationElapsed.set(this.#iterationNumber(event.iteration_ref), elapsedNs(event));
        break;
      case 'infer.request':
        this.#book.addRequest(event);
        break;
      case 'infer.stage': {
        const request = this.#book.addStage(event);
        this.#links.addStage(place, request, this.#iterationNumber(event.iteration_ref));
        break;
      }
      case 'infer.membership': {
        const request = this.#book.requestNumber(event.request_ref);
        const attempt =
          event.attempt_ref === null ? NO_REF : this.#book.attemptNumber(event.request_ref, event.attempt_ref);
        this.#links.addMembership(place, request, attempt, this.#iterationNumber(event.iteration_ref));
        break;
      }
    }
  }

  #iterationNumber(ref: EntityRef | null): number {
    return ref === null ? NO_REF : this.#iterations.numberOf(ref);
  }

  #isSameAs(place: number): boolean {
    return this.#digestLow.at(place) === this.#digest.low && this.#digestHigh.at(place) === this.#digest.high;
  }

  #placeOf(context: CorrelationContext): ContextPlace {
    let place = this.#contexts.get(context);
    if (place === undefined) {
      place = this.#findPlace(context);
      this.#contexts.set(context, place);
    }
    return place;
  }

  #findPlace(context: CorrelationContext): ContextPlace {
    const text = contextText(context);
    let number = this.#contextNumbers.get(text);
    if (number === undefined) {
      number = this.#contextNumbers.size;
      this.#contextNumbers.set(text, number);
    }
    const key = compositeKey(context.session_id, context.producer_id);
    let scope = this.#scopeNumbers.get(key);
    if (scope === undefined) {
      scope = this.#scopes.push({ session: context.session_id, producer: context.producer_id, key }) - 1;
      this.#scopeNumbers.set(key, scope);
    }
    return { number, scope };
  }

  #compareIdentities(left: number, right: number): number {
    const a = this.#scopes[this.#scopeColumn.at(left)]!;
    const b = this.#scopes[this.#scopeColumn.at(right)]!;
    return (
      compareCodePoints(a.session, b.session) ||
      compareCodePoints(a.producer, b.producer) ||
      compareCodePoints(this.#eventIds[left]!, this.#eventIds[right]!)
    );
  }

  #conflict(place: number, event: InferenceEvent, entity: string | null): ConflictError {
    const { session, producer } = this.#scopes[this.#scopeColumn.at(place)]!;
    const type = INFERENCE_EVENT_TYPES[this.#typeColumn.at(place)]!;
    const describe = (eventType: string, id: string, by: string, within: string) =>
      `${eventType} ${JSON.stringify(id)} of producer ${JSON.stringify(by)} in session ${JSON.stringify(within)}`;
    const { producer_id: by, session_id: within } = event.context;
    const claimants = [
      describe(type, this.#eventIds[place]!, producer, session),
      describe(event.event_type, event.event_id, by, within),
    ];
    const text =
      entity === null
        ? `${claimants[0]} was reported twice, differently`
        : `${entity} is reported differently by ${claimants.join(' and ')}`;
    return new ConflictError(text, { identity: entity ?? compositeKey(session, producer, event.event_id), claimants });
  }

  #countAll(): InferenceCounts {
    const count = (eventType: InferenceEventType) => this.#counts.get(eventType) ?? 0;
    return {
      events: this.#eventIds.length + this.#repeated,
      repeated: this.#repeated,
      legacy: this.#legacy,
      requests: count('infer.request'),
      iterations: count('infer.iteration'),
      stages: count('infer.stage'),
      memberships: count('infer.membership'),
      activities: count('infer.activity_ref'),
      alignments: count('infer.clock_alignment'),
    };
  }
}

/** What an entity is known by within its table; null for events of no entity. */
function entityName(event: InferenceEvent): string | null {
  switch (event.event_type) {
    case 'infer.activity_ref':
      return event.activity_ref.id;
    case 'infer.stage':
      return event.stage_ref.id;
    case 'infer.iteration':
      return event.iteration_ref.id;
    default:
      return entityKey(event);
  }
}
