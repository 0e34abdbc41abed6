import type { JsonObject, JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import {
  anyValue,
  type Changes,
  changed,
  fewChanges,
  fraction,
  metadataValue,
  mostly,
  ownKeys,
  text,
  timeNs,
} from './values.ts';

const COUNTERS = [
  'allocator_allocated_bytes',
  'allocator_reserved_bytes',
  'allocator_active_bytes',
  'allocator_inactive_bytes',
  'device_used_bytes',
  'device_free_bytes',
  'device_total_bytes',
] as const;

const IDENTITY = ['job_id', 'rank', 'local_rank', 'world_size'] as const;

/** Every field of a versioned record. */
export const RECORD_FIELDS = [
  'schema_version',
  'session_id',
  'timestamp_ns',
  'event_type',
  'collector',
  'sampling_interval_ms',
  'pid',
  'host',
  ...IDENTITY,
  'device_id',
  ...COUNTERS,
  'allocator_change_bytes',
  'context',
  'metadata',
] as const;

const FLAGS = [
  'supports_allocator_allocated',
  'supports_allocator_reserved',
  'supports_allocator_active',
  'supports_allocator_inactive',
  'supports_device_used',
  'supports_device_free',
  'supports_device_total',
] as const;

const FEATURES = [
  'supports_native_allocator_history',
  'supports_fragmentation_analysis',
  'supports_allocator_attribution',
  'supports_bounded_profiling',
] as const;

export const eventType = text(
  'sample',
  'sample',
  'start',
  'stop',
  'warning',
  'critical',
  'error',
  'collector_degraded',
  'phase_enter',
  ' sample ',
  'SAMPLE',
);

const collector = text(
  'stormlog.cuda_tracker',
  'stormlog.cpu_tracker',
  'stormlog.rocm_tracker',
  'CUDA probe',
  'tensorflow',
  'jax.collector',
  'legacy.unknown',
);

export const sessionId = text('session-a', 'session-b', 'run 1');

const identity: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.nat({ max: 7 }), fc.nat({ max: 7 }), fc.constantFrom(null, 'job-7', 'j'))
  .map(([world, rank, local, job]) => ({
    job_id: job,
    rank: rank % world,
    local_rank: local % world,
    world_size: world,
  }));

/** Counters that fit together; some are null. */
const counters: fc.Arbitrary<JsonObject> = fc
  .record({
    allocated: fc.nat({ max: 2 ** 31 - 1 }),
    cache: fc.nat({ max: 2 ** 28 }),
    hidden: fc.nat({ max: 2 ** 30 }),
    change: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    inactive: fc.option(fc.nat({ max: 2 ** 28 })),
    free: fc.option(fc.nat({ max: 2 ** 30 })),
    total: fc.option(fc.constant(85_899_345_920)),
  })
  .map((c) => ({
    allocator_allocated_bytes: c.allocated,
    allocator_reserved_bytes: c.allocated + c.cache,
    allocator_active_bytes: c.allocated,
    allocator_inactive_bytes: c.inactive,
    allocator_change_bytes: c.change,
    device_used_bytes: c.allocated + c.cache + c.hidden,
    device_free_bytes: c.free,
    device_total_bytes: c.total,
  }));

const metadata: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.constantFrom('backend', 'sampling_source', 'severity', 'step', 'loss', '__proto__', 'session_id', 'rank', 'x'),
    fc.oneof(metadataValue, fc.constantFrom<JsonValue>('cuda', 'cpu', 'torch', 'warning')),
    { maxKeys: 4, noNullPrototype: true },
  )
  .map(ownKeys);

/** Capabilities that agree with a record's counters, before changes. */
function capabilitiesOf(record: JsonObject, backend: string): JsonObject {
  const flags = COUNTERS.map((name, index): [string, JsonValue] => [FLAGS[index]!, (record[name] ?? null) !== null]);
  return {
    backend,
    telemetry_collector: 'stormlog.cuda_tracker',
    sampling_source: 'torch',
    ...Object.fromEntries(flags),
    ...Object.fromEntries(FEATURES.map((name) => [name, name !== 'supports_bounded_profiling'])),
  };
}

const CAPABILITY_KEYS = ['backend', 'telemetry_collector', 'sampling_source', ...FLAGS, ...FEATURES, 'extra'] as const;

interface Parts {
  readonly version: 2 | 3 | 4;
  readonly base: JsonObject;
  readonly metadata: JsonObject;
  readonly capabilities: 'none' | 'fitting' | 'given';
  readonly capabilityChanges: Changes;
  readonly nulls: readonly string[];
}

function assemble(parts: Parts): { [key: string]: JsonValue } {
  const record: { [key: string]: JsonValue } = { schema_version: parts.version, ...parts.base };
  if (parts.version === 2) delete record['session_id'];
  for (const name of parts.version === 4 ? parts.nulls : []) record[name] = null;
  if (record['allocator_allocated_bytes'] === null) record['allocator_change_bytes'] = null;
  const given = { ...parts.metadata };
  if (parts.capabilities !== 'none') {
    const fitting = capabilitiesOf(record, 'cuda');
    given['memory_capabilities'] =
      parts.capabilities === 'fitting' ? fitting : changed(fitting, parts.capabilityChanges);
  }
  record['metadata'] = Object.hasOwn(parts.metadata, '__proto__')
    ? ownKeys({ ...ownKeys(parts.metadata), ...given })
    : given;
  return record;
}

const base: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.record({
      session_id: sessionId,
      timestamp_ns: timeNs,
      event_type: eventType,
      collector,
      sampling_interval_ms: fc.constantFrom(0, 100, 1000),
      pid: fc.constantFrom(-1, 0, 4242),
      host: text('node-a', 'node-b', 'unknown'),
      device_id: fc.constantFrom(-1, 0, 1),
      context: fc.option(text('step 12', 'ncclAllReduce', '')),
    }),
    identity,
    counters,
  )
  .map(([head, who, bytes]) => ({ ...head, ...who, ...bytes }));

/** Records of versions 2 to 4 that are valid, before any change. */
export const versionedRecord: fc.Arbitrary<{ [key: string]: JsonValue }> = fc
  .record({
    version: fc.constantFrom<2 | 3 | 4>(2, 3, 4, 4),
    base,
    metadata,
    capabilities: fc.constantFrom<Parts['capabilities']>('none', 'fitting', 'fitting', 'given'),
    capabilityChanges: fewChanges(CAPABILITY_KEYS),
    nulls: fc.subarray([...COUNTERS], { maxLength: 3 }),
  })
  .map(assemble);

const LEGACY_FIELDS = [
  'timestamp',
  'timestamp_ns',
  'type',
  'event_type',
  'device',
  'device_id',
  'memory_mb',
  'memory_allocated',
  'memory_reserved',
  'memory_change',
  'total_memory',
  'device_total',
  'total_bytes',
  'backend',
  'message',
  'context',
  'metadata',
  'metadata_backend',
  'metadata_',
  'metadata_step',
  'pid',
  'host',
  'collector',
  'session_id',
  'sampling_interval_ms',
  ...IDENTITY,
  ...COUNTERS,
] as const;

const legacyValue: { readonly [field: string]: fc.Arbitrary<JsonValue> } = {
  timestamp: mostly(fc.constantFrom<JsonValue>(1_700_000_000, 1_700_000_000.25, 0, 12.75), fraction),
  timestamp_ns: timeNs,
  type: eventType,
  event_type: eventType,
  device: text('cuda:0', 'cuda:7', 'CPU', '/GPU:1', '/gpu', 'mps', 'x:٣', 'x:²'),
  device_id: fc.constantFrom(-1, 0, 3),
  memory_mb: mostly(fc.constantFrom<JsonValue>(12, 0, 0.5, 1234.5678), fraction),
  memory_allocated: fc.nat({ max: 2 ** 31 - 1 }),
  memory_reserved: fc.nat({ max: 2 ** 31 - 1 }),
  memory_change: fc.integer({ min: -(2 ** 30), max: 2 ** 30 }),
  total_memory: fc.option(fc.constant(2 ** 36)),
  device_total: fc.option(fc.constant(2 ** 36)),
  total_bytes: fc.option(fc.constant(2 ** 36)),
  backend: text('cuda', ' ROCm ', 'cpu', 'metal'),
  message: text('hello'),
  context: fc.option(text('step')),
  metadata: mostly(metadata, anyValue),
  metadata_backend: text('cuda', 'mps'),
  metadata_: anyValue,
  metadata_step: anyValue,
  pid: fc.constantFrom(-1, 99),
  host: text('node-a'),
  collector,
  session_id: mostly(sessionId, anyValue),
  sampling_interval_ms: fc.constantFrom(0, 250),
  job_id: fc.oneof<fc.Arbitrary<JsonValue>[]>(fc.constantFrom('job-7', 'j2'), fc.constant(null)),
  rank: fc.constantFrom(0, 0, 0, 1, 3),
  local_rank: fc.constantFrom(0, 0, 0, 1),
  world_size: fc.constantFrom(4, 8, 1),
  ...Object.fromEntries(COUNTERS.map((name) => [name, fc.nat({ max: 2 ** 20 })])),
  device_total_bytes: fc.nat({ max: 2 ** 20 }).map((n) => 2 ** 36 + n),
};

/** Records without a schema version: any of the legacy fields, nearly always with a time. */
export const legacyRecord: fc.Arbitrary<{ [key: string]: JsonValue }> = fc
  .subarray([...LEGACY_FIELDS], { maxLength: 9 })
  .chain((fields) => {
    const names = fields.includes('timestamp') || fields.includes('timestamp_ns') ? fields : ['timestamp', ...fields];
    return fc.record(Object.fromEntries(names.map((name) => [name, legacyValue[name] ?? anyValue])));
  })
  .map(ownKeys);

/** A versioned record, many of them valid, the others wrong in one or two members. */
export const versionedRecordChanged: fc.Arbitrary<{ [key: string]: JsonValue }> = fc
  .tuple(versionedRecord, fewChanges([...RECORD_FIELDS, 'extra', '__proto__']))
  .map(([record, changes]) => changed(record, changes));

/** A record of any kind, many of them valid, the others wrong in one or two members. */
export const anyRecord: fc.Arbitrary<{ [key: string]: JsonValue }> = fc.oneof(
  { weight: 5, arbitrary: versionedRecordChanged },
  {
    weight: 3,
    arbitrary: fc
      .tuple(legacyRecord, fewChanges([...LEGACY_FIELDS, 'extra', 'schema_version']))
      .map(([record, changes]) => changed(record, changes)),
  },
);
