import { type InferenceEvent, type InferenceEventType, inferenceEventSchema } from '@stormlog/correlation-events';
import { stringifyJson } from '@stormlog/records';

const CANONICAL = { sortKeys: true, ascii: true, spaced: true } as const;
/** Texts that stand in JSON as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A field of a row: the text before its value, up to the slot of the context before which it may stand. */
interface Slot {
  readonly name: string;
  readonly before: string;
}

const layouts = new Map<string, readonly Slot[]>();

/**
 * The row of an event as a line of an artifact, without its line end: the text of `inferenceRecordLine`, put together
 * from parts that are the same in all rows of a type (docs/formats/recording.md §2).
 *
 * @param event sound and in full, as the constructors make it
 * @param context the member that stands for the context: `"context_id": "…"` or `"context": {…}`
 * @param version of the row: 4 with a context id, else the event's own
 */
export function eventRowLine(event: InferenceEvent, context: string, version: number): string {
  const values: Readonly<Record<string, unknown>> = event;
  let text = '';
  for (const { name, before } of layoutOf(event.event_type)) {
    if (name === 'context') text += before + context;
    else if (name === 'schema_version') text += before + version;
    else text += before + valueText(values[name]);
  }
  return `${text}}`;
}

/** The canonical text of a value. */
export function valueText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'bigint':
      return value.toString();
    case 'number':
      return value > 0 && Number.isSafeInteger(value) ? `${value}` : stringifyJson(value);
    case 'object':
      return value === null ? 'null' : objectText(value);
    default:
      return stringifyJson(value);
  }
}

function objectText(value: object): string {
  let keys = 0;
  for (const _ in value) if (++keys > 2) break;
  if (keys === 0 && !Array.isArray(value)) return '{}';
  if (keys === 2 && 'id' in value && 'producer_id' in value) {
    const { id, producer_id: producer } = value;
    if (typeof id === 'string' && typeof producer === 'string') {
      return `{"id": ${quoted(id)}, "producer_id": ${quoted(producer)}}`;
    }
  }
  return stringifyJson(value, CANONICAL);
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : stringifyJson(text, CANONICAL);
}

function layoutOf(eventType: InferenceEventType): readonly Slot[] {
  const known = layouts.get(eventType);
  if (known !== undefined) return known;
  const schema = inferenceEventSchema.options.find((option) => option.shape.event_type.value === eventType);
  const names = Object.keys(schema?.shape ?? {}).sort();
  const layout = names.map((name, index) => {
    const start = index === 0 ? '{' : ', ';
    return { name, before: name === 'context' ? start : `${start}"${name}": ` };
  });
  layouts.set(eventType, layout);
  return layout;
}
