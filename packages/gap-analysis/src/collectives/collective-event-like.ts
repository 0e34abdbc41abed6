import type { GapEventLike } from '../gaps/gap-event-like.ts';
import type { CollectiveTextSource } from './collective-token.ts';

/** The fields of an event that collective attribution looks at; see {@link GapEventLike} about their values. */
export interface CollectiveEventLike extends Omit<GapEventLike, 'allocator_inactive_bytes'>, CollectiveTextSource {
  readonly world_size?: unknown;
}
