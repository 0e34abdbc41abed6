import { type InferenceEvent, type InferenceEventType, inferenceEventSchema } from '@stormlog/correlation-events';
import type { LineBytes } from './line-bytes.ts';

/** A field of a row and the bytes before its value; those before the context hold no key. */
interface Slot {
  readonly name: string;
  readonly before: Uint8Array;
}

const layouts = new Map<string, readonly Slot[]>();

/**
 * Adds the row of an event, with its line end: the text of `inferenceRecordLine`, put together from parts that are the same
 * in all rows of a type (docs/formats/recording.md §2).
 *
 * @param event sound and in full, as the constructors make it
 * @param context the member that stands for the context: `"context_id": "…"` or `"context": {…}`
 * @param version of the row: 4 with a context id, else the event's own
 */
export function addEventRow(line: LineBytes, event: InferenceEvent, context: Uint8Array, version: number): void {
  const values: Readonly<Record<string, unknown>> = event;
  for (const { name, before } of layoutOf(event.event_type)) {
    line.part(before);
    if (name === 'context') line.part(context);
    else line.value(name === 'schema_version' ? version : values[name]);
  }
  line.ascii('}\n');
}

function layoutOf(eventType: InferenceEventType): readonly Slot[] {
  const known = layouts.get(eventType);
  if (known !== undefined) return known;
  const schema = inferenceEventSchema.options.find((option) => option.shape.event_type.value === eventType);
  const names = Object.keys(schema?.shape ?? {}).sort();
  const layout = names.map((name, index) => {
    const start = index === 0 ? '{' : ', ';
    return { name, before: Buffer.from(name === 'context' ? start : `${start}"${name}": `) };
  });
  layouts.set(eventType, layout);
  return layout;
}
