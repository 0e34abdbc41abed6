/** What a sink has done with its segments since it was opened, and what it keeps. */
export interface SinkDiagnostics {
  readonly rollover_count: number;
  readonly pruned_segment_count: number;
  readonly pruned_bytes: number;
  readonly final_retained_files: number;
  readonly final_retained_bytes: number;
}

/** What a sink holds in memory, has dropped, and failed at since it was opened. */
export interface SinkFailureDiagnostics {
  readonly buffered_records: number;
  readonly buffered_bytes: number;
  readonly dropped_records: number;
  readonly dropped_bytes: number;
  readonly flush_failures: number;
  readonly consecutive_flush_failures: number;
  /** The last failure, also after recovery. */
  readonly last_flush_error: string | null;
}
