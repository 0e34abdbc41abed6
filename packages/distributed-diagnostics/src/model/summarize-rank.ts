import { memoryFeatureEnabled } from '@stormlog/gap-analysis';
import { ArgumentError, type JsonValue } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { deriveTimelineMarkers, PhaseReplayIndex } from '@stormlog/timeline';
import { sortByTime } from '../merge/merge-events.ts';
import { collectiveSpikesOf } from './collective-spikes.ts';
import type { AnomalyCandidate, DeviceDiagnostics } from './distributed-model.ts';
import { MAX_WORLD_SIZE } from './expected-ranks.ts';
import { isSampleEvent } from './is-sample-event.ts';
import {
  alertCandidates,
  breachCandidates,
  type CandidateOfEvent,
  gapCandidates,
  withPhase,
} from './rank-candidates.ts';
import type { CounterCoverage, RankSummary } from './rank-summary.ts';
import { memoryFiguresOf, timelineOf } from './sample-columns.ts';
import { decidingDevice, splitDevices } from './split-devices.ts';

/**
 * What the model needs to know of one rank, in O(n log n) of its events, O(n) when they are in order
 * (docs/formats/distributed-diagnostics.md §10).
 *
 * @param events all events of **one** rank, in any order; not changed
 * @throws ArgumentError when there are none or they name several ranks
 */
export function summarizeRank(events: readonly TelemetryEvent[]): RankSummary {
  const rank = soleRank(events);
  const sorted = sortByTime(events);
  const samples = sorted.filter(isSampleEvent);
  const phaseIndex = PhaseReplayIndex.fromEvents(sorted);
  const devices = splitDevices(samples);
  const first = sorted[0]!;
  const onset = (samples[0] ?? first).timestamp_ns;

  const alerts = firstOfEachSignal(alertCandidates(sorted));
  const breaches = firstOfEachSignal(breachCandidates(samples));
  const findings = gapCandidates(devices, phaseIndex, breaches[0]?.event.timestamp_ns || onset);
  const candidates: AnomalyCandidate[] = [
    ...[...alerts, ...breaches].map((found) => withPhase(found, phaseIndex)),
    ...findings,
  ];

  const severalDevices: DeviceDiagnostics[] =
    devices.length < 2
      ? []
      : devices.map(({ host, device_id, samples: own }) => ({
          host,
          device_id,
          ...memoryFiguresOf(own),
          timeline: timelineOf(own),
        }));
  const deciding = severalDevices.length === 0 ? null : decidingDevice(severalDevices);
  const {
    host: _host,
    device_id: _device,
    timeline,
    ...figures
  } = deciding ?? {
    host: null,
    device_id: null,
    timeline: timelineOf(samples),
    ...memoryFiguresOf(samples),
  };
  return {
    rank,
    events: sorted.length,
    first_event_ns: first.timestamp_ns,
    last_event_ns: sorted.at(-1)!.timestamp_ns,
    ...worldSizesOf(sorted),
    coverage: coverageOf(samples),
    figures: { ...figures, samples: samples.length },
    timeline,
    devices: severalDevices,
    candidates,
    collective: collectiveSpikesOf(sorted, devices, phaseIndex),
    onset_ns: onset,
    markers: deriveTimelineMarkers(sorted, { phaseIndex }),
  };
}

function soleRank(events: readonly TelemetryEvent[]): number {
  const first = events[0];
  if (first === undefined) throw new ArgumentError('events', 'a rank without events cannot be summarised');
  if (!events.every((event) => event.rank === first.rank)) {
    throw new ArgumentError('events', 'all events given to summarizeRank must be of one rank');
  }
  return first.rank;
}

/** Only these can be the earliest or the worst of a rank: events come by time, and a signal has one severity. */
function firstOfEachSignal(found: Iterable<CandidateOfEvent>): CandidateOfEvent[] {
  const first = new Map<string, CandidateOfEvent>();
  for (const each of found) if (!first.has(each.candidate.signal)) first.set(each.candidate.signal, each);
  return [...first.values()];
}

function worldSizesOf(events: readonly TelemetryEvent[]): Pick<RankSummary, 'world_sizes' | 'refused_world_size'> {
  const sizes = new Set<number>();
  let last = 0;
  for (const { world_size } of events) {
    if (world_size === last) continue;
    last = world_size;
    if (world_size > 0) sizes.add(world_size);
  }
  const sorted = [...sizes].sort((left, right) => left - right);
  const largest = sorted.at(-1) ?? 0;
  return {
    world_sizes: sorted.filter((size) => size <= MAX_WORLD_SIZE),
    refused_world_size: largest > MAX_WORLD_SIZE ? largest : null,
  };
}

function coverageOf(samples: readonly TelemetryEvent[]): CounterCoverage {
  let withAllocated = 0;
  let withAllocator = 0;
  let withoutFragmentation = 0;
  let lastCapabilities: JsonValue | undefined;
  let lastAllows = true;
  for (const sample of samples) {
    if (sample.allocator_allocated_bytes === null) continue;
    withAllocated++;
    if (sample.allocator_reserved_bytes === null) continue;
    withAllocator++;
    // Loaders share this object between neighbouring events.
    const capabilities = sample.metadata['memory_capabilities'];
    if (capabilities === undefined || capabilities !== lastCapabilities) {
      lastCapabilities = capabilities;
      lastAllows = memoryFeatureEnabled(sample, 'supports_fragmentation_analysis');
    }
    if (!lastAllows) withoutFragmentation++;
  }
  return {
    samples: samples.length,
    with_allocated: withAllocated,
    with_allocator: withAllocator,
    without_fragmentation: withoutFragmentation,
  };
}
