import { isJsonObject, type JsonObject, NOT_BLANK } from '@stormlog/records';
import * as z from 'zod';

/** A larger world size is not believed (docs/formats/telemetry.md §2.4). */
export const MAX_WORLD_SIZE = 1_048_576;

// The message of every rule is the phrase that completes "expected …"; see record-issues.ts.
const NON_BLANK = 'text that is not blank';
const COUNTER = 'a number of bytes, an integer ≥ 0';

function integer(expected: string): z.ZodInt {
  return z.int({ error: expected });
}

/** A custom check, because a `regex` rule takes as long as all other rules of an event together. */
function nonBlank(expected: string): z.ZodCustom<string> {
  return z.custom<string>(isNonBlankText, { error: expected }).meta({ type: 'string', pattern: NOT_BLANK.source });
}

function isNonBlankText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const first = value.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || NOT_BLANK.test(value);
}

/** Text with something in it besides white space. */
export const nonBlankText = nonBlank(NON_BLANK);

const anyInteger = integer('an integer');
const nonNegative = (expected: string) => integer(expected).min(0, { error: expected });
const counter = nonNegative(COUNTER);
const nullableCounter = nonNegative(`${COUNTER}, or null`).nullable();
const worldSize = `an integer from 1 to ${MAX_WORLD_SIZE}`;
const pid = 'an integer ≥ -1';
const rank = 'an integer ≥ 0 and below the world size';
const timestamp = 'nanoseconds, an integer ≥ 0';

/** Fields that stand in a record of any version and follow the same rule in each (docs/formats/telemetry.md §2.1). */
export const commonFields = {
  event_type: nonBlankText,
  collector: nonBlankText,
  sampling_interval_ms: nonNegative('milliseconds, an integer ≥ 0'),
  pid: integer(pid).min(-1, { error: pid }),
  host: nonBlankText,
  device_id: anyInteger,
  allocator_active_bytes: nullableCounter,
  allocator_inactive_bytes: nullableCounter,
  device_free_bytes: nullableCounter,
  device_total_bytes: nullableCounter,
  context: z.string({ error: 'text or null' }).nullable(),
  metadata: z
    .custom<JsonObject>(isJsonObject, { error: 'an object' })
    .meta({ type: 'object', description: 'Free content; version 4 needs memory_capabilities in it.' }),
} as const;

/** The four core counters as version 4 has them: null when not measured. */
export const nullableCoreCounters = {
  allocator_allocated_bytes: nullableCounter,
  allocator_reserved_bytes: nullableCounter,
  allocator_change_bytes: integer('a number of bytes, an integer, or null').nullable(),
  device_used_bytes: nullableCounter,
} as const;

/** The four core counters as versions 2 and 3 have them. */
export const coreCounters = {
  allocator_allocated_bytes: counter,
  allocator_reserved_bytes: counter,
  allocator_change_bytes: integer('a number of bytes, an integer'),
  device_used_bytes: counter,
} as const;

/** Which process of a job the event is from, all parts present. */
export const identityFields = {
  job_id: nonBlank(`${NON_BLANK}, or null`).nullable(),
  rank: nonNegative(rank),
  local_rank: nonNegative(rank),
  world_size: integer(worldSize).min(1, { error: worldSize }).max(MAX_WORLD_SIZE, { error: worldSize }),
} as const;

/** The identity as records write it: each part may be absent. */
export const optionalIdentityFields = {
  job_id: identityFields.job_id.optional(),
  rank: identityFields.rank.optional(),
  local_rank: identityFields.local_rank.optional(),
  world_size: identityFields.world_size.optional(),
} as const;

/** A time in a parsed event. */
export const eventTimestamp = z.bigint({ error: timestamp }).min(0n, { error: timestamp });

/** A time as JSON holds it: a number while it is safe, else a bigint. */
export const recordTimestamp = z
  .custom<number | bigint>(isTimestamp, { error: timestamp })
  .meta({ type: 'integer', minimum: 0, description: 'Nanoseconds since the Unix epoch.' });

function isTimestamp(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
