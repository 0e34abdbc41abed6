import { larger, smaller } from '../numbers/bigint-extremes.ts';
import type { DistributedSession, RankSighting } from './artifact-load-result.ts';

/**
 * For every rank, ascending, the sessions that hold events of it, in selection order
 * (docs/formats/distributed-diagnostics.md §7).
 *
 * @param sessions as loaded, without those put together from others
 * @param selected ids of the selected session and of the sessions it was put together from
 */
export function rankSessions(
  sessions: readonly DistributedSession[],
  selected: ReadonlySet<string>,
): ReadonlyMap<number, readonly RankSighting[]> {
  const byRank = new Map<number, RankSighting[]>();
  for (const session of sessions) {
    for (const [rank, seen] of spansByRank(session)) {
      const sighting: RankSighting = {
        session_id: session.summary.session_id,
        status: session.summary.status,
        job_id: session.summary.job_id,
        events: seen.events,
        first_event_ns: seen.first,
        last_event_ns: seen.last,
        selected: selected.has(session.summary.session_id),
      };
      const sightings = byRank.get(rank);
      if (sightings === undefined) byRank.set(rank, [sighting]);
      else sightings.push(sighting);
    }
  }
  return new Map([...byRank].sort(([left], [right]) => left - right));
}

interface RankSpan {
  events: number;
  first: bigint;
  last: bigint;
}

function spansByRank(session: DistributedSession): Map<number, RankSpan> {
  const spans = new Map<number, RankSpan>();
  for (const { rank, timestamp_ns } of session.events) {
    const span = spans.get(rank);
    if (span === undefined) spans.set(rank, { events: 1, first: timestamp_ns, last: timestamp_ns });
    else {
      span.events++;
      span.first = smaller(span.first, timestamp_ns);
      span.last = larger(span.last, timestamp_ns);
    }
  }
  return spans;
}
