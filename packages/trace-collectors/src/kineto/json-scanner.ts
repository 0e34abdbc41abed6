import { InvalidRecordError, type JsonValue, parseJson } from '@stormlog/records';

/** The bytes at hand end inside a token or value; more must be read before it is looked at again. */
export const NEED_MORE: unique symbol = Symbol('need more');

const [QUOTE, BACKSLASH, COMMA, COLON, SPACE] = [0x22, 0x5c, 0x2c, 0x3a, 0x20];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [MINUS, PLUS, DOT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
const MAX_DEPTH = 990;
/** Bytes that may follow a backslash; `u` needs four digits more. */
const ESCAPES = new Set(Buffer.from('"\\/bfnrtu'));

/**
 * A strict JSON grammar over bytes that makes no values: it says where values end. Callers put bytes into `buffer` until
 * before `end`, where a zero byte must stand, and retry what threw {@link NEED_MORE}.
 *
 * The steps within a value take and give places in the buffer instead of moving `position`: a trace has hundreds of
 * millions of them.
 */
export class JsonScanner {
  buffer: Buffer = Buffer.alloc(1);
  position = 0;
  /** Where to go on from when more bytes are needed; a step that has done part of its work moves it. */
  mark = 0;
  end = 0;
  /** No bytes follow `end`. */
  isLast = false;
  /** Escapes passed so far. */
  escapes = 0;

  /** The next byte that is no white space, not passed. */
  peek(): number {
    this.position = this.skipSpace(this.position);
    return this.buffer[this.position]!;
  }

  /** Passes a byte that must come next. */
  expect(byte: number): void {
    if (this.peek() !== byte) throw this.fault(`expected ${JSON.stringify(String.fromCharCode(byte))}`);
    this.position++;
  }

  /** Passes a whole value. */
  skipValue(depth: number): void {
    this.position = this.afterValue(this.skipSpace(this.position), depth);
  }

  /** The place of the next byte that is no white space. */
  skipSpace(from: number): number {
    const { buffer } = this;
    let at = from;
    for (;;) {
      const byte = buffer[at]!;
      if (byte > SPACE) return at;
      if (byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09) {
        at++;
        continue;
      }
      if (at >= this.end) throw NEED_MORE;
      return at;
    }
  }

  /** The place after the value that begins at a place. */
  afterValue(at: number, depth: number): number {
    const byte = this.buffer[at]!;
    if (byte === QUOTE) return this.afterString(at);
    if (byte === OPEN_BRACE) return this.#afterObject(at, depth);
    if (byte === OPEN_BRACKET) return this.#afterArray(at, depth);
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return this.#afterNumber(at);
    if (byte === 0x74) return this.#afterWord(at, 'true');
    if (byte === 0x66) return this.#afterWord(at, 'false');
    if (byte === 0x6e) return this.#afterWord(at, 'null');
    if (byte === 0x4e) return this.#afterWord(at, 'NaN');
    if (byte === 0x49) return this.#afterWord(at, 'Infinity');
    throw this.fault('expected a value', at);
  }

  /** The place after the string that must begin at a place. */
  afterString(from: number): number {
    const { buffer } = this;
    if (buffer[from] !== QUOTE) throw this.fault('expected "\\""', from);
    let at = from + 1;
    for (;;) {
      const byte = buffer[at++]!;
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at = this.#afterEscape(at);
      else if (byte < SPACE) {
        if (at > this.end) throw NEED_MORE;
        throw this.fault('a control character in a string', at - 1);
      }
    }
  }

  /** The place of the value after the key that ends before a place. */
  valueAfterKey(from: number): number {
    const at = this.skipSpace(from);
    if (this.buffer[at] !== COLON) throw this.fault('expected ":"', at);
    return this.skipSpace(at + 1);
  }

  /** The place of the next key after a value of an object; negative, of the place after the brace, when there is none. */
  nextKey(from: number): number {
    const at = this.skipSpace(from);
    const byte = this.buffer[at];
    if (byte === COMMA) return this.skipSpace(at + 1);
    if (byte === CLOSE_BRACE) return -(at + 1);
    throw this.fault('expected "," or "}"', at);
  }

  /** The place of the first key of the object that begins at a place; negative as {@link nextKey} when it is empty. */
  firstKey(from: number, depth: number): number {
    if (depth > MAX_DEPTH) throw tooDeep();
    const at = this.skipSpace(from + 1);
    return this.buffer[at] === CLOSE_BRACE ? -(at + 1) : at;
  }

  /** The exact value of the bytes from a place until before another. */
  valueOf(from: number, to: number): JsonValue {
    return parseJson(this.buffer.toString('utf8', from, to));
  }

  /** A fault of the grammar at a place in the buffer; `place` of the file is the caller's to add. */
  fault(what: string, at = this.position): JsonFault | typeof NEED_MORE {
    return at >= this.end ? NEED_MORE : new JsonFault(what, at);
  }

  #afterObject(from: number, depth: number): number {
    let at = this.firstKey(from, depth);
    while (at >= 0) {
      const value = this.valueAfterKey(this.afterString(at));
      at = this.nextKey(this.afterValue(value, depth + 1));
    }
    return -at;
  }

  #afterArray(from: number, depth: number): number {
    if (depth > MAX_DEPTH) throw tooDeep();
    const { buffer } = this;
    let at = this.skipSpace(from + 1);
    if (buffer[at] === CLOSE_BRACKET) return at + 1;
    for (;;) {
      at = this.skipSpace(this.afterValue(at, depth + 1));
      const byte = buffer[at];
      if (byte === CLOSE_BRACKET) return at + 1;
      if (byte !== COMMA) throw this.fault('expected "," or "]"', at);
      at = this.skipSpace(at + 1);
    }
  }

  #afterEscape(from: number): number {
    const { buffer } = this;
    this.escapes++;
    if (!ESCAPES.has(buffer[from]!)) throw this.fault('no such escape in a string', from);
    if (buffer[from] !== 0x75) return from + 1;
    for (let at = from + 1; at <= from + 4; at++) {
      if (!isHexDigit(buffer[at]!)) throw this.fault('\\u needs four hexadecimal digits', at);
    }
    return from + 5;
  }

  #afterNumber(from: number): number {
    const { buffer } = this;
    let at = from;
    if (buffer[at] === MINUS) {
      at++;
      if (buffer[at] === 0x49) return this.#afterWord(at, 'Infinity');
    }
    const digits = at;
    while (isDigit(buffer[at]!)) at++;
    if (at === digits || (at > digits + 1 && buffer[digits] === ZERO)) throw this.fault('no number', digits);
    if (buffer[at] === DOT) {
      const fraction = ++at;
      while (isDigit(buffer[at]!)) at++;
      if (at === fraction) throw this.fault('a number without digits after its point', at);
    }
    if ((buffer[at]! | 0x20) === 0x65) {
      at++;
      if (buffer[at] === PLUS || buffer[at] === MINUS) at++;
      const exponent = at;
      while (isDigit(buffer[at]!)) at++;
      if (at === exponent) throw this.fault('a number without digits in its exponent', at);
    }
    if (at >= this.end) throw NEED_MORE;
    return at;
  }

  #afterWord(from: number, word: string): number {
    const { buffer } = this;
    for (let i = 0; i < word.length; i++) {
      if (buffer[from + i] === word.charCodeAt(i)) continue;
      if (from + i >= this.end) throw NEED_MORE;
      throw this.fault('expected a value', from);
    }
    return from + word.length;
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

function tooDeep(): InvalidRecordError {
  return new InvalidRecordError('json_too_deep', 'the JSON text is nested too deeply');
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
