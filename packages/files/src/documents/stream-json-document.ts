import { constants } from 'node:buffer';
import { ArtifactError, ExactLineParser, InvalidRecordError, type JsonValue, parseJson } from '@stormlog/records';
import { ByteChunks } from '../source/byte-chunks.ts';
import { type FileSource, type ReadOptions, sourceName } from '../source/file-source.ts';
import { isByteOrderMark } from '../text/byte-order-mark.ts';
import { decodeUtf8, notUtf8 } from '../text/decode-utf8.ts';
import { otherEncoding } from '../text/other-encoding.ts';
import { type DocumentListener, DocumentScanner, type Piece } from './document-scanner.ts';

/** Nesting that the parsers accept. */
const MAX_DEPTH = 1000;

/** An element of a top-level array, or of an array under a top-level key. */
export interface DocumentElement {
  /** The key that the array stands under; null when the document is the array. */
  readonly key: string | null;
  /** 0 for the first element. */
  readonly index: number;
  /** Line of the element's first character. */
  readonly line: number;
  /** Place in the (unpacked) source of the element's first byte. */
  readonly offset: number;
  readonly value: JsonValue;
}

/** An element that gave no value. */
export interface DocumentElementFault extends Omit<DocumentElement, 'value'> {
  readonly bytes: number;
  readonly error: InvalidRecordError;
}

/** Receives a document's parts in the order of the text. */
export interface JsonDocumentHandlers {
  /** What the document is, before its parts. */
  onDocument?(kind: 'array' | 'object' | 'other'): void;
  /** An array begins whose elements follow. When a key comes again, its new value replaces the former one. */
  onArray?(key: string | null): void;
  onElement(element: DocumentElement): void;
  /** A member of the top-level object that is not taken element by element. */
  onMember?(key: string, value: JsonValue): void;
  /** The value of a document that is neither array nor object. */
  onValue?(value: JsonValue): void;
  /** An element that is not JSON; when this is absent, the error is thrown. */
  onFault?(fault: DocumentElementFault): void;
}

/** Options of {@link streamJsonDocument}. */
export interface StreamJsonDocumentOptions extends ReadOptions {
  /** This field is a bigint whenever it is an integer, in the document and in elements that are objects. */
  readonly bigIntField?: string | undefined;
  /** Keys whose arrays are taken element by element (default: every key). */
  readonly elementKeys?: readonly string[] | undefined;
  /** Pass over a byte order mark at the start (default true); else it is a syntax error. */
  readonly skipByteOrderMark?: boolean | undefined;
  /** Longest element or member, in bytes (default: what one string can hold). */
  readonly maxElementBytes?: number | undefined;
}

/**
 * Reads a JSON document of any size part by part; only the part in hand is in memory (docs/formats/files.md §4).
 *
 * @throws InvalidRecordError `json_syntax`, `json_too_deep`, `integer_too_long`, `not_utf8`, with path and line
 * @throws ArtifactError `document_too_large` when a part is too long for one string, `file_missing`, `not_a_file`,
 *   `file_unreadable`, `gzip_damaged`
 */
export async function streamJsonDocument(
  source: FileSource,
  handlers: JsonDocumentHandlers,
  options: StreamJsonDocumentOptions = {},
): Promise<void> {
  const path = sourceName(source);
  const maxPieceBytes = Math.min(options.maxElementBytes ?? constants.MAX_STRING_LENGTH, constants.MAX_STRING_LENGTH);
  const parts = new DocumentParts(path, handlers, options, maxPieceBytes);
  let scanner: DocumentScanner | null = null;
  let beginning = Buffer.alloc(0);
  const begin = () => {
    const encoding = otherEncoding(beginning);
    if (encoding !== null) throw notUtf8(beginning, { path, line: 1, base: 0, encoding });
    const base = options.skipByteOrderMark !== false && isByteOrderMark(beginning) ? 3 : 0;
    const started = new DocumentScanner(parts, { maxPieceBytes, base });
    started.push(beginning.subarray(base));
    return started;
  };
  try {
    for await (const chunk of new ByteChunks(source, options)) {
      if (scanner !== null) {
        scanner.push(chunk);
        continue;
      }
      beginning = Buffer.concat([beginning, chunk]);
      if (beginning.length >= 4) scanner = begin();
    }
    (scanner ?? begin()).finish();
  } catch (error) {
    throw error instanceof InvalidRecordError && !parts.isHandlerRunning ? error.at({ path }) : error;
  }
}

/** Parses the pieces that the scanner finds and hands them to the caller. */
class DocumentParts implements DocumentListener {
  /** True while code of the caller runs, whose errors pass unchanged. */
  isHandlerRunning = false;
  readonly #path: string;
  readonly #handlers: JsonDocumentHandlers;
  readonly #bigIntField: string | undefined;
  readonly #elementKeys: readonly string[] | undefined;
  readonly #maxPieceBytes: number;
  readonly #parser: ExactLineParser;
  #isObject = false;
  #isStarted = false;
  #key: string | null = null;
  #index = 0;

  constructor(path: string, handlers: JsonDocumentHandlers, options: StreamJsonDocumentOptions, maxPieceBytes: number) {
    this.#path = path;
    this.#handlers = handlers;
    this.#bigIntField = options.bigIntField;
    this.#elementKeys = options.elementKeys;
    this.#maxPieceBytes = maxPieceBytes;
    this.#parser = new ExactLineParser({ bigIntField: options.bigIntField });
  }

  arrayStart(): boolean {
    if (!this.#isStarted) this.#start('array');
    const key = this.#key;
    if (key !== null && this.#elementKeys !== undefined && !this.#elementKeys.includes(key)) return false;
    this.#index = 0;
    this.#call(() => this.#handlers.onArray?.(key));
    return true;
  }

  objectStart(): void {
    this.#isObject = true;
    this.#start('object');
  }

  bytes(buffer: Buffer, end: number): void {
    this.#parser.use(buffer, 0, end);
  }

  piece(piece: Piece): void {
    if (piece.kind === 'element') {
      this.#element(piece);
      return;
    }
    const value = this.#parse(piece);
    if (piece.kind === 'key') {
      this.#key = String(value);
    } else if (piece.kind === 'member') {
      const key = this.#key ?? '';
      const isTime = key === this.#bigIntField && typeof value === 'number' && Number.isSafeInteger(value);
      this.#call(() => this.#handlers.onMember?.(key, isTime ? BigInt(value) : value));
    } else {
      this.#start('other');
      this.#call(() => this.#handlers.onValue?.(value));
    }
  }

  tooLong(piece: { readonly offset: number; readonly line: number }): never {
    const what = this.#index > 0 || this.#key !== null ? 'a part of the document' : 'the document';
    throw new ArtifactError(
      'document_too_large',
      `${what} that starts on line ${piece.line} has more than ${this.#maxPieceBytes} bytes, the most that fits into one string`,
      { path: this.#path, stage: 'read' },
    );
  }

  #start(kind: 'array' | 'object' | 'other'): void {
    this.#isStarted = true;
    this.#call(() => this.#handlers.onDocument?.(kind));
  }

  #element(piece: Piece): void {
    const handlers = this.#handlers;
    const key = this.#isObject ? this.#key : null;
    const index = this.#index++;
    const { line, offset } = piece;
    let value: JsonValue;
    try {
      if (piece.depth > MAX_DEPTH) throw tooDeep(this.#path, line);
      value = this.#parser.parse(piece.start, piece.end);
    } catch (thrown) {
      const error = this.#placedError(piece, thrown);
      if (handlers.onFault === undefined || !(error instanceof InvalidRecordError)) throw error;
      this.#call(() => handlers.onFault?.({ key, index, line, offset, bytes: piece.end - piece.start, error }));
      return;
    }
    this.isHandlerRunning = true;
    handlers.onElement({ key, index, line, offset, value });
    this.isHandlerRunning = false;
  }

  /** The fault of an element again, now from the parser that knows line and column. */
  #placedError(piece: Piece, thrown: unknown): unknown {
    if (!(thrown instanceof InvalidRecordError) || thrown.line !== null) return thrown;
    try {
      this.#parse(piece);
      return thrown;
    } catch (error) {
      return error;
    }
  }

  #parse(piece: Piece): JsonValue {
    const { buffer, start, end, line, column } = piece;
    const path = this.#path;
    if (piece.depth > MAX_DEPTH) throw tooDeep(path, line);
    return parseJson(decodeUtf8(buffer, start, end, { path, line, base: piece.offset - start }), {
      path,
      line,
      column,
    });
  }

  #call(handler: () => void): void {
    this.isHandlerRunning = true;
    handler();
    this.isHandlerRunning = false;
  }
}

function tooDeep(path: string, line: number): InvalidRecordError {
  return new InvalidRecordError('json_too_deep', `JSON nested deeper than ${MAX_DEPTH} levels`, { path, line });
}
