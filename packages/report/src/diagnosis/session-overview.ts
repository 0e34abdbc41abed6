import type { ArtifactLoadResult, DistributedSession } from '@stormlog/distributed-diagnostics';
import type { JsonValue } from '@stormlog/records';

/** One session of a load, as a list of sessions shows it. */
export interface SessionOverview {
  readonly session_id: string;
  /** True for the session that a diagnosis would use. */
  readonly selected: boolean;
  readonly status: string;
  readonly started_at_ns: bigint;
  readonly ended_at_ns: bigint | null;
  /** End minus start; null while there is no end, and when the end lies before the start. */
  readonly duration_ns: bigint | null;
  readonly first_event_ns: bigint | null;
  readonly last_event_ns: bigint | null;
  readonly events: number;
  /** Ranks with events, ascending. */
  readonly ranks: readonly number[];
  readonly world_size: number;
  readonly job_id: JsonValue;
  readonly host: string;
  readonly pid: number;
  /** What made the session. */
  readonly source: string;
  readonly sources_loaded: readonly string[];
  /** Attempt of its job that the session stands for, from 1, and how many there are; null when it stands for none. */
  readonly attempt: number | null;
  readonly attempts: number | null;
  /** Sessions it was put together from; empty for a recorded one. */
  readonly members: readonly string[];
}

/** The sessions of a load in its order, which is the order of selection. */
export function describeSessions(load: ArtifactLoadResult): SessionOverview[] {
  const groups = new Map(
    load.groups.flatMap((group) => (group.session_id === null ? [] : [[group.session_id, group]])),
  );
  return load.sessions.map((session): SessionOverview => {
    const { summary } = session;
    const group = groups.get(summary.session_id);
    const members = group?.members.map((member) => member.session_id) ?? [];
    const { ended_at_ns: end, started_at_ns: start } = summary;
    return {
      session_id: summary.session_id,
      selected: summary.session_id === load.selected_session_id,
      status: summary.status,
      started_at_ns: start,
      ended_at_ns: end,
      duration_ns: end !== null && end >= start ? end - start : null,
      first_event_ns: session.events[0]?.timestamp_ns ?? null,
      last_event_ns: session.events.at(-1)?.timestamp_ns ?? null,
      events: session.events.length,
      ranks: ranksOf(session),
      world_size: summary.world_size,
      job_id: summary.job_id,
      host: summary.host,
      pid: summary.pid,
      source: summary.source,
      sources_loaded: session.sources_loaded,
      attempt: group?.attempt ?? null,
      attempts: group?.attempts ?? null,
      members: members.length > 1 ? members : [],
    };
  });
}

function ranksOf(session: DistributedSession): number[] {
  const ranks = new Set<number>();
  for (const event of session.events) ranks.add(event.rank);
  return [...ranks].sort((left, right) => left - right);
}
