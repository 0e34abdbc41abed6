import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';

/** The type of a row that names a context and is no event. */
export const CONTEXT_EVENT_TYPE = 'infer.context';

/** Version 4 exists in artifacts only, never in a record by itself. */
export const TRANSPORT_VERSION = 4;

/** A row as far as the codec looks into it. */
export type Row = { readonly [key: string]: JsonValue | undefined };

/** True for a row that defines a context or refers to one (docs/formats/inference-artifacts.md §3.3). */
export function isTransportRow(row: Row): boolean {
  return (
    ownOf(row, 'event_type') === CONTEXT_EVENT_TYPE ||
    ownOf(row, 'context_id') !== undefined ||
    isVersionFour(ownOf(row, 'schema_version'))
  );
}

/** True for the integer 4. */
export function isVersionFour(version: JsonValue | undefined): boolean {
  return version === TRANSPORT_VERSION || version === BigInt(TRANSPORT_VERSION);
}

/** True for an activity whose metadata has `intervals` (which makes it version 3 when embedded). */
export function hasIntervals(row: Row): boolean {
  const metadata = ownOf(row, 'metadata');
  return (
    ownOf(row, 'event_type') === 'infer.activity_ref' && isJsonObject(metadata) && Object.hasOwn(metadata, 'intervals')
  );
}

/** True for an activity that names intervals and gives none, which version 4 cannot express. */
export function hasNullIntervals(row: Row): boolean {
  const metadata = ownOf(row, 'metadata');
  return hasIntervals(row) && isJsonObject(metadata) && metadata['intervals'] === null;
}

/** The value of a row's own key. */
export function ownOf(row: Row, key: string): JsonValue | undefined {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

/** A row without some of its keys; an own `__proto__` key stays data. */
export function rowWithout(row: Row, ...keys: string[]): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(row)) {
    if (value !== undefined && !keys.includes(key)) entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}
