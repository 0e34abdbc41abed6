import { isUtf8 } from 'node:buffer';
import { InvalidRecordError } from '@stormlog/records';
import { countLineEnds } from './count-line-ends.ts';
import { firstInvalidByte } from './first-invalid-byte.ts';

/** Where bytes to decode come from, for the error. */
export interface BytesPlace {
  readonly path: string;
  /** Line of the first byte. */
  readonly line: number;
  /** Offset in the source of the buffer's first byte. */
  readonly base: number;
  /** The encoding that the source's first bytes betray. */
  readonly encoding?: string | null | undefined;
}

/**
 * The text of bytes that must be UTF-8; a byte order mark is a character like others.
 *
 * @throws InvalidRecordError `not_utf8` with path and line; the message names the byte's offset in the source
 */
export function decodeUtf8(buffer: Buffer, start: number, end: number, place: BytesPlace): string {
  const bytes = buffer.subarray(start, end);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw notUtf8(bytes, { ...place, base: place.base + start });
}

/** The error for bytes that are not UTF-8, or are UTF-8 by accident while the source betrays another encoding. */
export function notUtf8(bytes: Uint8Array, place: BytesPlace): InvalidRecordError {
  const at = firstInvalidByte(bytes);
  const reasons: string[] = [];
  if (place.encoding) reasons.push(`the text looks like ${place.encoding}`);
  if (at < bytes.length) {
    reasons.push(`the byte 0x${bytes[at]!.toString(16).padStart(2, '0')} at offset ${place.base + at}`);
  }
  return new InvalidRecordError('not_utf8', `not UTF-8: ${reasons.join('; ')}`, {
    path: place.path,
    line: place.line + (at < bytes.length ? countLineEnds(bytes, at) : 0),
  });
}
