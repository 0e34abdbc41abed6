import { createHash } from 'node:crypto';
import { InvalidRecordError, type JsonValue, pythonText } from '@stormlog/records';

const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/**
 * The id of a session that carries none, always the same for the same parts: `legacy-` and the version-5 UUID in the URL
 * namespace of the parts' texts joined by `::`. Parts that are null are left out (docs/formats/sessions.md §3).
 *
 * @throws InvalidRecordError `field_invalid` when a part holds half a surrogate pair, which UTF-8 cannot write
 */
export function stableLegacySessionId(...parts: readonly JsonValue[]): string {
  const name = parts
    .filter((part) => part !== null)
    .map(pythonText)
    .join('::');
  if (!name.isWellFormed()) {
    throw new InvalidRecordError(
      'field_invalid',
      'a session id cannot be derived from text with half a surrogate pair',
    );
  }
  const digest = createHash('sha1').update(URL_NAMESPACE).update(name, 'utf8').digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `legacy-${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
