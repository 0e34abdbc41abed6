import type { JsonValue } from '@stormlog/records';
import * as z from 'zod';
import { SESSION_STATUSES } from './session-status.ts';

/**
 * Identity and life cycle of one capture, as a sink's manifest holds it (docs/formats/sessions.md §1). Times are bigints
 * in nanoseconds since the Unix epoch; the end is null while it is not known; a pid of -1 means unknown. `job_id` is
 * never checked: whatever a writer gave is kept.
 */
export const sessionSummarySchema = z.strictObject({
  session_id: z.string(),
  status: z.enum(SESSION_STATUSES),
  started_at_ns: z.bigint(),
  ended_at_ns: z.bigint().nullable(),
  host: z.string(),
  pid: z.int(),
  job_id: z.custom<JsonValue>((value) => value !== undefined),
  rank: z.int(),
  local_rank: z.int(),
  world_size: z.int().min(1),
  source: z.string(),
});

/** One session; see {@link sessionSummarySchema}. Key order is the order on disk. */
export type SessionSummary = Readonly<z.infer<typeof sessionSummarySchema>>;

/** A new summary with the record's key order, nested values of `job_id` shared. */
export function sessionSummaryToRecord(summary: SessionSummary): SessionSummary {
  return {
    session_id: summary.session_id,
    status: summary.status,
    started_at_ns: summary.started_at_ns,
    ended_at_ns: summary.ended_at_ns,
    host: summary.host,
    pid: summary.pid,
    job_id: summary.job_id,
    rank: summary.rank,
    local_rank: summary.local_rank,
    world_size: summary.world_size,
    source: summary.source,
  };
}
