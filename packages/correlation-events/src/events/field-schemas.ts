import { isJsonObject, type JsonObject } from '@stormlog/records';
import * as z from 'zod';

// The message of every schema is the phrase for `RecordIssue.expected`.

/** A text of at least one character; nothing is trimmed. */
export const nonEmptyText = z.string('a non-empty text').min(1, 'a non-empty text');

/** Nanoseconds, or another non-negative count that may exceed 2^53. */
export const nanoseconds = z.bigint('an integer ≥ 0').min(0n, 'an integer ≥ 0');

/** A signed number of nanoseconds. */
export const signedNanoseconds = z.bigint('an integer');

/** A non-negative integer of at most 2^53−1. */
export const count = z.int('an integer from 0 to 9007199254740991').min(0, 'an integer from 0 to 9007199254740991');

/** An identifier that may have 64 bits: a `number` while it is safe, else a `bigint`. */
export const identifier = z.union(
  [
    z.int('an integer ≥ 0').min(0, 'an integer ≥ 0'),
    z.bigint('an integer ≥ 0').min(BigInt(Number.MAX_SAFE_INTEGER) + 1n, 'an integer ≥ 0'),
  ],
  'an integer ≥ 0',
);

/** Free-form data of an event: any object; an own `__proto__` key stays. */
export const metadata = z.custom<JsonObject>(isJsonObject, 'an object');

/** A name of an entity, scoped to the producer that gave it (docs/formats/correlation-events.md §2.1). */
export const entityRefSchema = z.strictObject(
  { producer_id: nonEmptyText, id: nonEmptyText },
  'an object with producer_id and id',
);

/** A name of an entity, scoped to the producer that gave it. */
export type EntityRef = Readonly<z.infer<typeof entityRefSchema>>;

/** The fields `start_ns` and `end_ns`, on the clock of the event's context. */
export const spanFields = { start_ns: nanoseconds.nullable(), end_ns: nanoseconds.nullable() };

/** The sizes that requests, stages and memberships may carry. */
export const sizeFields = {
  input_tokens: count.nullable(),
  output_tokens: count.nullable(),
  kv_bytes: count.nullable(),
};
