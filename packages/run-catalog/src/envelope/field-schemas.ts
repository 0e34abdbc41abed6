import { isJsonObject, type JsonObject } from '@stormlog/records';
import * as z from 'zod';

// The message of every rule is the phrase that completes "expected …".
const LARGEST = 'within ±(2^53−1)';

/** Text of at least one character; blanks count. */
export const nonEmptyText = z.string({ error: 'text of at least one character' }).min(1, {
  error: 'text of at least one character',
});

/** Text of at least one character, or null, which says as much as absence. */
export const optionalNonEmptyText = nonEmptyText.nullable().optional();

/** Any text, or null. */
export const optionalText = z.string({ error: 'text or null' }).nullable().optional();

/** A count or a rank. */
export const optionalCount = z
  .int({ error: `an integer ≥ 0 ${LARGEST}, or null` })
  .min(0, { error: 'an integer ≥ 0, or null' })
  .nullable()
  .optional();

/** The number of processes of a job. */
export const optionalWorldSize = z
  .int({ error: `an integer ≥ 1 ${LARGEST}, or null` })
  .min(1, { error: 'an integer ≥ 1, or null' })
  .nullable()
  .optional();

/** A time as JSON holds it: a number while it is safe, else a bigint. */
export const optionalNanoseconds = z
  .custom<number | bigint>(isNaturalNumber, { error: 'nanoseconds, an integer ≥ 0, or null' })
  .meta({ type: 'integer', minimum: 0, description: 'Nanoseconds since the Unix epoch.' })
  .nullable()
  .optional();

/** A path that a file can have: no NUL, and nothing that UTF-8 cannot spell. */
export const filePath = z
  .custom<string>(isFilePath, { error: 'a path of at least one character, without NUL and lone surrogates' })
  .meta({ type: 'string', minLength: 1 });

/** Free content, kept as it is. */
export const freeContent = z.custom<JsonObject>(isJsonObject, { error: 'an object' }).meta({ type: 'object' });

/** True for text that can name a file. */
export function isFilePath(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed();
}

function isNaturalNumber(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
