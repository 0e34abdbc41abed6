import type { JsonObject, JsonValue } from '@stormlog/records';

/** An object on its way to become an event. */
export type EventDraft = Record<string, JsonValue>;

/**
 * The fields of a draft in the order of the format, the identity defaulted, the time as bigint. The draft has no faults
 * by the rules of its own version, so it has every field but, perhaps, the identity.
 */
export function assembleEvent(draft: JsonObject, version: number, sessionId: string | null): EventDraft {
  const rank = draft['rank'] ?? 0;
  const timestamp = draft['timestamp_ns']!;
  return {
    schema_version: version,
    ...(sessionId === null ? null : { session_id: sessionId }),
    timestamp_ns: typeof timestamp === 'number' ? BigInt(timestamp) : timestamp,
    event_type: draft['event_type']!,
    collector: draft['collector']!,
    sampling_interval_ms: draft['sampling_interval_ms']!,
    pid: draft['pid']!,
    host: draft['host']!,
    job_id: draft['job_id'] ?? null,
    rank,
    local_rank: draft['local_rank'] ?? rank,
    world_size: draft['world_size'] ?? 1,
    device_id: draft['device_id']!,
    allocator_allocated_bytes: draft['allocator_allocated_bytes']!,
    allocator_reserved_bytes: draft['allocator_reserved_bytes']!,
    allocator_active_bytes: draft['allocator_active_bytes']!,
    allocator_inactive_bytes: draft['allocator_inactive_bytes']!,
    allocator_change_bytes: draft['allocator_change_bytes']!,
    device_used_bytes: draft['device_used_bytes']!,
    device_free_bytes: draft['device_free_bytes']!,
    device_total_bytes: draft['device_total_bytes']!,
    context: draft['context']!,
    metadata: draft['metadata']!,
  };
}
