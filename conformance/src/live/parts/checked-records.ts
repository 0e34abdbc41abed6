import type { JsonObject, JsonValue } from '@stormlog/records';
import fc from 'fast-check';

const CAPABILITIES = {
  backend: 'cuda',
  telemetry_collector: 'stormlog.cuda_tracker',
  sampling_source: 'torch',
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
};

/** What the records of one process have in common. */
export interface Process {
  readonly session_id: string;
  readonly job_id: string | null;
  readonly rank: number;
  readonly world_size: number;
  readonly host: string;
}

/**
 * A version 4 record of an event that only has what an analysis reads: the rest is filled in so that it is valid. Every
 * rank has one device, because several devices of a rank are analysed apart here.
 */
export function versionFour(event: JsonObject, process: Process, fragmentation = true): { [key: string]: JsonValue } {
  const total = numberOr(event['device_total_bytes'], 0) > 0 ? numberOr(event['device_total_bytes'], 0) : null;
  const used = typeof event['device_used_bytes'] === 'number' ? event['device_used_bytes'] : null;
  const metadata = event['metadata'];
  return {
    schema_version: 4,
    session_id: process.session_id,
    timestamp_ns: event['timestamp_ns'] ?? 0,
    event_type: event['event_type'] ?? 'sample',
    collector: 'stormlog.cuda_tracker',
    sampling_interval_ms: 100,
    pid: 4000 + process.rank,
    host: process.host,
    job_id: process.job_id,
    rank: process.rank,
    local_rank: process.rank,
    world_size: process.world_size,
    device_id: 0,
    allocator_allocated_bytes: event['allocator_allocated_bytes'] ?? null,
    allocator_reserved_bytes: event['allocator_reserved_bytes'] ?? null,
    allocator_active_bytes: null,
    allocator_inactive_bytes: event['allocator_inactive_bytes'] ?? null,
    allocator_change_bytes: event['allocator_allocated_bytes'] === null ? null : 0,
    device_used_bytes: used === null || total === null ? used : Math.min(used, total),
    device_free_bytes: null,
    device_total_bytes: total,
    context: event['context'] ?? null,
    metadata: {
      ...(typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : {}),
      memory_capabilities: { ...CAPABILITIES, supports_fragmentation_analysis: fragmentation },
    },
  };
}

function numberOr(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** Point events of a rank beside its samples: alerts, lifecycle, collector trouble. */
export const pointEvents: fc.Arbitrary<JsonObject[]> = fc.array(
  fc.record({
    timestamp_ns: fc.nat({ max: 2_000_000_000 }).map((n) => 1_700_000_000_123_456_789n + BigInt(n)),
    event_type: fc.constantFrom('warning', 'critical', 'error', ' warning', 'start', 'stop', 'collector_degraded'),
    allocator_allocated_bytes: fc.constantFrom(null, 1000),
    allocator_reserved_bytes: fc.constantFrom(null, 2000),
    device_used_bytes: fc.constantFrom(null, 3000),
    device_total_bytes: fc.constant(85_899_345_920),
    context: fc.constantFrom(null, '', 'memory above 90 %'),
    metadata: fc.constantFrom<JsonValue>({}, { oom_reason: 'full' }),
  }),
  { maxLength: 3 },
);
