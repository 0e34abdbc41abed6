/**
 * The fields of an event that derived fields look at. Nothing is promised about their values: a parsed telemetry event
 * fits, and so does any object read from JSON.
 */
export interface MemoryEventLike {
  readonly event_type?: unknown;
  readonly allocator_allocated_bytes?: unknown;
  readonly allocator_reserved_bytes?: unknown;
  readonly allocator_inactive_bytes?: unknown;
  readonly device_used_bytes?: unknown;
  readonly device_total_bytes?: unknown;
  readonly collector?: unknown;
  readonly metadata?: unknown;
}
