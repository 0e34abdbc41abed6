import type { JsonValue } from '../json/json-value.ts';
import { stringifyJson } from '../json/stringify-json.ts';

const LONGEST = 60;

/**
 * A value found in a record, short and printable, for error messages: JSON text in ASCII, cut after 60 characters;
 * arrays and objects by their size only.
 */
export function describeValue(value: JsonValue): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object of ${Object.keys(value).length} keys`;
  const start = typeof value === 'string' ? value.slice(0, LONGEST) : value;
  const text = stringifyJson(start, { ascii: true });
  const isCut = text.length > LONGEST || (typeof value === 'string' && value.length > LONGEST);
  return isCut ? `${text.slice(0, LONGEST)}…` : text;
}
