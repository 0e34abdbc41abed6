import type { TelemetryEvent } from '@stormlog/telemetry';
import { formatPhasePath, type PhaseReplayIndex } from '@stormlog/timeline';
import type { PhaseColumns } from './rank-signs.ts';

/** The spans of the sessions of one rank's events as columns, by start. */
export function phaseColumnsOf(sorted: readonly TelemetryEvent[], phaseIndex: PhaseReplayIndex): PhaseColumns {
  const spans = phaseIndex.isEmpty
    ? []
    : sessionsOf(sorted)
        .flatMap((sessionId) => phaseIndex.spansFor({ sessionId, rank: sorted[0]!.rank }))
        .sort((left, right) => (left.start_ns < right.start_ns ? -1 : left.start_ns > right.start_ns ? 1 : 0));
  const indexOf = new Map<string, number>();
  const path = new Int32Array(spans.length);
  const closed = new Uint8Array(spans.length);
  spans.forEach((span, i) => {
    const text = formatPhasePath(span.path);
    const index = indexOf.get(text) ?? indexOf.size;
    indexOf.set(text, index);
    path[i] = index;
    closed[i] = span.synthetic_end ? 0 : 1;
  });
  return {
    paths: [...indexOf.keys()],
    path,
    start_ns: spans.map((span) => span.start_ns),
    end_ns: spans.map((span) => span.end_ns),
    closed,
  };
}

function sessionsOf(events: readonly TelemetryEvent[]): string[] {
  const ids = new Set<string>();
  let last: string | null = null;
  for (const { session_id } of events) {
    if (session_id === last) continue;
    last = session_id;
    ids.add(session_id);
  }
  return [...ids];
}
