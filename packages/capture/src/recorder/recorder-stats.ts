/** What a recorder has done since it was made. */
export interface EngineRecorderStats {
  /** Handed to the writer, or kept, also when they have been collected since. */
  readonly recorded_events: number;
  /** Kept now. */
  readonly kept_events: number;
  /** No room for them, or not taken by the writer, whose own stats say why. */
  readonly dropped_events: number;
  /** Not recorded because a field of theirs is invalid. */
  readonly refused_events: number;
  /** Requests that the sampler left out, with all that belongs to them. */
  readonly sampled_out_requests: number;
  /** Stages that were begun without a request or iteration. */
  readonly stages_without_owner: number;
  /** Metadata that was left out because the redaction threw. */
  readonly redaction_failures: number;
}
