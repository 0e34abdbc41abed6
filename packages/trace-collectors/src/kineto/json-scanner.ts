import { isUtf8 } from 'node:buffer';
import { InvalidRecordError, type JsonValue, parseJson } from '@stormlog/records';

/** The bytes at hand end inside a token or value; more must be read before it is looked at again. */
export const NEED_MORE: unique symbol = Symbol('need more');

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [MINUS, PLUS, DOT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
const MAX_DEPTH = 990;
/** Fewer digits than this are exact in a double. */
const EXACT_DIGITS = 16;
/** Where an escape letter may be followed by, by its byte; `u` needs four digits more. */
const ESCAPES = new Set(Buffer.from('"\\/bfnrtu'));

/**
 * A strict JSON grammar over bytes that makes no values: it says where values end, and whether they need exact parsing.
 * Callers put bytes into `buffer` from `position` to `end` and retry what threw {@link NEED_MORE}.
 */
export class JsonScanner {
  buffer: Buffer = Buffer.alloc(0);
  position = 0;
  /** Where to go on from when more bytes are needed; a step that has done part of its work moves it. */
  mark = 0;
  end = 0;
  /** No bytes follow `end`. */
  isLast = false;
  /** A value passed since this was last cleared holds a number or word that plain `JSON.parse` gets wrong. */
  isHard = false;

  /** The next byte that is no white space, not passed. */
  peek(): number {
    const { buffer, end } = this;
    let at = this.position;
    while (at < end) {
      const byte = buffer[at]!;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        this.position = at;
        return byte;
      }
      at++;
    }
    this.position = at;
    throw NEED_MORE;
  }

  /** Passes a byte that must come next. */
  expect(byte: number): void {
    if (this.peek() !== byte) throw this.fault(`expected ${JSON.stringify(String.fromCharCode(byte))}`);
    this.position++;
  }

  /** Passes a whole value. */
  skipValue(depth: number): void {
    const byte = this.peek();
    if (byte === QUOTE) this.skipString();
    else if (byte === OPEN_BRACE) this.#skipObject(depth);
    else if (byte === OPEN_BRACKET) this.#skipArray(depth);
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) this.#skipNumber();
    else if (byte === 0x74) this.#skipWord('true');
    else if (byte === 0x66) this.#skipWord('false');
    else if (byte === 0x6e) this.#skipWord('null');
    else if (byte === 0x4e) this.#skipHardWord('NaN');
    else if (byte === 0x49) this.#skipHardWord('Infinity');
    else throw this.fault('expected a value');
  }

  /** Passes a string; true when it holds an escape. */
  skipString(): boolean {
    this.expect(QUOTE);
    const { buffer, end } = this;
    let at = this.position;
    let escaped = false;
    while (at < end) {
      const byte = buffer[at++]!;
      if (byte === QUOTE) {
        this.position = at;
        return escaped;
      }
      if (byte === BACKSLASH) {
        escaped = true;
        if (at >= end) break;
        const letter = buffer[at++]!;
        if (!ESCAPES.has(letter)) throw this.fault('no such escape in a string', at - 1);
        if (letter !== 0x75) continue;
        if (at + 4 > end) break;
        for (const stop = at + 4; at < stop; at++) {
          if (!isHexDigit(buffer[at]!)) throw this.fault('\\u needs four hexadecimal digits', at);
        }
      } else if (byte < 0x20) {
        throw this.fault('a control character in a string', at - 1);
      }
    }
    throw NEED_MORE;
  }

  /**
   * Passes the members of an object whose brace is passed. `onKey` is told where the key's text begins and ends and must
   * pass the value.
   */
  skipMembers(onKey: (from: number, to: number, escaped: boolean) => void): void {
    if (this.peek() === CLOSE_BRACE) {
      this.position++;
      return;
    }
    for (;;) {
      this.peek();
      const from = this.position + 1;
      const escaped = this.skipString();
      const to = this.position - 1;
      this.expect(COLON);
      onKey(from, to, escaped);
      const byte = this.peek();
      this.position++;
      if (byte === CLOSE_BRACE) return;
      if (byte !== COMMA) throw this.fault('expected "," or "}"', this.position - 1);
    }
  }

  /** The exact value of the bytes from a place until before another. */
  valueOf(from: number, to: number): JsonValue {
    const text = this.buffer.toString('utf8', from, to);
    return this.isHard ? parseJson(text) : JSON.parse(text);
  }

  /** A fault of the grammar at a place in the buffer; `place` of the file is the caller's to add. */
  fault(what: string, at = this.position): JsonFault {
    return new JsonFault(what, at);
  }

  #skipObject(depth: number): void {
    if (depth > MAX_DEPTH) throw new InvalidRecordError('json_too_deep', 'the JSON text is nested too deeply');
    this.position++;
    if (this.peek() === CLOSE_BRACE) {
      this.position++;
      return;
    }
    for (;;) {
      this.skipString();
      this.expect(COLON);
      this.skipValue(depth + 1);
      const byte = this.peek();
      this.position++;
      if (byte === CLOSE_BRACE) return;
      if (byte !== COMMA) throw this.fault('expected "," or "}"', this.position - 1);
    }
  }

  #skipArray(depth: number): void {
    if (depth > MAX_DEPTH) throw new InvalidRecordError('json_too_deep', 'the JSON text is nested too deeply');
    this.position++;
    if (this.peek() === CLOSE_BRACKET) {
      this.position++;
      return;
    }
    for (;;) {
      this.skipValue(depth + 1);
      const byte = this.peek();
      this.position++;
      if (byte === CLOSE_BRACKET) return;
      if (byte !== COMMA) throw this.fault('expected "," or "]"', this.position - 1);
    }
  }

  #skipNumber(): void {
    const { buffer, end } = this;
    let at = this.position;
    if (buffer[at] === MINUS) {
      at++;
      if (at >= end) throw NEED_MORE;
      if (buffer[at] === 0x49) {
        this.position = at;
        this.#skipHardWord('Infinity');
        return;
      }
    }
    const digits = at;
    while (at < end && isDigit(buffer[at]!)) at++;
    const count = at - digits;
    if (at < end && (count === 0 || (count > 1 && buffer[digits] === ZERO))) throw this.fault('no number', digits);
    let isInteger = true;
    if (at < end && buffer[at] === DOT) {
      isInteger = false;
      const fraction = ++at;
      while (at < end && isDigit(buffer[at]!)) at++;
      if (at < end && at === fraction) throw this.fault('a number without digits after its point', at);
    }
    if (at < end && (buffer[at]! | 0x20) === 0x65) {
      isInteger = false;
      at++;
      if (at < end && (buffer[at] === PLUS || buffer[at] === MINUS)) at++;
      const exponent = at;
      while (at < end && isDigit(buffer[at]!)) at++;
      if (at < end && at === exponent) throw this.fault('a number without digits in its exponent', at);
    }
    if (at >= end) throw NEED_MORE;
    if (isInteger && count >= EXACT_DIGITS) this.isHard = true;
    this.position = at;
  }

  #skipWord(word: string): void {
    const { buffer, end, position } = this;
    for (let i = 0; i < word.length; i++) {
      if (position + i >= end) throw NEED_MORE;
      if (buffer[position + i] !== word.charCodeAt(i)) throw this.fault('expected a value', position);
    }
    this.position = position + word.length;
  }

  #skipHardWord(word: string): void {
    this.isHard = true;
    this.#skipWord(word);
  }
}

/** Bytes that are not JSON, with their place in the scanner's buffer. */
export class JsonFault extends Error {
  readonly at: number;

  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

/** How many of the bytes are whole characters; null when some are not UTF-8 at all. */
export function wholeCharacters(bytes: Buffer, isLast: boolean): number | null {
  if (isUtf8(bytes)) return bytes.length;
  if (isLast) return null;
  for (let cut = 1; cut <= 3 && cut <= bytes.length; cut++) {
    const lead = bytes[bytes.length - cut]!;
    if ((lead & 0xc0) === 0x80) continue;
    const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    return size > cut && isUtf8(bytes.subarray(0, bytes.length - cut)) ? bytes.length - cut : null;
  }
  return null;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
