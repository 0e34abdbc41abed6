import {
  type ArtifactLoadResult,
  combineRankSummaries,
  type DistributedSession,
  explainRun,
  groupEventsByRank,
  type RankSighting,
  summarizeRank,
} from '@stormlog/distributed-diagnostics';
import { type TelemetryEvent, telemetryEventFromRecord } from '@stormlog/telemetry';

const START_NS = 1_787_650_000_000_000_000n;
const SECOND_NS = 1_000_000_000n;
const MEBIBYTE = 1024 * 1024;

/** What one rank of a made-up run does. */
export interface SampleRank {
  readonly rank: number;
  /** Samples, one a second (default 10). */
  readonly samples?: number;
  /** Seconds by which its clock or its start is late (default 0). */
  readonly delay?: number;
  /** Allocated MiB of each sample (default: always 100). */
  readonly allocated?: (sample: number) => number;
  /** Device MiB in use at each sample (default: the device says nothing). */
  readonly used?: (sample: number) => number;
  /** A warning or critical event at this sample. */
  readonly alert?: { readonly sample: number; readonly type: string; readonly context: string };
  readonly status?: string;
  readonly host?: string;
}

/** A load of one session that holds the given ranks, its model and its causes. */
export function sampleDiagnosis(ranks: readonly SampleRank[], worldSize: number) {
  const events = ranks
    .flatMap((rank) => eventsOf(rank, worldSize))
    .sort((a, b) => Number(a.timestamp_ns - b.timestamp_ns));
  const session: DistributedSession = {
    summary: {
      session_id: 'job-session',
      status: 'incomplete',
      started_at_ns: START_NS,
      ended_at_ns: null,
      host: 'multiple',
      pid: -1,
      job_id: 'train',
      rank: 0,
      local_rank: 0,
      world_size: worldSize,
      source: 'test',
    },
    events,
    sources_loaded: [],
    warnings: [],
  };
  const load: ArtifactLoadResult = {
    events,
    sessions: [session],
    selected_session_id: 'job-session',
    warnings: [],
    sources_loaded: [],
    markers: [],
    groups: [],
    rank_sessions: new Map(ranks.map((rank) => [rank.rank, [sighting(rank, events)]])),
  };
  const summaries = Array.from(groupEventsByRank(events).values(), summarizeRank);
  return { load, model: combineRankSummaries(summaries), causes: explainRun({ load, summaries }) };
}

function eventsOf(rank: SampleRank, worldSize: number): TelemetryEvent[] {
  const events: TelemetryEvent[] = [];
  for (let i = 0; i < (rank.samples ?? 10); i++) {
    const allocated = (rank.allocated?.(i) ?? 100) * MEBIBYTE;
    const record = {
      timestamp_ns: START_NS + BigInt(i + (rank.delay ?? 0)) * SECOND_NS,
      session_id: 'job-session',
      event_type: 'sample',
      host: rank.host ?? 'node-1',
      pid: 1000 + rank.rank,
      rank: rank.rank,
      local_rank: 0,
      world_size: worldSize,
      device_id: 0,
      memory_allocated: allocated,
      memory_reserved: allocated,
      ...(rank.used === undefined
        ? {}
        : { device_used_bytes: rank.used(i) * MEBIBYTE, device_total_bytes: 80 * 1024 * MEBIBYTE }),
    };
    events.push(telemetryEventFromRecord(record));
    if (rank.alert?.sample === i) {
      events.push(telemetryEventFromRecord({ ...record, event_type: rank.alert.type, context: rank.alert.context }));
    }
  }
  return events;
}

function sighting(rank: SampleRank, events: readonly TelemetryEvent[]): RankSighting {
  const own = events.filter((event) => event.rank === rank.rank);
  return {
    session_id: `session-of-${rank.rank}`,
    status: rank.status ?? 'completed',
    job_id: 'train',
    events: own.length,
    first_event_ns: own[0]!.timestamp_ns,
    last_event_ns: own.at(-1)!.timestamp_ns,
    selected: true,
  };
}
