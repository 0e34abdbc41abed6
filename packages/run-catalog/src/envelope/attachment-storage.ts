/** How an attachment is kept: only named, or as a copy of its own. */
export type AttachmentStorage = 'reference' | 'copy';

/** The value when it is a kind of storage, letter for letter; else null. */
export function attachmentStorageOrNull(value: unknown): AttachmentStorage | null {
  return value === 'reference' || value === 'copy' ? value : null;
}

/** The value when it is a kind of storage, letter for letter; else `reference`. */
export function attachmentStorageOrDefault(value: unknown): AttachmentStorage {
  return attachmentStorageOrNull(value) ?? 'reference';
}
