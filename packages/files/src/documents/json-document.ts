import { constants } from 'node:buffer';
import {
  ArtifactError,
  InvalidRecordError,
  isInteger,
  isJsonObject,
  type JsonValue,
  parseJson,
} from '@stormlog/records';
import { ByteChunks } from '../source/byte-chunks.ts';
import { type FileSource, type ReadOptions, sourceName } from '../source/file-source.ts';
import { decodeUtf8 } from '../text/decode-utf8.ts';

/** Options of {@link readJsonDocument}. */
export interface JsonDocumentOptions extends ReadOptions {
  /** Longest text that is taken as a whole, in bytes (default: what one string can hold). */
  readonly maxBytes?: number | undefined;
  /**
   * This field is a bigint whenever it is an integer, in the document when it is an object, in each element when it is
   * an array, and in each element of the arrays under `elementKeys`.
   */
  readonly bigIntField?: string | undefined;
  readonly elementKeys?: readonly string[] | undefined;
  /** Pass over a byte order mark at the start (default true); else it is a syntax error. */
  readonly skipByteOrderMark?: boolean | undefined;
}

/**
 * The value of a JSON document, exact (docs/formats/files.md §4).
 *
 * @throws InvalidRecordError `json_syntax`, `json_too_deep`, `integer_too_long`, `not_utf8`
 * @throws ArtifactError `document_too_large`, `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged`
 */
export async function readJsonDocument(source: FileSource, options: JsonDocumentOptions = {}): Promise<JsonValue> {
  const path = sourceName(source);
  const maxBytes = options.maxBytes ?? constants.MAX_STRING_LENGTH;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of new ByteChunks(source, options)) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new ArtifactError(
        'document_too_large',
        `a document of more than ${maxBytes} bytes does not fit into one string`,
        { path, stage: 'read' },
      );
    }
    chunks.push(Buffer.from(chunk));
  }
  const bytes = Buffer.concat(chunks);
  const text = decodeUtf8(bytes, 0, bytes.length, { path, line: 1, base: 0 });
  const json = options.skipByteOrderMark !== false && text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return withBigInts(parseJson(json), options);
  } catch (error) {
    throw error instanceof InvalidRecordError ? error.at({ path }) : error;
  }
}

function withBigInts(document: JsonValue, options: JsonDocumentOptions): JsonValue {
  const field = options.bigIntField;
  if (field === undefined) return document;
  if (Array.isArray(document)) return document.map((element: JsonValue) => withBigInt(element, field));
  if (!isJsonObject(document)) return document;
  const result = { ...(withBigInt(document, field) as typeof document) };
  for (const key of options.elementKeys ?? []) {
    const list = Object.hasOwn(result, key) ? result[key] : undefined;
    if (Array.isArray(list)) {
      const value = list.map((element: JsonValue) => withBigInt(element, field));
      Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return result;
}

function withBigInt(value: JsonValue, field: string): JsonValue {
  if (!isJsonObject(value) || !Object.hasOwn(value, field)) return value;
  const member = value[field];
  return typeof member === 'number' && isInteger(member) ? { ...value, [field]: BigInt(member) } : value;
}
