import type { EntityRef } from '../events/field-schemas.ts';

/** One text for several that no other combination shares, whatever characters they hold. */
export function compositeKey(...parts: readonly (string | bigint | null)[]): string {
  let key = '';
  for (const part of parts) {
    const text = part === null ? null : String(part);
    key += text === null ? '-' : `${text.length}:${text}`;
  }
  return key;
}

/** {@link compositeKey} of a reference. */
export function refKey(ref: EntityRef): string {
  return `${ref.producer_id.length}:${ref.producer_id}${ref.id}`;
}

/** {@link compositeKey} of a request and one of its attempts, or of none. */
export function attemptKey(request: EntityRef, attempt: EntityRef | null): string {
  return compositeKey(request.producer_id, request.id, attempt?.producer_id ?? null, attempt?.id ?? null);
}
