/**
 * The fields of an event that gap analysis looks at. Counters are integers of any size or null; a counter or a time of
 * any other type counts as not measured.
 */
export interface GapEventLike {
  readonly event_type?: unknown;
  readonly timestamp_ns?: unknown;
  readonly session_id?: unknown;
  readonly rank?: unknown;
  readonly device_used_bytes?: unknown;
  readonly device_total_bytes?: unknown;
  readonly allocator_reserved_bytes?: unknown;
  readonly allocator_inactive_bytes?: unknown;
  readonly metadata?: unknown;
}
