import * as z from 'zod';
import type { EventLike } from '../event/event-like.ts';
import { phaseRankOf } from '../event/phase-rank-of.ts';
import { timeOf } from '../event/time-of.ts';
import { boundaryAction, parsePhaseBoundary } from './parse-phase-boundary.ts';

const phaseReplayBoundarySchema = z
  .object({
    action: z.enum(['enter', 'exit']),
    path: z.array(z.string()).readonly(),
    scope_id: z.string(),
    thread_id: z.union([z.int(), z.bigint()]),
    thread_name: z.string(),
    sequence: z.union([z.int(), z.bigint()]),
    timestamp_ns: z.bigint(),
  })
  .readonly();

/** What replay needs of one boundary. */
export type PhaseReplayBoundary = z.infer<typeof phaseReplayBoundarySchema>;

const phaseReplayGroupSchema = z
  .object({
    session_id: z.string(),
    rank: z.int(),
    /** Time of the latest event of any kind; phases left open end here. */
    end_ns: z.bigint(),
    /** In the order of the events. */
    boundaries: z.array(phaseReplayBoundarySchema).readonly(),
  })
  .readonly();

/** The boundaries of one session and rank. */
export type PhaseReplayGroup = z.infer<typeof phaseReplayGroupSchema>;

/**
 * All that a replay index is built from, as a plain record that can be sent to another thread or machine. The parts of
 * different ranks can be collected apart, in any grouping; the events of one session and rank belong in one part, or in
 * parts given in the order of the events.
 */
export const phaseReplayDataSchema = z.object({ groups: z.array(phaseReplayGroupSchema).readonly() }).readonly();

export type PhaseReplayData = z.infer<typeof phaseReplayDataSchema>;

interface OpenGroup {
  readonly session_id: string;
  readonly rank: number;
  end_ns: bigint;
  readonly boundaries: PhaseReplayBoundary[];
}

/**
 * Collects boundaries and session ends of events in any order (docs/formats/phases.md §4). An event without a text
 * session id, an integer time and a rank plays no part.
 */
export function collectPhaseReplayData(events: Iterable<EventLike>): PhaseReplayData {
  const groups: OpenGroup[] = [];
  const bySession = new Map<string, Map<number, OpenGroup>>();
  let current: OpenGroup | null = null;
  for (const event of events) {
    const sessionId = event.session_id;
    const time = timeOf(event.timestamp_ns);
    if (typeof sessionId !== 'string' || time === null) continue;
    const rank = phaseRankOf(event);
    if (rank === null) continue;
    if (current === null || current.rank !== rank || current.session_id !== sessionId) {
      current = groupOf(bySession, groups, sessionId, rank, time);
    }
    if (time > current.end_ns) current.end_ns = time;
    if (boundaryAction(event.event_type) === null) continue;
    const boundary = parsePhaseBoundary(event);
    if (boundary === null) continue;
    const { action, path, scope_id, thread_id, thread_name, sequence } = boundary;
    current.boundaries.push({ action, path, scope_id, thread_id, thread_name, sequence, timestamp_ns: time });
  }
  return { groups };
}

function groupOf(
  bySession: Map<string, Map<number, OpenGroup>>,
  groups: OpenGroup[],
  sessionId: string,
  rank: number,
  time: bigint,
): OpenGroup {
  let byRank = bySession.get(sessionId);
  if (byRank === undefined) {
    byRank = new Map();
    bySession.set(sessionId, byRank);
  }
  let group = byRank.get(rank);
  if (group === undefined) {
    group = { session_id: sessionId, rank, end_ns: time, boundaries: [] };
    byRank.set(rank, group);
    groups.push(group);
  }
  return group;
}
