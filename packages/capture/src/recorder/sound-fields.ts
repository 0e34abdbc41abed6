import type { EntityRef } from '@stormlog/correlation-events';
import type { JsonObject } from '@stormlog/records';

/** The metadata of events without any. */
export const NO_METADATA: JsonObject = Object.freeze({});

/** A non-empty text. */
export function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** A reference of two non-empty texts and nothing else. */
export function isRef(ref: EntityRef): boolean {
  if (!isText(ref.producer_id) || !isText(ref.id)) return false;
  let keys = 0;
  for (const _ in ref) keys++;
  return keys === 2;
}

/** A count, null or absent. */
export function isCountOrNothing(value: number | null | undefined): boolean {
  return value === null || value === undefined || (Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0));
}

/** Two times that are not negative, the second not before the first. */
export function isOrderedSpan(start: bigint, end: bigint): boolean {
  return typeof start === 'bigint' && typeof end === 'bigint' && start >= 0n && end >= start;
}
