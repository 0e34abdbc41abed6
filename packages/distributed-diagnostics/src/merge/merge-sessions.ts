import { compareCodePoints, type JsonValue, stringifyJson } from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '@stormlog/telemetry';
import type { DistributedSession } from '../load/artifact-load-result.ts';
import { larger, smaller } from '../numbers/bigint-extremes.ts';
import { uniteWarnings } from '../warnings/diagnostics-warning.ts';
import { mergeEvents } from './merge-events.ts';

/**
 * Puts sessions together into a new one of the given id and source: events of all with the new session id, copies
 * removed; the summary tells what the members have in common (docs/formats/distributed-diagnostics.md §5.3).
 */
export function mergeSessions(
  members: readonly DistributedSession[],
  identity: { readonly session_id: string; readonly source: string },
): DistributedSession {
  const { events } = mergeEvents(members.map((member) => member.events));
  return {
    summary: mergedSummary(
      members.map((member) => member.summary),
      identity,
    ),
    events: events.map((event): TelemetryEvent => ({ ...event, session_id: identity.session_id })),
    sources_loaded: sortedUnion(members.map((member) => member.sources_loaded)),
    warnings: uniteWarnings(members.map((member) => member.warnings)),
  };
}

/** All texts of the lists, ascending by code point, each once. */
export function sortedUnion(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].sort(compareCodePoints);
}

function mergedSummary(
  summaries: readonly SessionSummary[],
  identity: { readonly session_id: string; readonly source: string },
): SessionSummary {
  const completed = summaries.every((summary) => summary.status === 'completed');
  const ends = summaries.flatMap((summary) => summary.ended_at_ns ?? []);
  return {
    session_id: identity.session_id,
    status: completed ? 'completed' : 'incomplete',
    started_at_ns: summaries.map((summary) => summary.started_at_ns).reduce(smaller),
    ended_at_ns: completed && ends.length > 0 ? ends.reduce(larger) : null,
    host: soleValue(summaries.map((summary) => summary.host)) ?? 'multiple',
    pid: soleValue(summaries.map((summary) => summary.pid)) ?? -1,
    job_id: soleJob(summaries),
    rank: minimumOf(summaries.map((summary) => summary.rank)),
    local_rank: minimumOf(summaries.map((summary) => summary.local_rank)),
    world_size: summaries.map((summary) => summary.world_size).reduce((a, b) => Math.max(a, b)),
    source: identity.source,
  };
}

function minimumOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}

function soleValue<Value>(values: readonly Value[]): Value | null {
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0]! : null;
}

/** The one job that the members name; null when they name none or several. */
function soleJob(summaries: readonly SessionSummary[]): JsonValue {
  const jobs = new Map<string, JsonValue>();
  for (const { job_id } of summaries) if (job_id !== null) jobs.set(stringifyJson(job_id, { sortKeys: true }), job_id);
  return jobs.size === 1 ? [...jobs.values()][0]! : null;
}
