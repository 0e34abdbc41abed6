import type { JsonObject } from '@stormlog/records';

/**
 * One observation of a device's memory: the version-4 record, whatever version was read (docs/formats/telemetry.md §1).
 * Sizes are bytes, times nanoseconds since the Unix epoch; null means "not measured" and is never 0.
 */
export interface TelemetryEvent {
  readonly schema_version: 2 | 3 | 4;
  readonly session_id: string;
  readonly timestamp_ns: bigint;
  readonly event_type: string;
  readonly collector: string;
  readonly sampling_interval_ms: number;
  readonly pid: number;
  readonly host: string;
  readonly job_id: string | null;
  readonly rank: number;
  readonly local_rank: number;
  readonly world_size: number;
  readonly device_id: number;
  readonly allocator_allocated_bytes: number | null;
  readonly allocator_reserved_bytes: number | null;
  readonly allocator_active_bytes: number | null;
  readonly allocator_inactive_bytes: number | null;
  readonly allocator_change_bytes: number | null;
  readonly device_used_bytes: number | null;
  readonly device_free_bytes: number | null;
  readonly device_total_bytes: number | null;
  readonly context: string | null;
  readonly metadata: JsonObject;
}
