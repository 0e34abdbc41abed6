import { InvalidRecordError, type JsonObject, type JsonValue, truncateToInteger } from '@stormlog/records';
import { type LegacyCounter, type LegacyReader, NOT_GIVEN, UNUSABLE } from './legacy-reader.ts';

/** The eight counters of a legacy record. */
export interface LegacyCounters {
  readonly allocated: LegacyCounter;
  readonly reserved: LegacyCounter;
  readonly change: LegacyCounter;
  readonly active: LegacyCounter;
  readonly inactive: LegacyCounter;
  readonly used: LegacyCounter;
  readonly free: LegacyCounter;
  readonly total: LegacyCounter;
}

const BYTES_PER_MEBIBYTE = 1_048_576;
const ZERO: LegacyCounter = { bytes: 0, isGiven: true };
const OLD_TOTALS = ['total_memory', 'device_total', 'total_bytes'];

/** The counters by their first source that is present, canonical names before old ones (docs/formats/telemetry.md §4.3). */
export function readLegacyCounters(reader: LegacyReader, metadata: JsonObject): LegacyCounters {
  const allocated = readAllocated(reader);
  const used = firstCounter(reader, ['device_used_bytes']) ?? allocated;
  const total = readTotal(reader, metadata);
  return {
    allocated,
    reserved: firstCounter(reader, ['allocator_reserved_bytes', 'memory_reserved']) ?? allocated,
    change: firstCounter(reader, ['allocator_change_bytes', 'memory_change']) ?? ZERO,
    active: reader.nullableCounter(reader.value('allocator_active_bytes') ?? null, 'allocator_active_bytes'),
    inactive: reader.nullableCounter(reader.value('allocator_inactive_bytes') ?? null, 'allocator_inactive_bytes'),
    used,
    free: readFree(reader, used, total),
    total,
  };
}

function firstCounter(reader: LegacyReader, fields: readonly string[]): LegacyCounter | null {
  for (const field of fields) {
    const value = reader.value(field);
    if (value !== undefined) return reader.counter(value, field);
  }
  return null;
}

function readAllocated(reader: LegacyReader): LegacyCounter {
  const named = firstCounter(reader, ['allocator_allocated_bytes', 'memory_allocated']);
  if (named !== null) return named;
  const mebibytes = reader.value('memory_mb');
  if (typeof mebibytes === 'number' || typeof mebibytes === 'bigint') return fromMebibytes(reader, Number(mebibytes));
  return firstCounter(reader, ['device_used_bytes']) ?? ZERO;
}

function fromMebibytes(reader: LegacyReader, mebibytes: number): LegacyCounter {
  const bytes = Math.trunc(mebibytes * BYTES_PER_MEBIBYTE);
  if (Number.isSafeInteger(bytes)) return { bytes, isGiven: true };
  const exact = integerPart(bytes);
  if (exact !== null) return reader.counter(exact, 'memory_mb');
  reader.refuse(mebibytes, 'memory_mb', 'a finite number of mebibytes');
  return UNUSABLE;
}

/** The exact integer part of a double; null for an infinity or not-a-number. */
export function integerPart(value: number): bigint | null {
  try {
    return truncateToInteger(value);
  } catch (error) {
    if (error instanceof InvalidRecordError) return null;
    throw error;
  }
}

function readTotal(reader: LegacyReader, metadata: JsonObject): LegacyCounter {
  for (const field of ['device_total_bytes', ...OLD_TOTALS]) {
    const value = reader.value(field);
    if (value !== undefined) return reader.nullableCounter(value, field);
  }
  for (const key of OLD_TOTALS) {
    const value: JsonValue | undefined = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (value !== undefined) return reader.nullableCounter(value, `metadata.${key}`);
  }
  return NOT_GIVEN;
}

function readFree(reader: LegacyReader, used: LegacyCounter, total: LegacyCounter): LegacyCounter {
  const free = reader.value('device_free_bytes');
  if (free !== undefined) return reader.nullableCounter(free, 'device_free_bytes');
  if (total.bytes === null || used.bytes === null) return NOT_GIVEN;
  return { bytes: Math.max(total.bytes - used.bytes, 0), isGiven: true };
}
