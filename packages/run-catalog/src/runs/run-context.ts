import { compareCodePoints, type JsonObject } from '@stormlog/records';
import type { RunEnvelope } from '../envelope/run-envelope.ts';
import { sortSteps } from '../slices/sort-steps.ts';
import { finish, type Steps } from '../slices/steps.ts';
import type { RunRow, SessionRow } from './row-schemas.ts';

/** What grouping sessions into runs needs to know of a session row. */
export type RunMember = Pick<
  SessionRow,
  | 'session_id'
  | 'started_at_ns'
  | 'ended_at_ns'
  | 'job_id'
  | 'rank'
  | 'local_rank'
  | 'world_size'
  | 'source_path'
  | 'source_kind'
  | 'event_count'
>;

/** A run with the session rows that belong to it (docs/formats/run-catalog.md §6). */
export interface RunContext {
  readonly run_id: string;
  /** True when an envelope declares the run. */
  readonly explicit: boolean;
  readonly title: string | null;
  readonly description: string | null;
  readonly job_id: string | null;
  readonly started_at_ns: bigint | null;
  readonly ended_at_ns: bigint | null;
  readonly source_path: string;
  readonly source_kind: 'run_envelope' | 'implicit_run';
  readonly source_namespace: string | null;
  readonly source_ref: string | null;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  /** By start, then id. */
  readonly members: readonly RunMember[];
}

/**
 * Groups sessions into runs: those that envelopes declare, and of the sessions that none claims one run for each job or,
 * without a job, each session (docs/formats/run-catalog.md §6).
 *
 * @returns the runs by id, explicit ones first, in the order of envelopes and of first appearance
 */
export function buildRunContexts(
  sessions: readonly RunMember[],
  envelopes: readonly RunEnvelope[],
): Map<string, RunContext> {
  return finish(runContextSteps(sessions, envelopes));
}

/** As {@link buildRunContexts}, in steps. */
export function* runContextSteps(
  sessions: readonly RunMember[],
  envelopes: readonly RunEnvelope[],
): Steps<Map<string, RunContext>> {
  const contexts = new Map<string, RunContext>();
  const rows = yield* indexRows(sessions);
  for (const envelope of envelopes) {
    contexts.set(envelope.run_id, explicitContext(envelope, yield* explicitMembers(envelope, rows)));
    yield;
  }
  const covered = new Set<string>();
  for (const context of contexts.values()) {
    for (const member of context.members) covered.add(member.session_id);
    yield;
  }
  for (const group of (yield* groupRemaining(sessions, covered)).values()) {
    const runId = freeRunId(group.base, contexts);
    contexts.set(runId, implicitContext(runId, group, yield* sortSteps(group.members, compareMembers)));
    yield;
  }
  return contexts;
}

/** The row of a run for lists. */
export function runRow(context: RunContext, attachmentCount: number): RunRow {
  return {
    run_id: context.run_id,
    explicit: context.explicit,
    title: context.title,
    description: context.description,
    job_id: context.job_id,
    started_at_ns: context.started_at_ns,
    ended_at_ns: context.ended_at_ns,
    source_path: context.source_path,
    source_kind: context.source_kind,
    source_namespace: context.source_namespace,
    source_ref: context.source_ref,
    session_count: context.members.length,
    attachment_count: attachmentCount,
    sessions: context.members.map((member) => member.session_id),
    ranks: [...new Set(context.members.map((member) => member.rank))].sort((left, right) => left - right),
    tags: context.tags,
    metadata: context.metadata,
  };
}

interface RowIndex {
  readonly firstById: ReadonlyMap<string, RunMember>;
  readonly byJob: ReadonlyMap<string, readonly RunMember[]>;
}

function* indexRows(sessions: readonly RunMember[]): Steps<RowIndex> {
  const firstById = new Map<string, RunMember>();
  const byJob = new Map<string, RunMember[]>();
  for (const row of sessions) {
    if (!firstById.has(row.session_id)) firstById.set(row.session_id, row);
    if (row.job_id !== null) {
      const group = byJob.get(row.job_id);
      if (group === undefined) byJob.set(row.job_id, [row]);
      else group.push(row);
    }
    yield;
  }
  return { firstById, byJob };
}

function* explicitMembers(envelope: RunEnvelope, rows: RowIndex): Steps<readonly RunMember[]> {
  const members: RunMember[] = [];
  for (const id of new Set(envelope.sessions.map((session) => session.session_id))) {
    const row = rows.firstById.get(id);
    if (row !== undefined) members.push(row);
  }
  const isByJob = members.length === 0 && envelope.job_id !== null;
  const found = isByJob ? (rows.byJob.get(envelope.job_id) ?? []) : members;
  return yield* sortSteps(found, compareMembers);
}

function explicitContext(envelope: RunEnvelope, members: readonly RunMember[]): RunContext {
  return {
    run_id: envelope.run_id,
    explicit: true,
    title: envelope.title,
    description: envelope.description,
    job_id: envelope.job_id ?? soleJobId(members),
    started_at_ns: envelope.started_at_ns ?? firstStart(members),
    ended_at_ns: envelope.ended_at_ns ?? lastEnd(members),
    source_path: envelope.path,
    source_kind: 'run_envelope',
    source_namespace: envelope.source_namespace,
    source_ref: envelope.source_ref,
    tags: envelope.tags,
    metadata: envelope.metadata,
    members,
  };
}

interface SessionGroup {
  readonly base: string;
  readonly title: string;
  readonly members: RunMember[];
}

function* groupRemaining(
  sessions: readonly RunMember[],
  covered: ReadonlySet<string>,
): Steps<ReadonlyMap<string, SessionGroup>> {
  const groups = new Map<string, SessionGroup>();
  for (const row of sessions) {
    yield;
    if (covered.has(row.session_id)) continue;
    const base = row.job_id === null ? `session:${row.session_id}` : `job:${row.job_id}`;
    const group = groups.get(base);
    if (group !== undefined) group.members.push(row);
    else {
      const title = row.job_id === null ? `Session ${row.session_id}` : `Job ${row.job_id}`;
      groups.set(base, { base, title, members: [row] });
    }
  }
  return groups;
}

function implicitContext(runId: string, group: SessionGroup, members: readonly RunMember[]): RunContext {
  return {
    run_id: runId,
    explicit: false,
    title: group.title,
    description: null,
    job_id: soleJobId(members),
    started_at_ns: firstStart(members),
    ended_at_ns: lastEnd(members),
    source_path: members[0]!.source_path,
    source_kind: 'implicit_run',
    source_namespace: null,
    source_ref: null,
    tags: [],
    metadata: {},
    members,
  };
}

function freeRunId(base: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(base)) return base;
  const implicit = `implicit:${base}`;
  let runId = implicit;
  for (let number = 2; taken.has(runId); number++) runId = `${implicit}:${number}`;
  return runId;
}

function soleJobId(members: readonly RunMember[]): string | null {
  let sole: string | null = null;
  for (const { job_id: jobId } of members) {
    if (jobId === null || jobId === sole) continue;
    if (sole !== null) return null;
    sole = jobId;
  }
  return sole;
}

function firstStart(members: readonly RunMember[]): bigint | null {
  let first: bigint | null = null;
  for (const { started_at_ns: start } of members) if (first === null || start < first) first = start;
  return first;
}

/** Null while one of the members has no end. */
function lastEnd(members: readonly RunMember[]): bigint | null {
  let last: bigint | null = null;
  for (const { ended_at_ns: end } of members) {
    if (end === null) return null;
    if (last === null || end > last) last = end;
  }
  return last;
}

function compareMembers(left: RunMember, right: RunMember): number {
  if (left.started_at_ns !== right.started_at_ns) return left.started_at_ns < right.started_at_ns ? -1 : 1;
  return compareCodePoints(left.session_id, right.session_id);
}
