import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import type { CaseContext } from './adapter.ts';

/** The member `path` of an input, absolute: answers spell paths from the case's folder on. */
export function casePath(input: JsonValue, context: CaseContext): string {
  return `${context.directory}/${textMember(isJsonObject(input) ? input : {}, 'path') ?? ''}`;
}

/** A member that is an object; an empty one when it is absent or something else. */
export function objectMember(input: JsonValue, key: string): JsonObject {
  const value = isJsonObject(input) && Object.hasOwn(input, key) ? input[key] : undefined;
  return isJsonObject(value) ? value : {};
}

/** A member that is a text; undefined when it is absent or something else. */
export function textMember(input: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(input, key) ? input[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
