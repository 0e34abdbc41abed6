import type { StormlogError } from '@stormlog/records';

/** What a writer has done since it was opened; every event given to it is in exactly one of the first four counts. */
export interface InferenceArtifactWriterStats {
  /** In the artifact. */
  readonly written_events: number;
  /** Waiting in memory. */
  readonly buffered_events: number;
  /** Not taken because there was no room, or given up at close. */
  readonly dropped_events: number;
  /** Not taken because they are invalid, too large, or came after close. */
  readonly refused_events: number;
  /** Bytes of lines written, in all files. */
  readonly written_bytes: number;
  readonly buffered_bytes: number;
  readonly flush_failures: number;
  /** Above 0 while nothing can be written. */
  readonly consecutive_flush_failures: number;
  /** The last failure of a flush, also after recovery. */
  readonly last_error: StormlogError | null;
  /** Files that were full and given a number. */
  readonly rotations: number;
}
