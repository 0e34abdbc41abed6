import { isBlank, isJsonObject, type JsonObject, type JsonValue, lowerCase, stripWhiteSpace } from '@stormlog/records';
import { normalizeIdentity } from '../identity/distributed-identity.ts';
import type { ConversionOptions } from './conversion-options.ts';
import { inferCapabilities } from './infer-capabilities.ts';
import { integerPart, readLegacyCounters } from './legacy-counters.ts';
import { readLegacyDeviceId } from './legacy-device.ts';
import { LegacyReader } from './legacy-reader.ts';
import { chooseSessionId } from './session-choice.ts';
import type { TelemetryEvent } from './telemetry-event.ts';
import { assertTelemetryEvent } from './telemetry-issues.ts';

const METADATA_PREFIX = 'metadata_';
const NS_PER_SECOND = 1_000_000_000;
/** These leave metadata, because the event has them as fields. */
const MOVED_KEYS = ['job_id', 'rank', 'local_rank', 'world_size', 'session_id'];
const BACKEND_COLLECTORS: ReadonlyMap<string, string> = new Map(
  ['mps', 'rocm', 'cuda', 'cpu'].map((backend) => [backend, `stormlog.${backend}_tracker`]),
);

/**
 * The event of a record from before `schema_version`: each field from the first source that is present
 * (docs/formats/telemetry.md §4.3). A present null does not lead on to the next source.
 *
 * @throws InvalidRecordError with every fault
 */
export function eventFromLegacyRecord(record: JsonObject, options: ConversionOptions): TelemetryEvent {
  const reader = new LegacyReader(record, options.onCounterUnusable !== undefined);
  const metadata = collectMetadata(reader, record);
  const timestampNs = readTimestamp(reader);
  const deviceId = readLegacyDeviceId(reader);
  const counters = readLegacyCounters(reader, metadata);
  const identity = normalizeIdentity(
    {
      job_id: record['job_id'] ?? metadata['job_id'],
      rank: record['rank'] ?? metadata['rank'],
      local_rank: record['local_rank'] ?? metadata['local_rank'],
      world_size: record['world_size'] ?? metadata['world_size'],
    },
    reader.issues,
  );
  const collector = readCollector(reader, metadata, deviceId, options.defaultCollector ?? 'legacy.unknown');
  const event: JsonObject = {
    schema_version: 4,
    session_id: chooseSessionId(record, metadata, options.defaultSessionId ?? null),
    timestamp_ns: timestampNs,
    event_type: readEventType(reader),
    collector,
    sampling_interval_ms: readInterval(reader, options.defaultSamplingIntervalMs ?? 0),
    pid: readPid(reader, metadata),
    host: readHost(reader, metadata),
    job_id: identity.job_id,
    rank: identity.rank,
    local_rank: identity.local_rank,
    world_size: identity.world_size,
    device_id: deviceId,
    allocator_allocated_bytes: counters.allocated.bytes,
    allocator_reserved_bytes: counters.reserved.bytes,
    allocator_active_bytes: counters.active.bytes,
    allocator_inactive_bytes: counters.inactive.bytes,
    allocator_change_bytes: counters.change.bytes,
    device_used_bytes: counters.used.bytes,
    device_free_bytes: counters.free.bytes,
    device_total_bytes: counters.total.bytes,
    context: (reader.has('context') ? reader.value('context') : reader.value('message')) ?? null,
    metadata: withCapabilities(metadata, collector, {
      allocated: counters.allocated.isGiven,
      reserved: counters.reserved.isGiven,
      active: counters.active.isGiven,
      inactive: counters.inactive.isGiven,
      used: counters.used.isGiven,
      free: counters.free.isGiven,
      total: counters.total.isGiven,
    }),
  };
  assertTelemetryEvent(event, reader.issues);
  for (const counter of reader.unusable) options.onCounterUnusable?.(counter);
  return event;
}

/** A new object of the record's metadata and its `metadata_*` members, these last. */
function collectMetadata(reader: LegacyReader, record: JsonObject): JsonObject {
  const given = reader.value('metadata') ?? null;
  if (given !== null && !isJsonObject(given)) reader.refuse(given, 'metadata', 'an object or null');
  const metadata: Record<string, JsonValue> = isJsonObject(given) ? { ...given } : {};
  for (const key in record) {
    if (key.startsWith(METADATA_PREFIX)) setMember(metadata, key.slice(METADATA_PREFIX.length), record[key]!);
  }
  return metadata;
}

/** Plain assignment would take the key `__proto__` for the prototype. */
function setMember(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function readTimestamp(reader: LegacyReader): bigint {
  const exact = reader.value('timestamp_ns');
  if (exact !== undefined) {
    if (typeof exact === 'bigint') return exact;
    return BigInt(reader.integer(exact, 'timestamp_ns'));
  }
  const seconds = reader.value('timestamp');
  if (typeof seconds === 'number' || typeof seconds === 'bigint') {
    // The product is formed in doubles, as the writers of these records did.
    const nanoseconds = integerPart(Number(seconds) * NS_PER_SECOND);
    if (nanoseconds !== null) return nanoseconds;
  }
  if (seconds === undefined) {
    reader.issues.push({ code: 'field_missing', field: 'timestamp', found: null, expected: 'seconds since 1970' });
  } else {
    reader.refuse(seconds, 'timestamp', 'seconds since 1970, a finite number');
  }
  return 0n;
}

function readEventType(reader: LegacyReader): JsonValue {
  const value = reader.has('event_type') ? reader.value('event_type') : reader.value('type');
  return value === undefined ? 'sample' : value;
}

function readInterval(reader: LegacyReader, absent: number): number {
  const value = reader.value('sampling_interval_ms');
  return value === undefined ? absent : reader.integer(value, 'sampling_interval_ms');
}

function readPid(reader: LegacyReader, metadata: JsonObject): number {
  const value = reader.value('pid');
  if (value !== undefined) return reader.integer(value, 'pid');
  return Object.hasOwn(metadata, 'pid') ? reader.integer(metadata['pid']!, 'metadata.pid') : -1;
}

function readHost(reader: LegacyReader, metadata: JsonObject): JsonValue {
  const value = reader.value('host');
  if (value !== undefined) return value;
  return Object.hasOwn(metadata, 'host') ? metadata['host']! : 'unknown';
}

function readCollector(reader: LegacyReader, metadata: JsonObject, deviceId: number, absent: string): string {
  const named = reader.value('collector');
  if (typeof named === 'string' && !isBlank(named)) return named;
  const backend = reader.has('backend') ? reader.value('backend') : metadata['backend'];
  if (typeof backend === 'string') {
    const collector = BACKEND_COLLECTORS.get(lowerCase(stripWhiteSpace(backend)));
    if (collector !== undefined) return collector;
  }
  if (reader.has('memory_mb')) return 'stormlog.tensorflow.memory_tracker';
  if (reader.has('memory_allocated')) return deviceId === -1 ? 'stormlog.cpu_tracker' : 'stormlog.cuda_tracker';
  return absent;
}

function withCapabilities(
  metadata: JsonObject,
  collector: string,
  measured: Parameters<typeof inferCapabilities>[2],
): JsonObject {
  const isMoved = MOVED_KEYS.some((key) => Object.hasOwn(metadata, key));
  const kept = isMoved ? withoutMovedKeys(metadata) : metadata;
  if (Object.hasOwn(kept, 'memory_capabilities')) return kept;
  return { ...kept, memory_capabilities: inferCapabilities(kept, collector, measured) };
}

function withoutMovedKeys(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !MOVED_KEYS.includes(key)));
}
