import type { ErrorCode } from '../errors/error-codes.ts';
import { InvalidRecordError } from '../errors/stormlog-error.ts';
import { describeValue } from '../text/describe-value.ts';
import type { JsonValue } from './json-value.ts';
import { MAX_INTEGER_DIGITS, MAX_JSON_DEPTH } from './limits.ts';
import { type JsonTextPlace, placeOf } from './text-place.ts';

const WHITE_SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** The exact parser: every digit kept, places in errors; slower than `JSON.parse`, which the fast routes build on. */
export class ExactParser {
  readonly #text: string;
  readonly #place: JsonTextPlace | undefined;
  #at = 0;

  /** @param place makes faults name line and column of a file instead of the character of the text */
  constructor(text: string, place?: JsonTextPlace | undefined) {
    this.#text = text;
    this.#place = place;
  }

  /** The one value of the text. */
  parse(): JsonValue {
    const value = this.#value(0);
    this.#skipWhiteSpace();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the text');
    return value;
  }

  #value(depth: number): JsonValue {
    this.#skipWhiteSpace();
    const next = this.#text[this.#at];
    if (depth >= MAX_JSON_DEPTH && (next === '{' || next === '[')) {
      throw this.#fault('json_too_deep', `JSON nested deeper than ${MAX_JSON_DEPTH} levels`);
    }
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (next === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #object(depth: number): JsonValue {
    const object: { [key: string]: JsonValue } = {};
    this.#at++;
    this.#skipWhiteSpace();
    if (this.#text[this.#at] === '}') {
      this.#at++;
      return object;
    }
    for (;;) {
      this.#skipWhiteSpace();
      if (this.#text[this.#at] !== '"') throw this.#unexpected('a key in double quotes');
      const key = this.#string();
      this.#skipWhiteSpace();
      this.#expect(':');
      const value = this.#value(depth + 1);
      if (key === '__proto__') {
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      } else {
        object[key] = value;
      }
      this.#skipWhiteSpace();
      if (this.#text[this.#at] !== ',') break;
      this.#at++;
    }
    this.#expect('}');
    return object;
  }

  #array(depth: number): JsonValue {
    const array: JsonValue[] = [];
    this.#at++;
    this.#skipWhiteSpace();
    if (this.#text[this.#at] === ']') {
      this.#at++;
      return array;
    }
    for (;;) {
      array.push(this.#value(depth + 1));
      this.#skipWhiteSpace();
      if (this.#text[this.#at] !== ',') break;
      this.#at++;
    }
    this.#expect(']');
    return array;
  }

  #string(): string {
    this.#at++;
    let result = '';
    for (;;) {
      result += this.#match(PLAIN_CHARACTERS) ?? '';
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at++;
        return result;
      }
      if (next !== '\\') throw this.#unexpected('a character of a string or its closing quote');
      const escaped = this.#text[this.#at + 1] ?? '';
      const short = SHORT_ESCAPES.get(escaped);
      this.#at += short === undefined && escaped !== 'u' ? 1 : 2;
      if (short !== undefined) {
        result += short;
        continue;
      }
      const hex = escaped === 'u' ? this.#match(HEX4) : undefined;
      if (hex === undefined) throw this.#unexpected('an escape sequence of JSON');
      result += String.fromCharCode(Number.parseInt(hex, 16));
    }
  }

  #number(): number | bigint {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) throw this.#unexpected('a JSON value');
    const token = match[0];
    const value = Number(token);
    this.#at += token.length;
    if (match[1] !== undefined || match[2] !== undefined) return value;
    if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
    if (token.length - (token.startsWith('-') ? 1 : 0) > MAX_INTEGER_DIGITS) {
      throw this.#fault('integer_too_long', `an integer has more than ${MAX_INTEGER_DIGITS} digits`);
    }
    return BigInt(token);
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw this.#unexpected(`"${character}"`);
    this.#at++;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #skipWhiteSpace(): void {
    this.#match(WHITE_SPACE);
  }

  #unexpected(expected: string): InvalidRecordError {
    const codePoint = this.#text.codePointAt(this.#at);
    const found = codePoint === undefined ? 'the end of the text' : describeValue(String.fromCodePoint(codePoint));
    return this.#fault('json_syntax', `not JSON: expected ${expected}, found ${found}`);
  }

  #fault(code: ErrorCode, what: string): InvalidRecordError {
    if (this.#place === undefined) return new InvalidRecordError(code, `${what} at character ${this.#at + 1}`);
    const { line, column } = placeOf(this.#text, this.#at, this.#place);
    return new InvalidRecordError(code, `${what} at column ${column}`, { path: this.#place.path, line });
  }
}
