/**
 * What a JSON text holds, without loss.
 *
 * An integer token is a `number` while it is within ±(2^53−1), else a `bigint`; a token with a fraction or an exponent
 * is a `number`. A whole float within the safe range therefore counts as that integer (docs/formats/json.md §1).
 * Objects are plain objects whose keys are all own data properties, `__proto__` included.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** A JSON object; see {@link JsonValue}. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an exact integer in the sense of {@link JsonValue}: a safe whole number or any bigint; booleans are not. */
export function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
}
