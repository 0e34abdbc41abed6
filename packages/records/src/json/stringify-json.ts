import { ArgumentError, InvalidRecordError } from '../errors/stormlog-error.ts';
import { floatText } from '../numbers/float-text.ts';
import { compareCodePoints } from '../text/code-point-order.ts';
import { MAX_JSON_DEPTH } from './limits.ts';

/** How {@link stringifyJson} writes. */
export interface JsonTextOptions {
  /** Sort the keys of every object by code point; default: as they stand in the object. */
  readonly sortKeys?: boolean | undefined;
  /** Escape everything outside U+0020…U+007E, so that the text is ASCII. */
  readonly ascii?: boolean | undefined;
  /** A space after every `,` and `:`, as Python writes by default. */
  readonly spaced?: boolean | undefined;
  /** One member a line, this many spaces a level; empty arrays and objects stay `[]` and `{}`. */
  readonly indent?: number | undefined;
}

const NOT_ASCII = /[\u007f-\uffff]/g;
const UNIT_ABOVE_SURROGATES = /[\ud800-\uffff]/;

/**
 * The JSON text of a value, exact: bigints in digits, floats as Python spells them (`1e-05`), `NaN`, `Infinity` and
 * `-Infinity` as those words. `{ sortKeys, ascii, spaced: true }` is the canonical text of docs/formats/json.md §4.
 * Members that are `undefined` are left out.
 *
 * @throws ArgumentError for a value that JSON cannot hold
 * @throws InvalidRecordError `json_too_deep`, also for a cycle
 */
export function stringifyJson(value: unknown, options: JsonTextOptions = {}): string {
  const indent = options.indent ?? 0;
  const style: Style = {
    sortKeys: options.sortKeys ?? false,
    ascii: options.ascii ?? false,
    comma: options.spaced && indent === 0 ? ', ' : ',',
    colon: options.spaced || indent > 0 ? ': ' : ':',
    indent,
  };
  return textOf(value, style, 0);
}

interface Style {
  readonly sortKeys: boolean;
  readonly ascii: boolean;
  readonly comma: string;
  readonly colon: string;
  readonly indent: number;
}

function textOf(value: unknown, style: Style, depth: number): string {
  switch (typeof value) {
    case 'string':
      return stringText(value, style.ascii);
    case 'number':
      return numberText(value);
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth > MAX_JSON_DEPTH) {
        throw new InvalidRecordError('json_too_deep', `a value is nested deeper than ${MAX_JSON_DEPTH} levels`);
      }
      return Array.isArray(value) ? arrayText(value, style, depth) : objectText(value, style, depth);
    default:
      throw new ArgumentError('value', `JSON has no form for a ${typeof value}`);
  }
}

function arrayText(array: readonly unknown[], style: Style, depth: number): string {
  const parts: string[] = [];
  for (const member of array) parts.push(textOf(member === undefined ? null : member, style, depth + 1));
  return enclosed('[', parts, ']', style, depth);
}

function objectText(object: object, style: Style, depth: number): string {
  const parts: string[] = [];
  for (const key of orderedKeys(object, style.sortKeys)) {
    const member: unknown = Reflect.get(object, key);
    if (member === undefined) continue;
    parts.push(stringText(key, style.ascii) + style.colon + textOf(member, style, depth + 1));
  }
  return enclosed('{', parts, '}', style, depth);
}

function orderedKeys(object: object, sortKeys: boolean): string[] {
  const keys = Object.keys(object);
  if (!sortKeys) return keys;
  // The default order is by UTF-16 unit, which differs only where surrogates meet units above them.
  return keys.some((key) => UNIT_ABOVE_SURROGATES.test(key)) ? keys.sort(compareCodePoints) : keys.sort();
}

function enclosed(open: string, parts: readonly string[], close: string, style: Style, depth: number): string {
  if (parts.length === 0) return open + close;
  if (style.indent === 0) return open + parts.join(style.comma) + close;
  const outer = `\n${' '.repeat(style.indent * depth)}`;
  const inner = outer + ' '.repeat(style.indent);
  return open + inner + parts.join(`,${inner}`) + outer + close;
}

function stringText(text: string, ascii: boolean): string {
  const quoted = JSON.stringify(text);
  if (!ascii) return quoted;
  return quoted.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function numberText(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  if (Number.isFinite(value)) return floatText(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}
