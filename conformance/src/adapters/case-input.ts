import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';

/** The input of a case as the object that its operation documents. */
export function objectOf(value: JsonValue | undefined, name = 'input'): JsonObject {
  if (isJsonObject(value)) return value;
  throw new TypeError(`the case's ${name} is not an object`);
}

/** A list of a case's input. */
export function listOf(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`the case's ${name} is not a list`);
}

/** A text of a case's input. */
export function textOf(value: JsonValue | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`the case's ${name} is not text`);
}
