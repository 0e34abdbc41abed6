import {
  type CorrelationContext,
  EventDigest,
  entityKey,
  INFERENCE_EVENT_TYPES,
  type InferenceEvent,
} from '@stormlog/correlation-events';
import { stringifyJson } from '@stormlog/records';
import { DigestColumn } from './digest-column.ts';
import { IdentityHash } from './identity-hash.ts';
import { IdentityTable } from './identity-table.ts';

const EVENT = 0;
const ENTITY = 1;

/**
 * Tells whether events agree, without keeping them: of each it keeps hashes of its identity and of its entity, 128 bits
 * each, and digests of its content (docs/formats/capture.md §5). At most 70 bytes an event.
 */
export class IdentityLedger {
  readonly #hash = new IdentityHash();
  readonly #key = new Int32Array(4);
  readonly #entity = new Int32Array(4);
  readonly #events = new IdentityTable();
  readonly #eventDigests = new DigestColumn();
  readonly #entities = new IdentityTable();
  readonly #entityDigests = new DigestColumn();
  readonly #contextTexts = new Map<string, number>();
  readonly #contextNumbers = new WeakMap<CorrelationContext, number>();
  readonly #digest = new EventDigest((context) => this.#numberOf(context));

  /** Distinct events so far. */
  get events(): number {
    return this.#events.size;
  }

  /**
   * Takes in an event.
   *
   * @returns `conflict` when an event of its identity, or a report of its entity, says something else; it is not taken in
   */
  add(event: InferenceEvent): 'new' | 'repeated' | 'conflict' {
    const { low, high } = this.#digestOf(event);
    const { session_id, producer_id } = event.context;
    this.#hash.start(EVENT).add(session_id).add(producer_id).add(event.event_id).write(this.#key, 0);
    const known = this.#events.find(this.#key);
    if (known !== null) return this.#eventDigests.has(known, low, high) ? 'repeated' : 'conflict';
    const entity = entityKey(event);
    if (entity !== null) {
      const kind = ENTITY + INFERENCE_EVENT_TYPES.indexOf(event.event_type);
      this.#hash.start(kind).add(entity).write(this.#entity, 0);
      const reported = this.#entities.find(this.#entity);
      if (reported !== null && !this.#entityDigests.has(reported, low, high)) return 'conflict';
      if (reported === null) {
        this.#entities.add(this.#entity);
        this.#entityDigests.push(low, high);
      }
    }
    this.#events.add(this.#key);
    this.#eventDigests.push(low, high);
    return 'new';
  }

  #digestOf(event: InferenceEvent): EventDigest {
    this.#digest.update(event);
    return this.#digest;
  }

  #numberOf(context: CorrelationContext): number {
    const known = this.#contextNumbers.get(context);
    if (known !== undefined) return known;
    const text = stringifyJson(context, { sortKeys: true, ascii: true });
    const number = this.#contextTexts.get(text) ?? this.#contextTexts.size;
    this.#contextTexts.set(text, number);
    // Only a frozen context can be relied on to keep its content.
    if (Object.isFrozen(context)) this.#contextNumbers.set(context, number);
    return number;
  }
}
