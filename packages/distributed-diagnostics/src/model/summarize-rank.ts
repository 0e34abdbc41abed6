import { ArgumentError } from '@stormlog/records';
import { MAX_WORLD_SIZE, sortEventsByTime, type TelemetryEvent } from '@stormlog/telemetry';
import { collectRankSigns } from '../explain/signs/collect-rank-signs.ts';
import { collectiveSpikesOf } from './collective-spikes.ts';
import type { DeviceDiagnostics, MemoryFigures } from './distributed-model.ts';
import { markEvents } from './event-markers.ts';
import { isSampleEvent } from './is-sample-event.ts';
import {
  alertCandidates,
  breachCandidates,
  type CandidateOfEvent,
  gapCandidates,
  withPhase,
} from './rank-candidates.ts';
import type { RankSummary } from './rank-summary.ts';
import { SampleColumns } from './sample-columns.ts';
import { type DeviceSamples, decidingDevice, splitDevices } from './split-devices.ts';

/**
 * What the model needs to know of one rank, in O(n log n) of its events, O(n) when they are in order
 * (docs/formats/distributed-diagnostics.md §10).
 *
 * @param events all events of **one** rank, in any order; not changed
 * @throws ArgumentError when there are none or they name several ranks
 */
export function summarizeRank(events: readonly TelemetryEvent[]): RankSummary {
  const rank = soleRank(events);
  const sorted = sortEventsByTime(events);
  const samples = sorted.every(isSampleEvent) ? sorted : sorted.filter(isSampleEvent);
  const { others, phaseIndex, markers } = markEvents(sorted);
  const columns = new SampleColumns(samples);
  const devices = splitDevices(columns);
  const first = sorted[0]!;
  const onset = (samples[0] ?? first).timestamp_ns;

  const alerts = firstOfEachSignal(alertCandidates(others));
  const breaches = firstOfEachSignal(breachCandidates(columns));
  const findings = gapCandidates(devices, phaseIndex, breaches[0]?.event.timestamp_ns || onset);
  const severalDevices = devices.length < 2 ? [] : devices.map(deviceOf);
  const deciding = severalDevices.length === 0 ? null : decidingDevice(severalDevices);
  return {
    rank,
    events: sorted.length,
    first_event_ns: first.timestamp_ns,
    last_event_ns: sorted.at(-1)!.timestamp_ns,
    ...worldSizesOf(sorted),
    coverage: columns.coverage(),
    figures: { ...figuresOf(deciding ?? columns.figures()), samples: samples.length },
    timeline: deciding?.timeline ?? columns.timeline(),
    devices: severalDevices,
    candidates: [...[...alerts, ...breaches].map((found) => withPhase(found, phaseIndex)), ...findings],
    collective: collectiveSpikesOf(sorted, devices, phaseIndex),
    onset_ns: onset,
    markers,
    signs: collectRankSigns(sorted, others, devices, phaseIndex),
  };
}

function deviceOf({ host, device_id, columns }: DeviceSamples): DeviceDiagnostics {
  return { host, device_id, ...columns.figures(), timeline: columns.timeline() };
}

/** The figures alone, of a device too. */
function figuresOf(source: MemoryFigures): MemoryFigures {
  return {
    samples: source.samples,
    allocated_delta_bytes: source.allocated_delta_bytes,
    reserved_delta_bytes: source.reserved_delta_bytes,
    device_used_delta_bytes: source.device_used_delta_bytes,
    hidden_gap_latest_bytes: source.hidden_gap_latest_bytes,
    hidden_gap_peak_abs_bytes: source.hidden_gap_peak_abs_bytes,
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
