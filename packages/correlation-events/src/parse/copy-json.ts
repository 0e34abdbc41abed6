import { InvalidRecordError, type JsonObject, type JsonValue } from '@stormlog/records';

const MAX_DEPTH = 1000;

/**
 * A copy of free-form data that shares nothing with the original.
 *
 * @throws InvalidRecordError for what JSON cannot hold, and for nesting beyond 1000 levels (so also for a cycle)
 */
export function copyJsonObject(object: object, field: string): JsonObject {
  return copyObject(object, field, 0);
}

function copyValue(value: unknown, field: string, depth: number): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth > MAX_DEPTH) {
        throw new InvalidRecordError('json_too_deep', `${field} is nested deeper than ${MAX_DEPTH} levels`, { field });
      }
      if (Array.isArray(value)) return value.map((item: unknown) => copyValue(item, field, depth + 1));
      return copyObject(value, field, depth + 1);
    default:
      throw new InvalidRecordError('field_invalid', `${field} holds a ${typeof value}, which JSON cannot`, { field });
  }
}

function copyObject(object: object, field: string, depth: number): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null && !isForeignPlain(prototype)) {
    throw new InvalidRecordError('field_invalid', `${field} holds an object that is not plain data`, { field });
  }
  const copy: { [key: string]: JsonValue } = {};
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    const copied = copyValue(value, field, depth);
    if (key === '__proto__') {
      Object.defineProperty(copy, key, { value: copied, writable: true, enumerable: true, configurable: true });
    } else {
      copy[key] = copied;
    }
  }
  return copy;
}

/** A plain object of another realm, such as a test runner's sandbox. */
function isForeignPlain(prototype: unknown): boolean {
  return typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) === null;
}
