import type { EntityRef } from '../events/field-schemas.ts';
import type { UnresolvedReference } from '../graph/inference-graph.ts';
import type { GpuTimeAccount } from './gpu-time.ts';

/** The stages of one name that a request went through. */
export interface RequestStage {
  readonly name: string;
  readonly count: number;
  /** Sum of what is known; null where no stage of the name says how long it took. */
  readonly elapsed_ns: bigint | null;
}

/** One request or one of its attempts. */
export interface RequestReport {
  readonly request_ref: EntityRef;
  readonly attempt_ref: EntityRef | null;
  readonly status: string | null;
  /** On a monotonic clock, else null. */
  readonly elapsed_ns: bigint | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly kv_bytes: number | null;
  /** In order of appearance; stages name a request, not its attempt, so all attempts of one list the same. */
  readonly stages: readonly RequestStage[];
}

/** How much was read. */
export interface InferenceCounts {
  /** Correlation events, repeated ones included. */
  readonly events: number;
  /** Events that had been read before, word for word. */
  readonly repeated: number;
  readonly legacy: number;
  readonly requests: number;
  readonly iterations: number;
  readonly stages: number;
  readonly memberships: number;
  readonly activities: number;
  readonly alignments: number;
}

/** What a run's events say, without the events. */
export interface InferenceReport {
  readonly counts: InferenceCounts;
  readonly account: GpuTimeAccount;
  readonly requests: readonly RequestReport[];
  readonly unresolved: readonly UnresolvedReference[];
}
