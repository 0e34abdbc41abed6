import type { JsonValue } from '../json/json-value.ts';
import { floatText } from '../numbers/float-text.ts';

const UNPRINTABLE = /[\\'"\p{C}\p{Z}]/u;

/**
 * A value's text as Python's `str` forms it: a text itself, `None`, `True`, integers in digits, floats as
 * {@link floatText}, `[1, 'a']` and `{'k': "it's"}` with quoted texts inside (docs/formats/json.md §2.4).
 */
export function pythonText(value: JsonValue): string {
  return typeof value === 'string' ? value : quotedForm(value);
}

function quotedForm(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : floatText(value);
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 'True' : 'False';
    default:
  }
  if (value === null) return 'None';
  if (isArray(value)) return `[${value.map(quotedForm).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${quoted(key)}: ${quotedForm(member)}`)
    .join(', ')}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  if (!UNPRINTABLE.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let result = quote;
  for (const character of text) result += escaped(character, quote);
  return result + quote;
}

function escaped(character: string, quote: string): string {
  if (character === '\\' || character === quote) return `\\${character}`;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  if (character === ' ' || !UNPRINTABLE.test(character) || character === '"' || character === "'") return character;
  const codePoint = character.codePointAt(0)!;
  const hex = codePoint.toString(16);
  if (codePoint <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
