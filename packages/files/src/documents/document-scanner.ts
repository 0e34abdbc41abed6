import { describeValue, InvalidRecordError } from '@stormlog/records';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What is expected next at the outer levels of a document, in the words of an error. */
type Expected =
  | 'a JSON value'
  | 'a key in double quotes or "}"'
  | 'a key in double quotes'
  | '":"'
  | 'the value of a key'
  | 'an element or "]"'
  | 'an element'
  | '"," or "}"'
  | '"," or "]"'
  | 'the end of the text';

/** A part of a document that is read as one value. */
export interface Piece {
  readonly kind: 'element' | 'member' | 'key' | 'document';
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
  /** Place in the source of the piece's first byte. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** Most arrays and objects around any place of the piece, those around the piece included. */
  readonly depth: number;
}

/** What the scanner tells while it takes a document apart. */
export interface DocumentListener {
  /** An array begins, the document itself or under the last key. False when it is wanted as one value. */
  arrayStart(): boolean;
  objectStart(): void;
  /** The bytes that the next pieces stand in. */
  bytes(buffer: Buffer, end: number): void;
  piece(piece: Piece): void;
  /** A piece is longer than the limit. */
  tooLong(piece: { readonly offset: number; readonly line: number }): never;
}

/**
 * Takes a JSON document apart as its bytes come: the elements of a top-level array, or the members of a top-level object
 * and the elements of arrays under its keys. Only the piece in hand is kept.
 *
 * It knows brackets, strings and what stands between pieces; what a piece holds is judged by whoever parses it.
 */
export class DocumentScanner {
  readonly #listener: DocumentListener;
  readonly #maxPieceBytes: number;
  #expected: Expected = 'a JSON value';
  #buffer: Buffer = Buffer.alloc(0);
  #end = 0;
  #at = 0;
  /** Offset in the source of the buffer's first byte. */
  #base: number;
  #isObject = false;
  #kind: Piece['kind'] = 'document';
  /** Start of the piece in hand, -1 between pieces. */
  #start = -1;
  #startLine = 1;
  #startColumn = 1;
  /** Arrays and objects around the place in hand; around the piece in hand; most around any place of it. */
  #depth = 0;
  #outerDepth = 0;
  #deepest = 0;
  #inString = false;
  #line = 1;
  /** Offsets in the source of the line's first byte and of the last CR met. */
  #lineStart: number;
  #lastCr = -1;

  constructor(listener: DocumentListener, options: { readonly maxPieceBytes: number; readonly base: number }) {
    this.#listener = listener;
    this.#maxPieceBytes = options.maxPieceBytes;
    this.#base = options.base;
    this.#lineStart = options.base;
  }

  /** Goes on with the next bytes. */
  push(chunk: Uint8Array): void {
    this.#append(chunk);
    this.#listener.bytes(this.#buffer, this.#end);
    while (this.#at < this.#end) {
      if (this.#start >= 0) {
        if (!this.#scanPiece()) break;
      } else if (!this.#skipWhiteSpace()) {
        this.#structure(this.#buffer[this.#at]!);
      }
    }
    if (this.#start >= 0 && this.#end - this.#start > this.#maxPieceBytes) this.#refuseLength();
  }

  /** @throws InvalidRecordError `json_syntax` when the document is not complete */
  finish(): void {
    if (this.#start >= 0 && this.#kind === 'document') this.#endPiece(this.#end, 'the end of the text');
    if (this.#expected !== 'the end of the text' || this.#start >= 0) throw this.#unexpected(this.#end);
  }

  #append(chunk: Uint8Array): void {
    const from = this.#start >= 0 ? this.#start : this.#at;
    const held = this.#end - from;
    if (held + chunk.length > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(2 * held, held + chunk.length));
      grown.set(this.#buffer.subarray(from, this.#end));
      this.#buffer = grown;
    } else if (held > 0 && from > 0) {
      this.#buffer.copyWithin(0, from, this.#end);
    }
    this.#buffer.set(chunk, held);
    this.#base += from;
    this.#at -= from;
    if (this.#start >= 0) this.#start = 0;
    this.#end = held + chunk.length;
  }

  #skipWhiteSpace(): boolean {
    const byte = this.#buffer[this.#at]!;
    if (byte === LF || byte === CR) this.#lineEnd(byte, this.#at);
    else if (byte !== 0x20 && byte !== 0x09) return false;
    this.#at++;
    return true;
  }

  #lineEnd(byte: number, at: number): void {
    const offset = this.#base + at;
    if (byte === CR) this.#lastCr = offset;
    if (byte === CR || this.#lastCr !== offset - 1) this.#line++;
    this.#lineStart = offset + 1;
  }

  /** A byte between pieces that is not white space. */
  #structure(byte: number): void {
    const next = this.#nextExpected(byte);
    if (next === null) throw this.#unexpected(this.#at);
    this.#expected = next;
    if (this.#start < 0) this.#at++;
  }

  /** What is expected after the byte; starts a piece when one begins with it. Null when the byte cannot stand here. */
  #nextExpected(byte: number): Expected | null {
    switch (this.#expected) {
      case 'a JSON value':
        if (byte === OPEN_OBJECT) return this.#openObject();
        if (byte === OPEN_ARRAY && this.#listener.arrayStart()) return this.#openArray();
        this.#startPiece('document');
        return 'the end of the text';
      case 'a key in double quotes or "}"':
      case 'a key in double quotes':
        if (byte === CLOSE_OBJECT && this.#expected === 'a key in double quotes or "}"') return this.#close();
        if (byte !== QUOTE) return null;
        this.#startPiece('key');
        return '":"';
      case '":"':
        return byte === COLON ? 'the value of a key' : null;
      case 'the value of a key':
        if (byte === OPEN_ARRAY && this.#listener.arrayStart()) return this.#openArray();
        if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) return null;
        this.#startPiece('member');
        return '"," or "}"';
      case 'an element or "]"':
      case 'an element':
        if (byte === CLOSE_ARRAY && this.#expected === 'an element or "]"') return this.#close();
        if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) return null;
        this.#startPiece('element');
        return '"," or "]"';
      case '"," or "}"':
        if (byte === COMMA) return 'a key in double quotes';
        return byte === CLOSE_OBJECT ? this.#close() : null;
      case '"," or "]"':
        if (byte === COMMA) return 'an element';
        return byte === CLOSE_ARRAY ? this.#close() : null;
      case 'the end of the text':
        return null;
    }
  }

  #openObject(): Expected {
    this.#isObject = true;
    this.#depth = 1;
    this.#listener.objectStart();
    return 'a key in double quotes or "}"';
  }

  #openArray(): Expected {
    this.#depth++;
    return 'an element or "]"';
  }

  #close(): Expected {
    this.#depth--;
    return this.#depth === 1 && this.#isObject ? '"," or "}"' : 'the end of the text';
  }

  #startPiece(kind: Piece['kind']): void {
    this.#kind = kind;
    this.#start = this.#at;
    this.#startLine = this.#line;
    this.#startColumn = this.#base + this.#at - this.#lineStart + 1;
    this.#outerDepth = this.#depth;
    this.#deepest = this.#depth;
    this.#inString = false;
  }

  /** Goes on to the end of the piece; false when it lies beyond the bytes at hand. */
  #scanPiece(): boolean {
    const buffer = this.#buffer;
    const end = this.#end;
    let at = this.#at;
    while (at < end) {
      if (this.#inString) {
        at = stringEnd(buffer, at, end);
        // An escape cut in two is looked at again with its second half.
        if (at >= end || buffer[at] === BACKSLASH) break;
        this.#inString = false;
        at++;
        if (this.#kind === 'key') return this.#endPiece(at, this.#expected);
        continue;
      }
      const byte = buffer[at]!;
      if (byte === QUOTE) {
        this.#inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (++this.#depth > this.#deepest) this.#deepest = this.#depth;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (this.#depth === this.#outerDepth && this.#kind !== 'document') return this.#endPiece(at, this.#expected);
        this.#depth--;
      } else if (byte === COMMA) {
        if (this.#depth === this.#outerDepth && this.#kind !== 'document') return this.#endPiece(at, this.#expected);
      } else if (byte === LF || byte === CR) {
        this.#lineEnd(byte, at);
      }
      at++;
    }
    this.#at = at;
    return false;
  }

  #endPiece(end: number, expected: Expected): true {
    const start = this.#start;
    if (end - start > this.#maxPieceBytes) this.#refuseLength();
    this.#at = end;
    this.#start = -1;
    this.#expected = expected;
    this.#depth = this.#outerDepth;
    this.#listener.piece({
      kind: this.#kind,
      buffer: this.#buffer,
      start,
      end,
      offset: this.#base + start,
      line: this.#startLine,
      column: this.#startColumn,
      depth: this.#deepest,
    });
    return true;
  }

  #refuseLength(): never {
    this.#listener.tooLong({ offset: this.#base + this.#start, line: this.#startLine });
  }

  #unexpected(at: number): InvalidRecordError {
    const byte = at < this.#end ? this.#buffer[at]! : null;
    const found =
      byte === null
        ? 'the end of the text'
        : byte < 0x80
          ? describeValue(String.fromCharCode(byte))
          : `the byte 0x${byte.toString(16)}`;
    const expected = this.#start >= 0 ? 'the rest of a value' : this.#expected;
    const column = this.#base + at - this.#lineStart + 1;
    return new InvalidRecordError('json_syntax', `not JSON: expected ${expected}, found ${found} at column ${column}`, {
      line: this.#line,
    });
  }
}

/** The place of the closing quote, of a backslash that ends the bytes, or the end. */
function stringEnd(buffer: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = buffer[at]!;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) {
      if (at + 1 === end) return at;
      at++;
    }
    at++;
  }
  return end;
}
