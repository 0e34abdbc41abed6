import type { SessionSummary } from '@stormlog/sessions';

type Counts = Pick<SessionSummary, 'pid' | 'rank' | 'local_rank' | 'world_size'>;

/**
 * What an append needs to know of its session; a `SessionSummary` is one. Counts that are not known are null
 * (docs/formats/capture.md §3).
 */
export type CaptureSession = Pick<SessionSummary, 'session_id' | 'host' | 'job_id'> & {
  readonly [Field in keyof Counts]: Counts[Field] | null;
};
