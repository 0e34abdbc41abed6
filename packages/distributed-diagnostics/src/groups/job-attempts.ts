import { type JsonValue, stringifyJson } from '@stormlog/records';
import type { DistributedSession } from '../load/artifact-load-result.ts';
import { larger } from '../numbers/bigint-extremes.ts';

/** Sessions of one job, by attempt; an attempt has each rank once. */
export interface Job {
  /** Null when the sessions name no job and belong together because they ran at the same time. */
  readonly job_id: JsonValue;
  readonly world_size: number;
  /** In order of their starts; members in selection order. */
  readonly attempts: readonly (readonly DistributedSession[])[];
}

/**
 * Finds the jobs that sessions are part of (docs/formats/distributed-diagnostics.md §6): by job id and world size, or
 * without a job id by world size and overlapping time spans. Sessions of a world of one, and sessions without events,
 * belong to no job.
 *
 * @param sessions in selection order
 */
export function findJobs(sessions: readonly DistributedSession[]): Job[] {
  const eligible = sessions.filter(({ summary, events }) => summary.world_size > 1 && events.length > 0);
  const jobs: Job[] = [];
  for (const members of groupBy(eligible, jobKey)) {
    const { job_id, world_size } = members[0]!.summary;
    const places: Places = new Map(members.map((session, place) => [session, place]));
    const byStart = [...members].sort((left, right) =>
      compareTimes(left.summary.started_at_ns, right.summary.started_at_ns),
    );
    if (job_id === null) {
      for (const attempt of groupsByTime(byStart))
        jobs.push({ job_id, world_size, attempts: [inOrder(attempt, places)] });
    } else {
      const attempts = attemptsByRank(byStart).map((attempt) => inOrder(attempt, places));
      jobs.push({ job_id, world_size, attempts });
    }
  }
  return jobs;
}

function jobKey({ summary }: DistributedSession): string {
  return `${summary.world_size}:${stringifyJson(summary.job_id, { sortKeys: true })}`;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

type Places = ReadonlyMap<DistributedSession, number>;

function inOrder(attempt: readonly DistributedSession[], places: Places): DistributedSession[] {
  return [...attempt].sort((left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0));
}

/** A new attempt begins when a rank comes back that the attempt already has. */
function attemptsByRank(byStart: readonly DistributedSession[]): DistributedSession[][] {
  const attempts: DistributedSession[][] = [];
  let ranks = new Set<number>();
  for (const session of byStart) {
    if (attempts.length === 0 || ranks.has(session.summary.rank)) {
      attempts.push([]);
      ranks = new Set();
    }
    attempts.at(-1)!.push(session);
    ranks.add(session.summary.rank);
  }
  return attempts;
}

/**
 * Groups of sessions that ran at the same time with ranks of their own. Two sessions of one rank at one time show that
 * several jobs ran at once; which session belongs to which cannot be told then, so they form no group.
 */
function groupsByTime(byStart: readonly DistributedSession[]): DistributedSession[][] {
  const groups: DistributedSession[][] = [];
  let group: TimeGroup | null = null;
  for (const session of byStart) {
    if (group === null || session.summary.started_at_ns > group.end || group.clash(session) === 'comes back') {
      if (group !== null && !group.mixed) groups.push(group.members);
      group = new TimeGroup();
    }
    group.add(session);
  }
  if (group !== null && !group.mixed) groups.push(group.members);
  return groups;
}

class TimeGroup {
  readonly members: DistributedSession[] = [];
  /** Two sessions of one rank overlap. */
  mixed = false;
  end = 0n;
  readonly #endOfRank = new Map<number, bigint>();

  /** Whether a rank of the session is here already, and if so whether that session is over. */
  clash(session: DistributedSession): 'none' | 'comes back' | 'overlaps' {
    let clash: 'none' | 'comes back' = 'none';
    for (const rank of ranksOf(session)) {
      const end = this.#endOfRank.get(rank);
      if (end === undefined) continue;
      if (session.summary.started_at_ns <= end) return 'overlaps';
      clash = 'comes back';
    }
    return clash;
  }

  add(session: DistributedSession): void {
    if (this.clash(session) === 'overlaps') this.mixed = true;
    const end = endOf(session);
    this.members.push(session);
    this.end = larger(this.end, end);
    for (const rank of ranksOf(session)) this.#endOfRank.set(rank, larger(this.#endOfRank.get(rank) ?? 0n, end));
  }
}

/** The ranks that a session speaks of: its own and those of its events. */
export function ranksOf(session: DistributedSession): Set<number> {
  const ranks = new Set([session.summary.rank]);
  let last = session.summary.rank;
  for (const { rank } of session.events) {
    if (rank === last) continue;
    ranks.add(rank);
    last = rank;
  }
  return ranks;
}

/** An open end is the last event; an end before the start says nothing. */
function endOf(session: DistributedSession): bigint {
  const { started_at_ns: start, ended_at_ns: end } = session.summary;
  const last = session.events.at(-1)?.timestamp_ns ?? start;
  return end === null || end < start ? larger(start, last) : end;
}

function compareTimes(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
