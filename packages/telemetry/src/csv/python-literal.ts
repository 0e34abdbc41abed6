import { InvalidRecordError, type JsonValue, stringifyJson } from '@stormlog/records';

/** Deeper nesting is refused; Python's own reader of literals stops at the same depth. */
export const MAX_LITERAL_DEPTH = 200;
const MAX_INTEGER_DIGITS = 4300;

const WHITE_SPACE = /[ \t\f\r\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:[0-9](?:_?[0-9])*)?\.?[0-9]*(?:_?[0-9])*(?:[eE][+-]?[0-9](?:_?[0-9])*)?/y;
const DECIMAL_INTEGER = /^(?:0(?:_?0)*|[1-9](?:_?[0-9])*)$/;
const DECIMAL_FLOAT =
  /^(?:[0-9](?:_?[0-9])*\.(?:[0-9](?:_?[0-9])*)?|\.[0-9](?:_?[0-9])*|[0-9](?:_?[0-9])*(?=[eE]))(?:[eE][+-]?[0-9](?:_?[0-9])*)?$/;
const STRING_PREFIX = /(?:[uU]|[rR][bB]?|[bB][rR]?)?(?=['"])/y;
const OCTAL = /[0-7]{1,3}/y;
const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const HEX_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
]);

/**
 * The value of a Python literal, read as data: nothing is looked up, called or evaluated (docs/formats/csv.md §5).
 *
 * Texts, numbers, `True`, `False`, `None`, tuples, lists, sets and dictionaries are read; tuples and sets become
 * arrays, bytes become texts of the same code points, keys that are not texts become the text that JSON would give
 * them. The bare words `nan` and `inf` stand for the floats, because dictionaries are exported with them.
 *
 * @throws InvalidRecordError `literal_syntax`, `json_too_deep` beyond 200 levels, `integer_too_long`
 */
export function parsePythonLiteral(text: string): JsonValue {
  return new LiteralParser(text).parse();
}

class LiteralParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonValue {
    const value = this.#value(0);
    this.#skipWhiteSpace();
    if (this.#at < this.#text.length) throw this.#fault('the end of the text');
    return value;
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_LITERAL_DEPTH) {
      throw new InvalidRecordError('json_too_deep', `a Python literal nested deeper than ${MAX_LITERAL_DEPTH} levels`);
    }
    this.#skipWhiteSpace();
    const next = this.#text[this.#at];
    if (next === '{') return this.#dictionaryOrSet(depth);
    if (next === '[') return this.#elements(']', depth).values;
    if (next === '(') {
      const { values, comma } = this.#elements(')', depth);
      return values.length === 1 && !comma ? values[0]! : values;
    }
    const text = this.#string();
    if (text !== undefined) return text;
    const word = this.#word();
    return word === undefined ? this.#signedNumber() : word;
  }

  #elements(close: string, depth: number): { readonly values: JsonValue[]; readonly comma: boolean } {
    const values: JsonValue[] = [];
    let comma = false;
    this.#at++;
    for (;;) {
      if (this.#take(close)) return { values, comma };
      if (values.length > 0 && !comma) throw this.#fault(`"," or "${close}"`);
      values.push(this.#value(depth + 1));
      comma = this.#take(',');
    }
  }

  #dictionaryOrSet(depth: number): JsonValue {
    this.#at++;
    if (this.#take('}')) return {};
    const keyAt = this.#skipWhiteSpace();
    const first = this.#value(depth + 1);
    if (this.#take(':')) return this.#dictionary(first, keyAt, depth);
    const members = [first];
    while (!this.#take('}')) {
      if (!this.#take(',')) throw this.#fault('"," or "}"');
      if (!this.#peek('}')) members.push(this.#value(depth + 1));
    }
    return members;
  }

  /** The rest of a dictionary after its first key and colon. */
  #dictionary(firstKey: JsonValue, firstKeyAt: number, depth: number): JsonValue {
    const object: { [key: string]: JsonValue } = {};
    let keyAt = firstKeyAt;
    let key = firstKey;
    for (;;) {
      const name = keyText(key);
      if (name === null) {
        this.#at = keyAt;
        throw this.#fault('a key that is a text, a number, a boolean or None');
      }
      const value = this.#value(depth + 1);
      Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
      const comma = this.#take(',');
      if (this.#take('}')) return object;
      if (!comma) throw this.#fault('"," or "}"');
      keyAt = this.#skipWhiteSpace();
      key = this.#value(depth + 1);
      if (!this.#take(':')) throw this.#fault('":"');
    }
  }

  /** One text, or several side by side, which Python joins; undefined when there is none. */
  #string(): string | undefined {
    let joined: string | undefined;
    for (;;) {
      this.#skipWhiteSpace();
      const prefix = this.#match(STRING_PREFIX)?.toLowerCase();
      if (prefix === undefined) return joined;
      joined = (joined ?? '') + this.#quoted(prefix.includes('r'), prefix.includes('b'));
    }
  }

  #quoted(isRaw: boolean, isBytes: boolean): string {
    const quote = this.#text[this.#at++]!;
    let result = '';
    let plainFrom = this.#at;
    for (;;) {
      const next = this.#text[this.#at];
      if (next === undefined || next === '\n' || next === '\r') throw this.#fault(`a closing ${quote}`);
      if (next === quote || next === '\\') result += this.#text.slice(plainFrom, this.#at);
      this.#at++;
      if (next === quote) return result;
      if (next !== '\\') continue;
      result += isRaw ? this.#rawEscape() : this.#escape(isBytes);
      plainFrom = this.#at;
    }
  }

  #rawEscape(): string {
    return `\\${this.#text[this.#at++] ?? ''}`;
  }

  #escape(isBytes: boolean): string {
    const octal = this.#match(OCTAL);
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    const letter = this.#text[this.#at] ?? '';
    const simple = SIMPLE_ESCAPES.get(letter);
    if (simple !== undefined) {
      this.#at++;
      return simple;
    }
    const digits = HEX_ESCAPES.get(letter);
    if (digits === undefined || (isBytes && letter !== 'x')) {
      if (letter === 'N' && !isBytes) throw this.#fault('an escape that needs no table of character names');
      return '\\';
    }
    const hex = this.#text.slice(this.#at + 1, this.#at + 1 + digits);
    const codePoint = hex.length === digits && /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : 0x110000;
    if (codePoint > 0x10ffff) throw this.#fault(`${digits} hexadecimal digits of a character after \\${letter}`);
    this.#at += 1 + digits;
    return String.fromCodePoint(codePoint);
  }

  #word(): JsonValue | undefined {
    const start = this.#at;
    const name = this.#match(NAME);
    if (name === undefined) return undefined;
    const value = WORDS.get(name);
    if (value !== undefined) return value;
    if (name === 'set' && this.#take('(') && this.#take(')')) return [];
    this.#at = start;
    throw this.#fault('a literal value');
  }

  #signedNumber(): number | bigint {
    const sign = this.#take('-') ? -1 : 1;
    if (sign === 1) this.#take('+');
    this.#skipWhiteSpace();
    const name = this.#match(NAME);
    if (name === 'nan') return Number.NaN;
    if (name === 'inf') return sign * Number.POSITIVE_INFINITY;
    const start = this.#at;
    const token = name === undefined ? (this.#match(NUMBER) ?? '') : '';
    const value = numberOf(token);
    if (value !== null) return typeof value === 'bigint' ? integerOf(sign < 0 ? -value : value) : sign * value;
    this.#at = start;
    throw this.#fault('a literal value');
  }

  #take(character: string): boolean {
    const found = this.#peek(character);
    if (found) this.#at++;
    return found;
  }

  #peek(character: string): boolean {
    return this.#text[this.#skipWhiteSpace()] === character;
  }

  /** Where the next character that is no white space stands. */
  #skipWhiteSpace(): number {
    this.#match(WHITE_SPACE);
    return this.#at;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fault(expected: string): InvalidRecordError {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text[this.#at]) : 'the end of the text';
    const place = `character ${this.#at + 1}`;
    return new InvalidRecordError(
      'literal_syntax',
      `not a Python literal: expected ${expected}, found ${found} at ${place}`,
    );
  }
}

/** The number of a token: a bigint for an integer, a double for a float, null when it is neither. */
function numberOf(token: string): number | bigint | null {
  const digits = token.replaceAll('_', '');
  if (/^0[xXoObB]/.test(digits)) return limited(digits);
  if (DECIMAL_INTEGER.test(token)) return limited(digits);
  return DECIMAL_FLOAT.test(token) ? Number(digits) : null;
}

function limited(digits: string): bigint {
  if (digits.length > MAX_INTEGER_DIGITS) {
    throw new InvalidRecordError('integer_too_long', `an integer has more than ${MAX_INTEGER_DIGITS} digits`);
  }
  return BigInt(digits);
}

function integerOf(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The text that JSON writers give a key of this value; null when they refuse it. */
function keyText(key: JsonValue): string | null {
  if (typeof key === 'string') return key;
  if (key === null) return 'null';
  if (typeof key === 'boolean') return String(key);
  if (typeof key !== 'number' && typeof key !== 'bigint') return null;
  return stringifyJson(key);
}
