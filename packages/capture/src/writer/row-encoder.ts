import {
  CONTEXT_EVENT_TYPE,
  ContextRegistry,
  type CorrelationContext,
  contextId,
  type InferenceEvent,
  inferenceRecordLine,
  TRANSPORT_VERSION,
} from '@stormlog/correlation-events';
import { eventRowLine, valueText } from './event-line.ts';

/** How new rows carry their context: by reference to a definition, or each in full (docs/formats/inference-artifacts.md §3). */
export type RowTransport = 'v4' | 'embedded';

interface Definition {
  readonly context: CorrelationContext;
  readonly id: string;
  readonly member: string;
}

/** Turns sound events into the lines of one artifact; a context's definition stands before its first row. */
export class RowEncoder {
  readonly #transport: RowTransport;
  #registry: ContextRegistry;
  /** The member of a row for a context that needs no definition any more. */
  #members = new WeakMap<CorrelationContext, string>();
  #pending: Definition | null = null;

  /** @param registry what the artifact defines already; it grows */
  constructor(transport: RowTransport, registry: ContextRegistry) {
    this.#transport = transport;
    this.#registry = registry;
  }

  /** Goes on with an artifact that defines nothing. */
  startOver(): void {
    this.#registry = new ContextRegistry();
    this.#members = new WeakMap();
  }

  /**
   * The lines of an event with their line ends: its row, and before it the definition of a new context, which counts as
   * written once {@link commit} is called.
   *
   * @throws ConflictError when the context's id stands for another context in the artifact
   * @throws ArgumentError, InvalidRecordError for metadata that JSON cannot hold
   */
  encode(event: InferenceEvent): string {
    this.#pending = null;
    const known = this.#members.get(event.context);
    if (this.#transport === 'embedded' || mustEmbed(event)) return `${this.#embedded(event, known)}\n`;
    if (known !== undefined) return `${eventRowLine(event, known, TRANSPORT_VERSION)}\n`;
    const { context } = event;
    const registered = this.#registry.idOf(context);
    const id = registered ?? contextId(context);
    const member = `"context_id": ${valueText(id)}`;
    if (registered !== undefined) {
      this.#remember(context, member);
      return `${eventRowLine(event, member, TRANSPORT_VERSION)}\n`;
    }
    this.#registry.check(id, context);
    this.#pending = { context, id, member };
    const definition = {
      schema_version: TRANSPORT_VERSION,
      event_type: CONTEXT_EVENT_TYPE,
      context_id: id,
      context,
    };
    return `${inferenceRecordLine(definition)}\n${eventRowLine(event, member, TRANSPORT_VERSION)}\n`;
  }

  /** The lines encoded last have been taken. */
  commit(): void {
    if (this.#pending === null) return;
    const { context, id, member } = this.#pending;
    this.#registry.register(id, context);
    this.#remember(context, member);
    this.#pending = null;
  }

  #embedded(event: InferenceEvent, known: string | undefined): string {
    if (this.#transport !== 'embedded') return inferenceRecordLine(event);
    const member = known ?? `"context": ${inferenceRecordLine(event.context)}`;
    if (known === undefined) this.#remember(event.context, member);
    return eventRowLine(event, member, event.schema_version);
  }

  /** A context that can still change is looked at anew every time. */
  #remember(context: CorrelationContext, member: string): void {
    if (Object.isFrozen(context)) this.#members.set(context, member);
  }
}

/** Version 4 cannot express intervals that are null. */
function mustEmbed(event: InferenceEvent): boolean {
  return (
    event.event_type === 'infer.activity_ref' && event.schema_version === 3 && event.metadata['intervals'] === null
  );
}
