import { ArgumentError, isJsonObject, type JsonValue, parseJson } from '@stormlog/records';
import { ByteChunks } from '../source/byte-chunks.ts';
import { type FileSource, sourceName } from '../source/file-source.ts';
import { isByteOrderMark } from '../text/byte-order-mark.ts';
import { decodeUtf8, notUtf8 } from '../text/decode-utf8.ts';
import { otherEncoding } from '../text/other-encoding.ts';
import { DocumentBuilder } from './document-builder.ts';
import { type StreamJsonDocumentOptions, streamJsonDocument } from './stream-json-document.ts';

/** A longer text is taken part by part, which needs less memory and, for arrays of objects, less time. */
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

/** Options of {@link readJsonDocument}. */
export interface JsonDocumentOptions extends StreamJsonDocumentOptions {
  /** Longest text that is taken in one piece, in bytes (default 8 MiB); longer ones are taken part by part. */
  readonly maxBytes?: number | undefined;
}

/**
 * The value of a JSON document, exact (docs/formats/files.md §4). A document that does not fit into one string is put
 * together from its parts: the elements of a top-level array, the members of a top-level object, the elements of arrays
 * under its keys.
 *
 * @throws InvalidRecordError `json_syntax`, `json_too_deep`, `integer_too_long`, `not_utf8`, with path and line
 * @throws ArtifactError `document_too_large` when a part does not fit into one string either, `file_missing`,
 *   `not_a_file`, `file_unreadable`, `gzip_damaged`
 */
export async function readJsonDocument(source: FileSource, options: JsonDocumentOptions = {}): Promise<JsonValue> {
  const path = sourceName(source);
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 0) {
    throw new ArgumentError('maxBytes', 'maxBytes must be an integer of at least 0');
  }
  const chunks = new ByteChunks(source, options)[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  let length = 0;
  try {
    for (;;) {
      const next = await chunks.next();
      if (next.done) return parseWhole(Buffer.concat(held), path, options);
      held.push(Buffer.from(next.value));
      length += next.value.length;
      if (length > maxBytes) break;
    }
    const builder = new DocumentBuilder();
    await streamJsonDocument({ name: path, stream: continued(held, chunks) }, builder, {
      ...options,
      onProgress: undefined,
    });
    return builder.value;
  } finally {
    await chunks.return();
  }
}

async function* continued(
  held: Buffer[],
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let chunk = held.shift(); chunk !== undefined; chunk = held.shift()) yield chunk;
  for await (const chunk of rest) yield chunk;
}

function parseWhole(bytes: Buffer, path: string, options: JsonDocumentOptions): JsonValue {
  const encoding = otherEncoding(bytes);
  if (encoding !== null) throw notUtf8(bytes, { path, line: 1, base: 0, encoding });
  const start = options.skipByteOrderMark !== false && isByteOrderMark(bytes) ? 3 : 0;
  const text = decodeUtf8(bytes, start, bytes.length, { path, line: 1, base: 0 });
  const value = parseJson(text, { path, line: 1, column: 1 });
  if (options.bigIntField !== undefined) useBigInts(value, options.bigIntField, options.elementKeys);
  return value;
}

/** Turns the field into a bigint in a document that the parser has just made and nobody else holds yet. */
function useBigInts(document: JsonValue, field: string, elementKeys: readonly string[] | undefined): void {
  if (isArray(document)) {
    for (const element of document) useBigInt(element, field);
  } else if (isJsonObject(document)) {
    useBigInt(document, field);
    for (const [key, list] of Object.entries(document)) {
      if (!isArray(list) || (elementKeys !== undefined && !elementKeys.includes(key))) continue;
      for (const element of list) useBigInt(element, field);
    }
  }
}

function useBigInt(value: JsonValue, field: string): void {
  if (!isJsonObject(value) || !Object.hasOwn(value, field)) return;
  const member = value[field];
  if (typeof member === 'number' && Number.isSafeInteger(member)) Object.assign(value, { [field]: BigInt(member) });
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
