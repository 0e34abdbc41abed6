import type { LastSeen } from '../cause.ts';
import type { RankView } from './run-view.ts';

/** When a rank was last heard of, or made its last progress. */
export function lastSeenOf(view: RankView, last_event_ns = view.summary.last_event_ns): LastSeen {
  return {
    rank: view.rank,
    host: view.host,
    last_event_ns,
    clock_offset_ns: view.clock.offset_ns,
    clock_uncertainty_ns: BigInt(Math.round(view.uncertainty)),
    interval_ns: BigInt(Math.round(view.interval)),
  };
}
