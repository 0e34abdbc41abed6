import type { JsonValue } from '@stormlog/records';

/** The four words a session's status can be, in the order of preference when one session has to be chosen. */
export const SESSION_STATUSES = ['completed', 'interrupted', 'incomplete', 'running'] as const;

/** One of {@link SESSION_STATUSES}. */
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Identity and life cycle of one capture, as a sink's manifest holds it; key order is the order on disk. */
export interface SessionSummary {
  readonly session_id: string;
  readonly status: SessionStatus;
  /** Nanoseconds since the Unix epoch. */
  readonly started_at_ns: bigint;
  /** Nanoseconds since the Unix epoch; null while the end is not known. */
  readonly ended_at_ns: bigint | null;
  readonly host: string;
  /** -1 when unknown. */
  readonly pid: number;
  /** Never checked: whatever a writer gave is kept. */
  readonly job_id: JsonValue;
  readonly rank: number;
  readonly local_rank: number;
  readonly world_size: number;
  /** What made the capture, such as `stormlog.cpu_profiler` or `artifact:events.json`. */
  readonly source: string;
}
