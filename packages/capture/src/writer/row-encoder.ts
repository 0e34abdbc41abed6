import {
  CONTEXT_EVENT_TYPE,
  ContextRegistry,
  type CorrelationContext,
  contextId,
  type InferenceEvent,
  inferenceRecordLine,
  TRANSPORT_VERSION,
} from '@stormlog/correlation-events';
import { stringifyJson } from '@stormlog/records';
import { addEventRow } from './event-row.ts';
import { LineBytes } from './line-bytes.ts';

/** How new rows carry their context: by reference to a definition, or each in full (docs/formats/inference-artifacts.md §3). */
export type RowTransport = 'v4' | 'embedded';

interface Definition {
  readonly context: CorrelationContext;
  readonly id: string;
  readonly member: Uint8Array;
}

/** Turns sound events into the lines of one artifact; a context's definition stands before its first row. */
export class RowEncoder {
  readonly #transport: RowTransport;
  #registry: ContextRegistry;
  /** The member of a row for a context that needs no definition any more. */
  #members = new WeakMap<CorrelationContext, Uint8Array>();
  readonly #line = new LineBytes();
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
   * @returns good until the next call
   * @throws ConflictError when the context's id stands for another context in the artifact
   * @throws ArgumentError, InvalidRecordError for metadata that JSON cannot hold
   */
  encode(event: InferenceEvent): LineBytes {
    const line = this.#line;
    line.clear();
    this.#pending = null;
    if (this.#transport === 'embedded') addEventRow(line, event, this.#inFull(event.context), event.schema_version);
    else if (mustEmbed(event)) line.ascii(`${inferenceRecordLine(event)}\n`);
    else
      addEventRow(line, event, this.#members.get(event.context) ?? this.#reference(event.context), TRANSPORT_VERSION);
    return line;
  }

  /** The lines encoded last have been taken. */
  commit(): void {
    if (this.#pending === null) return;
    const { context, id, member } = this.#pending;
    this.#registry.register(id, context);
    this.#remember(context, member);
    this.#pending = null;
  }

  #inFull(context: CorrelationContext): Uint8Array {
    const known = this.#members.get(context);
    if (known !== undefined) return known;
    const member = Buffer.from(`"context": ${inferenceRecordLine(context)}`);
    this.#remember(context, member);
    return member;
  }

  /** Refers to a context; its definition is added where the artifact has none. */
  #reference(context: CorrelationContext): Uint8Array {
    const registered = this.#registry.idOf(context);
    const id = registered ?? contextId(context);
    const member = Buffer.from(`"context_id": ${stringifyJson(id, { ascii: true })}`);
    if (registered !== undefined) {
      this.#remember(context, member);
      return member;
    }
    this.#registry.check(id, context);
    this.#pending = { context, id, member };
    const definition = { schema_version: TRANSPORT_VERSION, event_type: CONTEXT_EVENT_TYPE, context_id: id, context };
    this.#line.ascii(`${inferenceRecordLine(definition)}\n`);
    return member;
  }

  /** A context that can still change is looked at anew every time. */
  #remember(context: CorrelationContext, member: Uint8Array): void {
    if (Object.isFrozen(context)) this.#members.set(context, member);
  }
}

/** Version 4 cannot express intervals that are null. */
function mustEmbed(event: InferenceEvent): boolean {
  return (
    event.event_type === 'infer.activity_ref' && event.schema_version === 3 && event.metadata['intervals'] === null
  );
}
