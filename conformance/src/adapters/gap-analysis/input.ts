import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';

/** The case's input as an object. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('the case needs an object here');
  return value;
}

/** The case's input as a list of objects. */
export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) throw new Error('the case needs a list here');
  return value.map(objectOf);
}
