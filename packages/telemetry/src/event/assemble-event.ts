import type { JsonObject } from '@stormlog/records';
import type { TelemetryEvent } from './telemetry-event.ts';
import type { TelemetryRecord } from './telemetry-record.ts';

/**
 * The event of a record that follows the rules of its own version: the fields in the order of the format, the identity
 * defaulted, the time as bigint. One literal without spreads, because objects built otherwise are slow to read.
 */
export function assembleEvent(
  record: TelemetryRecord,
  version: TelemetryEvent['schema_version'],
  sessionId: string,
  metadata: JsonObject,
): TelemetryEvent {
  const rank = record.rank ?? 0;
  return {
    schema_version: version,
    session_id: sessionId,
    timestamp_ns: BigInt(record.timestamp_ns),
    event_type: record.event_type,
    collector: record.collector,
    sampling_interval_ms: record.sampling_interval_ms,
    pid: record.pid,
    host: record.host,
    job_id: record.job_id ?? null,
    rank,
    local_rank: record.local_rank ?? rank,
    world_size: record.world_size ?? 1,
    device_id: record.device_id,
    allocator_allocated_bytes: record.allocator_allocated_bytes,
    allocator_reserved_bytes: record.allocator_reserved_bytes,
    allocator_active_bytes: record.allocator_active_bytes,
    allocator_inactive_bytes: record.allocator_inactive_bytes,
    allocator_change_bytes: record.allocator_change_bytes,
    device_used_bytes: record.device_used_bytes,
    device_free_bytes: record.device_free_bytes,
    device_total_bytes: record.device_total_bytes,
    context: record.context,
    metadata,
  };
}
