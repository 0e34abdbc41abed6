import { spellPath } from '@stormlog/files';
import { describeValue, InvalidRecordError, type JsonValue } from '@stormlog/records';
import { type AttachmentStorage, attachmentStorageOrNull } from '@stormlog/run-catalog/envelope';

/** A raw trace file that a collector leaves to the run (docs/formats/capture.md §1.2). */
export interface TraceAttachment {
  /** Its identity within the envelope. */
  readonly attachment_id: string;
  readonly title: string;
  /** Local file, as it was spelled; relative means relative to the folder of the envelope. Null where `url` is given. */
  readonly path: string | null;
  readonly url: string | null;
  /** `copy` states that the path is the run's own copy already; nothing is ever copied. */
  readonly storage: AttachmentStorage;
  readonly metadata: JsonValue;
}

/** What {@link traceAttachment} takes; `storage` is `reference` unless given. */
export interface TraceAttachmentInput {
  readonly attachment_id: string;
  readonly title: string;
  readonly path?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly storage?: AttachmentStorage | undefined;
  readonly metadata?: JsonValue | undefined;
}

/**
 * A trace attachment, checked (docs/formats/capture.md §1.2): an id and a title, exactly one of path and url, a known
 * storage, and a path where the storage is `copy`. The result is frozen.
 *
 * @throws InvalidRecordError with the field of the first fault
 */
export function traceAttachment(input: TraceAttachmentInput): TraceAttachment {
  const { attachment_id, title, path = null, url = null, metadata = null } = input;
  if (!attachment_id) throw invalid('attachment_id', attachment_id, 'a non-empty text');
  if (!title) throw invalid('title', title, 'a non-empty text');
  if ((path === null) === (url === null)) throw invalid('path', path, 'given exactly where url is not');
  if (url === '') throw invalid('url', url, 'a non-empty text');
  const storage = attachmentStorageOrNull(input.storage === undefined ? 'reference' : input.storage);
  if (storage === null) throw invalid('storage', input.storage, 'reference or copy');
  if (storage === 'copy' && path === null) throw invalid('path', path, 'given where storage is copy');
  const spelled = path === null ? null : spellPath(path);
  return Object.freeze({ attachment_id, title, path: spelled, url, storage, metadata });
}

function invalid(field: string, value: unknown, expected: string): InvalidRecordError {
  const found = value === undefined ? null : describeValue(value as JsonValue); // looked at by its type only
  const issues = [{ code: 'field_invalid' as const, field, found, expected }];
  const message = `${field} of a trace attachment must be ${expected}, found ${found ?? 'nothing'}`;
  return new InvalidRecordError('field_invalid', message, { field, issues });
}
