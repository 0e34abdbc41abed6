import { compareCodePoints } from '@stormlog/records';
import type { CanonicalInteger } from '../event/integer-of.ts';
import type { PhaseReplayBoundary, PhaseReplayData, PhaseReplayGroup } from './phase-replay-data.ts';
import type { PhaseSpan } from './phase-span.ts';

/** Spans of one session and rank, sorted by start, then end. */
export interface SpanGroup {
  readonly session_id: string;
  readonly rank: number;
  readonly spans: readonly PhaseSpan[];
}

/**
 * Replays boundaries into spans (docs/formats/phases.md §4). Groups without any span are left out; the others stand in
 * the order of §4.3: those with a closed span first, each half by session and rank.
 */
export function replaySpans(parts: readonly PhaseReplayData[]): SpanGroup[] {
  const withClosed: SpanGroup[] = [];
  const onlyOpen: SpanGroup[] = [];
  for (const group of mergeGroups(parts).sort(compareGroups)) {
    const { closed, open } = replayGroup(group);
    if (closed.length + open.length === 0) continue;
    const spans = closed.concat(open).sort(compareSpans);
    (closed.length > 0 ? withClosed : onlyOpen).push({ session_id: group.session_id, rank: group.rank, spans });
  }
  return withClosed.concat(onlyOpen);
}

function replayGroup(group: PhaseReplayGroup): { closed: PhaseSpan[]; open: PhaseSpan[] } {
  const { session_id, rank } = group;
  const stacks = new Map<CanonicalInteger, PhaseReplayBoundary[]>();
  const closed: PhaseSpan[] = [];
  for (const boundary of [...group.boundaries].sort(compareBoundaries)) {
    let stack = stacks.get(boundary.thread_id);
    if (stack === undefined) {
      stack = [];
      stacks.set(boundary.thread_id, stack);
    }
    if (boundary.action === 'enter') {
      stack.push(boundary);
      continue;
    }
    const opened = stack.at(-1);
    if (opened === undefined || opened.scope_id !== boundary.scope_id) continue;
    stack.pop();
    if (stack.length === 0) stacks.delete(boundary.thread_id);
    closed.push(spanOf(session_id, rank, opened, boundary.thread_name, boundary.timestamp_ns, false));
  }
  const open = [...stacks.values()].flatMap((stack) =>
    stack.map((opened) => spanOf(session_id, rank, opened, opened.thread_name, group.end_ns, true)),
  );
  return { closed, open };
}

function spanOf(
  session_id: string,
  rank: number,
  opened: PhaseReplayBoundary,
  thread_name: string,
  end_ns: bigint,
  synthetic_end: boolean,
): PhaseSpan {
  return {
    session_id,
    rank,
    thread_id: opened.thread_id,
    thread_name,
    scope_id: opened.scope_id,
    path: opened.path,
    depth: opened.path.length,
    start_ns: opened.timestamp_ns,
    end_ns,
    sequence: opened.sequence,
    synthetic_end,
  };
}

function mergeGroups(parts: readonly PhaseReplayData[]): PhaseReplayGroup[] {
  const bySession = new Map<string, Map<number, PhaseReplayGroup[]>>();
  for (const group of parts.flatMap((part) => part.groups)) {
    const byRank = bySession.get(group.session_id) ?? new Map<number, PhaseReplayGroup[]>();
    bySession.set(group.session_id, byRank);
    const same = byRank.get(group.rank);
    if (same === undefined) byRank.set(group.rank, [group]);
    else same.push(group);
  }
  return [...bySession.values()].flatMap((byRank) => [...byRank.values()].map(joinGroups));
}

function joinGroups(same: readonly PhaseReplayGroup[]): PhaseReplayGroup {
  const first = same[0]!;
  if (same.length === 1) return first;
  let end_ns = first.end_ns;
  for (const group of same) if (group.end_ns > end_ns) end_ns = group.end_ns;
  return { ...first, end_ns, boundaries: same.flatMap((group) => group.boundaries) };
}

function compareGroups(left: PhaseReplayGroup, right: PhaseReplayGroup): number {
  return compareCodePoints(left.session_id, right.session_id) || left.rank - right.rank;
}

function compareBoundaries(left: PhaseReplayBoundary, right: PhaseReplayBoundary): number {
  return (
    compareIntegers(left.timestamp_ns, right.timestamp_ns) ||
    compareIntegers(left.sequence, right.sequence) ||
    compareCodePoints(left.scope_id, right.scope_id)
  );
}

function compareSpans(left: PhaseSpan, right: PhaseSpan): number {
  return compareIntegers(left.start_ns, right.start_ns) || compareIntegers(left.end_ns, right.end_ns);
}

function compareIntegers(left: CanonicalInteger, right: CanonicalInteger): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
