import type { LoadReport } from './load-report.ts';

/** How far a loader has got in the file it is reading. */
export interface LoadProgress {
  readonly path: string;
  /** Bytes of the file itself (packed ones, when it is packed). */
  readonly bytes: number;
  /** Null when it cannot be known, as for a stream. */
  readonly totalBytes: number | null;
}

/** Options of every telemetry loader. */
export interface LoadOptions {
  /** Convert records without a `schema_version` (default true); else they are invalid. */
  readonly permissiveLegacy?: boolean | undefined;
  /**
   * What a line, element or segment that cannot be used does: `error` (default) refuses the file, `skip` leaves it out
   * and reports it. A torn tail never refuses a file.
   */
  readonly onInvalid?: 'error' | 'skip' | undefined;
  /** Called once for each file read. */
  readonly onReport?: ((report: LoadReport) => void) | undefined;
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Bytes read at a time. */
  readonly chunkBytes?: number | undefined;
  /** Longest line that is read, in bytes. */
  readonly maxLineBytes?: number | undefined;
}

/** Options of the loaders that read JSON documents too. */
export interface LoadDocumentOptions extends LoadOptions {
  /** The key of the list of events in a JSON document; ignored for JSON Lines and sinks. */
  readonly eventsKey?: string | null | undefined;
}
