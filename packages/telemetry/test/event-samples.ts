import type { JsonObject } from '@stormlog/records';
import fc from 'fast-check';

/** Seed of every generated test of events; change it to look elsewhere, or pass STORMLOG_SEED. */
export const SEED = Number(process.env['STORMLOG_SEED'] ?? 20_241_130);

/** Complete capabilities of a source that measures everything. */
export function sampleCapabilities(members: JsonObject = {}): JsonObject {
  return {
    backend: 'cuda',
    telemetry_collector: 'stormlog.cuda_tracker',
    sampling_source: 'torch.cuda',
    supports_allocator_allocated: true,
    supports_allocator_reserved: true,
    supports_allocator_active: true,
    supports_allocator_inactive: true,
    supports_device_used: true,
    supports_device_free: true,
    supports_device_total: true,
    supports_native_allocator_history: false,
    supports_fragmentation_analysis: true,
    supports_allocator_attribution: true,
    supports_bounded_profiling: false,
    ...members,
  };
}

/** A complete version-4 event as a parser hands it out; members given replace its own. */
export function sampleEvent(members: JsonObject = {}): JsonObject {
  return {
    schema_version: 4,
    session_id: 'session-a',
    timestamp_ns: 1_700_000_000_123_456_789n,
    event_type: 'sample',
    collector: 'stormlog.cuda_tracker',
    sampling_interval_ms: 100,
    pid: 4321,
    host: 'node-a',
    job_id: 'job-7',
    rank: 1,
    local_rank: 1,
    world_size: 4,
    device_id: 1,
    allocator_allocated_bytes: 3000,
    allocator_reserved_bytes: 4000,
    allocator_active_bytes: 3100,
    allocator_inactive_bytes: 900,
    allocator_change_bytes: -5,
    device_used_bytes: 5000,
    device_free_bytes: 3000,
    device_total_bytes: 8000,
    context: 'step 12',
    metadata: { step: 12, memory_capabilities: sampleCapabilities() },
    ...members,
  };
}

/** The record without some of its keys. */
export function without(record: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

const smallInteger = fc.integer({ min: -3, max: 6 });
const oddValue = fc.oneof(
  smallInteger,
  fc.constantFrom(null, true, false, '', ' ', 'x', 1.5, 2n ** 60n, -(2n ** 60n), Number.NaN, Number.POSITIVE_INFINITY),
  fc.constant([]),
  fc.constant({}),
);
const oddKey = fc.constantFrom(
  ...Object.keys(sampleEvent()),
  ...['__proto__', 'constructor', 'timestamp', 'memory_mb', 'metadata_rank', 'metadata___proto__', 'device'],
);

/** Records of every version and of none: an event with some members replaced, added or taken away. */
export const mutatedRecord: fc.Arbitrary<JsonObject> = fc
  .record({
    version: fc.constantFrom(2, 3, 4, 4, 4, null),
    timestamp: fc.constantFrom(1_700_000_000_123_456_789n, 17, 0n),
    replaced: fc.array(fc.tuple(oddKey, oddValue), { maxLength: 3 }),
    removed: fc.subarray(Object.keys(sampleEvent()), { maxLength: 3 }),
    capabilities: fc.array(fc.tuple(fc.constantFrom(...Object.keys(sampleCapabilities()), 'extra'), oddValue), {
      maxLength: 2,
    }),
    withCapabilities: fc.boolean(),
  })
  .map(({ version, timestamp, replaced, removed, capabilities, withCapabilities }) => {
    const metadata = withCapabilities
      ? { memory_capabilities: sampleCapabilities(Object.fromEntries(capabilities)) }
      : { backend: 'cuda' };
    const members = Object.entries(sampleEvent({ schema_version: version, timestamp_ns: timestamp, metadata })).filter(
      ([key]) => !removed.includes(key) && !(key === 'schema_version' && version === null),
    );
    return Object.fromEntries([...members, ...replaced]);
  });
