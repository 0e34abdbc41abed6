/**
 * The fields of an event that phases and markers look at. Nothing is promised about their values: a parsed telemetry
 * event fits, and so does any object read from JSON. Times and integers may be `number` (safe) or `bigint`.
 */
export interface EventLike {
  readonly session_id?: unknown;
  readonly timestamp_ns?: unknown;
  readonly event_type?: unknown;
  readonly rank?: unknown;
  readonly local_rank?: unknown;
  readonly world_size?: unknown;
  readonly context?: unknown;
  readonly metadata?: unknown;
  readonly origin_thread_id?: unknown;
  readonly origin_phase_scope_id?: unknown;
}
