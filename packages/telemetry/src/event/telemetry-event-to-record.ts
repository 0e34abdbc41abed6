import { stringifyJson } from '@stormlog/records';
import type { TelemetryEventV2 } from './create-telemetry-event.ts';
import type { TelemetryEvent } from './telemetry-event.ts';

/**
 * The event as a record: its keys in the order of the format, nulls included, `metadata` copied one level deep
 * (docs/formats/telemetry.md §7). An event of version 2 has no session id.
 */
export function telemetryEventToRecord(event: TelemetryEvent): TelemetryEvent;
export function telemetryEventToRecord(event: TelemetryEvent | TelemetryEventV2): TelemetryEvent | TelemetryEventV2;
export function telemetryEventToRecord(event: TelemetryEvent | TelemetryEventV2): TelemetryEvent | TelemetryEventV2 {
  const rest = {
    timestamp_ns: event.timestamp_ns,
    event_type: event.event_type,
    collector: event.collector,
    sampling_interval_ms: event.sampling_interval_ms,
    pid: event.pid,
    host: event.host,
    job_id: event.job_id,
    rank: event.rank,
    local_rank: event.local_rank,
    world_size: event.world_size,
    device_id: event.device_id,
    allocator_allocated_bytes: event.allocator_allocated_bytes,
    allocator_reserved_bytes: event.allocator_reserved_bytes,
    allocator_active_bytes: event.allocator_active_bytes,
    allocator_inactive_bytes: event.allocator_inactive_bytes,
    allocator_change_bytes: event.allocator_change_bytes,
    device_used_bytes: event.device_used_bytes,
    device_free_bytes: event.device_free_bytes,
    device_total_bytes: event.device_total_bytes,
    context: event.context,
    metadata: { ...event.metadata },
  };
  if (event.schema_version === 2) return { schema_version: 2, ...rest };
  return { schema_version: event.schema_version, session_id: event.session_id, ...rest };
}

/**
 * The event's canonical text, one line without its end: keys sorted by code point, `", "` and `": "`, ASCII
 * (docs/formats/telemetry.md §7). It is what sinks hold and what record ids are made of.
 */
export function telemetryEventLine(event: TelemetryEvent | TelemetryEventV2): string {
  return stringifyJson(telemetryEventToRecord(event), { sortKeys: true, ascii: true, spaced: true });
}
