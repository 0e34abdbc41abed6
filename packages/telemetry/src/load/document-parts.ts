import type { DocumentElement, DocumentElementFault, JsonDocumentHandlers } from '@stormlog/files';
import { InvalidRecordError, type JsonObject, type JsonValue } from '@stormlog/records';
import { ElementList } from './element-list.ts';
import type { LoadDocumentOptions } from './load-options.ts';

/** The lists of events that are looked for when no key is given, the first before the second. */
const EVENT_KEYS = ['events', 'telemetry_events'] as const;

/** The keys that tell an event record from other objects. */
const RECORD_KEYS = [
  'schema_version',
  'event_type',
  'type',
  'memory_allocated',
  'memory_mb',
  'timestamp',
  'timestamp_ns',
] as const;

/**
 * Takes the parts of a telemetry document as they are read, and in the end picks the list that counts
 * (docs/formats/loading.md §3): only then it is known which keys there are.
 */
export class DocumentParts implements JsonDocumentHandlers {
  readonly elementKeys: readonly string[];
  /** Takes elements that are not JSON; they end the document unless bad input is skipped. */
  readonly onFault?: (fault: DocumentElementFault) => void;
  readonly #path: string;
  readonly #options: LoadDocumentOptions & { readonly defaultSessionId: string };
  readonly #lists = new Map<string | null, ElementList>();
  readonly #members = new Map<string, JsonValue>();
  #kind: 'array' | 'object' | 'other' = 'other';

  constructor(path: string, options: LoadDocumentOptions & { readonly defaultSessionId: string }) {
    const { eventsKey } = options;
    this.#path = path;
    this.#options = options;
    this.elementKeys = eventsKey === undefined || eventsKey === null ? EVENT_KEYS : [eventsKey];
    if (options.onInvalid === 'skip') this.onFault = (fault) => this.#lists.get(fault.key)?.addFault(fault);
  }

  onDocument(kind: 'array' | 'object' | 'other'): void {
    this.#kind = kind;
  }

  onArray(key: string | null): void {
    this.#lists.set(key, this.#newList(key));
  }

  onElement(element: DocumentElement): void {
    this.#lists.get(element.key)?.add(element.value, element.index, element.line);
  }

  onMember(key: string, value: JsonValue): void {
    // Of repeated keys the last counts, also when it is no list any more.
    this.#lists.delete(key);
    this.#members.set(key, value);
  }

  /** `session_summary` of the document; undefined when it has none. */
  get summary(): JsonValue | undefined {
    return this.#members.get('session_summary');
  }

  /**
   * The list that holds the document's records.
   *
   * @throws InvalidRecordError `document_without_events`
   */
  select(): ElementList {
    if (this.#kind === 'other') throw this.#without('a telemetry document must be an object or an array');
    const keys = this.#kind === 'array' ? [null] : this.elementKeys;
    for (const key of keys) {
      const list = this.#lists.get(key);
      if (list !== undefined) return list;
    }
    if (this.elementKeys !== EVENT_KEYS) {
      throw this.#without(`the key ${JSON.stringify(this.elementKeys[0])} must hold a list of events`);
    }
    if (!RECORD_KEYS.some((key) => this.#members.has(key))) {
      throw this.#without('the document holds neither a list "events" or "telemetry_events" nor a telemetry record');
    }
    const list = this.#newList(null);
    list.add(objectOf(this.#members), 0, 1);
    return list;
  }

  #newList(key: string | null): ElementList {
    return new ElementList(this.#path, key, this.#options);
  }

  #without(message: string): InvalidRecordError {
    return new InvalidRecordError('document_without_events', message, { path: this.#path });
  }
}

function objectOf(members: ReadonlyMap<string, JsonValue>): JsonObject {
  return Object.fromEntries(members);
}
