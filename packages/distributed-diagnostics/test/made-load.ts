import type { TelemetryEvent } from '@stormlog/telemetry';
import {
  type ArtifactLoadResult,
  explainRun,
  groupEventsByRank,
  type RankSighting,
  summarizeRank,
} from '../src/index.ts';

/** A load of one session that holds the events; ranks named in `running` did not close their recordings. */
export function madeLoad(events: readonly TelemetryEvent[], running: readonly number[] = []): ArtifactLoadResult {
  const sightings = [...groupEventsByRank(events)].map(([rank, own]): [number, readonly RankSighting[]] => [
    rank,
    [
      {
        session_id: `run-r${rank}`,
        status: running.includes(rank) ? 'running' : 'completed',
        job_id: 'job-7',
        events: own.length,
        first_event_ns: own[0]!.timestamp_ns,
        last_event_ns: own.at(-1)!.timestamp_ns,
        selected: true,
      },
    ],
  ]);
  return {
    events,
    sessions: [],
    selected_session_id: 'job',
    warnings: [],
    sources_loaded: [],
    markers: [],
    groups: [],
    rank_sessions: new Map(sightings),
  };
}

export function explainEvents(events: readonly TelemetryEvent[], running: readonly number[] = []) {
  const summaries = Array.from(groupEventsByRank(events).values(), summarizeRank);
  return explainRun({ load: madeLoad(events, running), summaries });
}
