import type { Environment } from '@stormlog/sessions';
import type { LoadProgress, loadTelemetrySessions } from '@stormlog/telemetry';
import type { ArtifactReport } from './artifact-load-result.ts';

/** Options of {@link loadDistributedArtifacts}. */
export interface DistributedLoadOptions {
  /** Select the session of this id, also one put together from others; an empty text is an id too. */
  readonly sessionId?: string | null | undefined;
  /** Choose among the sessions of this job only. */
  readonly jobId?: string | null | undefined;
  /**
   * What a line or element that cannot be used does: `error` (default) refuses its file, with a warning; `skip` leaves it
   * out, reports it, and uses the rest. Neither loses another file.
   */
  readonly onInvalid?: 'error' | 'skip' | undefined;
  /** Told of every file read, skipped or met again; see {@link ArtifactReport}. */
  readonly onReport?: ((report: ArtifactReport) => void) | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  /** Clock for sessions whose start nobody recorded; default: the machine's. */
  readonly environment?: Environment | undefined;
  /** Read records without a schema version (default true). */
  readonly permissiveLegacy?: boolean | undefined;
  /**
   * How sinks and event files are loaded; default `loadTelemetrySessions`. To load again and again while they are written,
   * give the `load` of one `TelemetryFollower`, which reads only what is new.
   */
  readonly loadSessions?: typeof loadTelemetrySessions | undefined;
  /** Bytes read at a time. */
  readonly chunkBytes?: number | undefined;
  /** Skipped files of a folder that are reported one by one (default 100). */
  readonly maxSkippedReports?: number | undefined;
}
