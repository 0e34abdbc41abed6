import type { ActivityReferenceEvent } from '../events/activity-reference-event.ts';
import type { ClockAlignmentEvent } from '../events/clock-alignment-event.ts';
import type { EntityRef } from '../events/field-schemas.ts';
import type { IterationEvent } from '../events/iteration-event.ts';
import type { MembershipEvent } from '../events/membership-event.ts';
import type { RequestEvent } from '../events/request-event.ts';
import type { StageEvent } from '../events/stage-event.ts';

/** A reference to an entity that no event reports. */
export interface UnresolvedReference {
  /** The event that refers to it. */
  readonly event_id: string;
  readonly kind: 'attempt' | 'iteration' | 'request';
  readonly ref: EntityRef;
}

/**
 * The entities of one run, each once (docs/formats/correlation-events.md §7). Requests (by attempt), iterations, stages
 * and activities stand in order of first appearance; memberships and alignments by session, producer and event id.
 */
export interface InferenceGraph {
  /** Null when there were no events. */
  readonly run_id: string | null;
  readonly requests: readonly RequestEvent[];
  readonly iterations: readonly IterationEvent[];
  readonly stages: readonly StageEvent[];
  readonly memberships: readonly MembershipEvent[];
  readonly activities: readonly ActivityReferenceEvent[];
  readonly alignments: readonly ClockAlignmentEvent[];
  /** By event id, kind and the reference's id. */
  readonly unresolved: readonly UnresolvedReference[];
}
