import type { EventLike } from '../event/event-like.ts';
import { safeIntegerOf } from '../event/integer-of.ts';
import { formatPhasePath } from '../phases/format-phase-path.ts';
import type { PhaseReplayIndex } from '../phases/phase-replay-index.ts';
import type { PhaseSpan } from '../phases/phase-span.ts';
import type { TimelineMarker } from './timeline-marker.ts';

interface RankIdentity {
  readonly local_rank: number | null;
  readonly world_size: number | null;
}

/**
 * One marker for every span of the sessions that the events name, sessions in the order of their first event
 * (docs/formats/markers.md §3).
 */
export function phaseMarkersOf(events: readonly EventLike[], index: PhaseReplayIndex): TimelineMarker[] {
  if (index.isEmpty) return [];
  const sessions = rankIdentities(events);
  return [...sessions].flatMap(([sessionId, identities]) =>
    index.spansFor({ sessionId }).map((span) => phaseMarkerOf(span, identities.get(span.rank))),
  );
}

function phaseMarkerOf(span: PhaseSpan, identity: RankIdentity | undefined): TimelineMarker {
  return {
    session_id: span.session_id,
    start_ns: span.start_ns,
    end_ns: span.end_ns,
    kind: 'phase',
    source: 'phase_replay',
    severity: 'info',
    label: `Phase: ${formatPhasePath(span.path)}`,
    rank: span.rank,
    local_rank: identity?.local_rank ?? null,
    world_size: identity?.world_size ?? null,
    event_type: 'phase',
    metadata: {
      phase_path: [...span.path],
      scope_id: span.scope_id,
      thread_id: span.thread_id,
      thread_name: span.thread_name,
      sequence: span.sequence,
      synthetic_end: span.synthetic_end,
    },
  };
}

/** Sessions in order of first appearance; per session, what the first event of each rank says of its identity. */
function rankIdentities(events: readonly EventLike[]): Map<string, Map<number, RankIdentity>> {
  const sessions = new Map<string, Map<number, RankIdentity>>();
  for (const event of events) {
    const sessionId = event.session_id;
    if (typeof sessionId !== 'string') continue;
    let identities = sessions.get(sessionId);
    if (identities === undefined) {
      identities = new Map();
      sessions.set(sessionId, identities);
    }
    const rank = safeIntegerOf(event.rank);
    if (rank === null || identities.has(rank)) continue;
    identities.set(rank, {
      local_rank: safeIntegerOf(event.local_rank),
      world_size: safeIntegerOf(event.world_size),
    });
  }
  return sessions;
}
