import type { ArtifactLoadResult, DistributedDiagnosticsModel, RankSighting } from '@stormlog/distributed-diagnostics';
import type { JsonValue } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { PhaseReplayIndex, summarizePhaseAttribution } from '@stormlog/timeline';
import { wallClockDate } from '../units/wall-clock.ts';

/** Where one rank stands: whether it is there, until when it was heard of, and what became of its session. */
export interface RankOverview {
  readonly rank: number;
  readonly availability: 'present' | 'missing';
  readonly samples: number;
  /** Times of the rank's first and last event of any type in the selected session; null for a missing rank. */
  readonly first_seen_ns: bigint | null;
  readonly last_seen_ns: bigint | null;
  /**
   * How long the rank fell silent before its peers: the median last time of the other ranks (of an even number the
   * later of the two in the middle) minus its own, 0 when it was heard as long; null without peers.
   */
  readonly before_peers_ns: bigint | null;
  /** The same for the first events: how long before its peers the rank was first seen. */
  readonly started_before_peers_ns: bigint | null;
  /** Milliseconds between samples, as the last event says; 0 when unknown, null for a missing rank. */
  readonly sampling_interval_ms: number | null;
  /** Largest allocated bytes of its events and when they were first reached; null when never measured. */
  readonly allocated_peak_bytes: number | null;
  readonly allocated_peak_timestamp_ns: bigint | null;
  /** Phases open at the peak and at the last event, such as `epoch 3 / forward`; null where no phase was recorded. */
  readonly allocated_peak_phase_path: string | null;
  readonly last_phase_path: string | null;
  /** The session as recorded that holds the rank's last event: the selected one, or the member it was put together from. */
  readonly session_id: string | null;
  readonly session_status: string | null;
  readonly host: string | null;
  readonly pid: number | null;
  /** Sessions outside the selection in which the rank was seen, in the order of the load result. */
  readonly other_sessions: readonly OtherSession[];
}

/** A session outside the selection that holds events of a rank, perhaps of another job. */
export interface OtherSession {
  readonly session_id: string;
  readonly job_id: JsonValue;
}

interface RankTrace {
  firstNs: bigint;
  last: TelemetryEvent;
  peakBytes: number | null;
  peak: TelemetryEvent | null;
}

/**
 * The overview of every row of a model, in its order. Peers are all ranks of the selected session, whatever the model's
 * filter shows. Linear in the number of events but for sorting the ranks (docs/formats/command-line.md §4).
 */
export function describeRanks(load: ArtifactLoadResult, model: DistributedDiagnosticsModel): RankOverview[] {
  const traces = traceRanks(load.events);
  const firstTimes = [...traces.values()].map((trace) => trace.firstNs).sort(compareBigInts);
  const phases = PhaseReplayIndex.fromEvents(load.events);
  const phaseAt = (event: TelemetryEvent | null | undefined) =>
    event === null || event === undefined ? null : summarizePhaseAttribution(phases.resolveForEvent(event));
  const lastTimes = [...traces.values()].map((trace) => trace.last.timestamp_ns).sort(compareBigInts);
  return model.rows.map((row): RankOverview => {
    const trace = traces.get(row.rank);
    const sightings = load.rank_sessions.get(row.rank) ?? [];
    const own = latest(sightings.filter((sighting) => sighting.selected));
    return {
      rank: row.rank,
      availability: row.availability,
      samples: row.samples,
      first_seen_ns: trace?.firstNs ?? null,
      last_seen_ns: trace?.last.timestamp_ns ?? null,
      before_peers_ns: trace === undefined ? null : beforePeers(trace.last.timestamp_ns, lastTimes),
      started_before_peers_ns: trace === undefined ? null : beforePeers(trace.firstNs, firstTimes),
      sampling_interval_ms: trace?.last.sampling_interval_ms ?? null,
      allocated_peak_bytes: trace?.peakBytes ?? null,
      allocated_peak_timestamp_ns: trace?.peak?.timestamp_ns ?? null,
      allocated_peak_phase_path: phaseAt(trace?.peak),
      last_phase_path: phaseAt(trace?.last),
      session_id: own?.session_id ?? null,
      session_status: own?.status ?? null,
      host: trace?.last.host ?? null,
      pid: trace?.last.pid ?? null,
      other_sessions: sightings
        .filter((sighting) => !sighting.selected)
        .map(({ session_id, job_id }) => ({ session_id, job_id })),
    };
  });
}

/** The day on which all ranks were last seen, which is then named once above the table; null when they differ. */
export function commonDay(ranks: readonly RankOverview[]): string | null {
  const days = new Set(ranks.flatMap((rank) => (rank.last_seen_ns === null ? [] : [wallClockDate(rank.last_seen_ns)])));
  const [day] = days;
  return days.size === 1 && day !== undefined ? day : null;
}

/** First and last event of each rank, and its peak. */
function traceRanks(events: readonly TelemetryEvent[]): Map<number, RankTrace> {
  const traces = new Map<number, RankTrace>();
  for (const event of events) {
    let trace = traces.get(event.rank);
    if (trace === undefined) {
      trace = { firstNs: event.timestamp_ns, last: event, peakBytes: null, peak: null };
      traces.set(event.rank, trace);
    }
    if (event.timestamp_ns < trace.firstNs) trace.firstNs = event.timestamp_ns;
    if (event.timestamp_ns >= trace.last.timestamp_ns) trace.last = event;
    const allocated = event.allocator_allocated_bytes;
    if (allocated !== null && (trace.peakBytes === null || allocated > trace.peakBytes)) {
      trace.peakBytes = allocated;
      trace.peak = event;
    }
  }
  return traces;
}

function latest(sightings: readonly RankSighting[]): RankSighting | null {
  return sightings.reduce<RankSighting | null>(
    (last, sighting) => (last === null || sighting.last_event_ns > last.last_event_ns ? sighting : last),
    null,
  );
}

/** `sorted` holds the times of all ranks, ascending, this rank's own among them. */
function beforePeers(own: bigint, sorted: readonly bigint[]): bigint | null {
  const peers = sorted.length - 1;
  if (peers < 1) return null;
  const middle = Math.floor(peers / 2);
  // Leaving out the own time shifts everything from it on by one place; equal times make no difference.
  const median = sorted[middle]! < own ? sorted[middle]! : sorted[middle + 1]!;
  return median > own ? median - own : 0n;
}

function compareBigInts(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
