import { analyzeGapSeries, collectGapSeries } from '@stormlog/gap-analysis';
import { formatFixed } from '@stormlog/records';
import type { TelemetryEvent } from '@stormlog/telemetry';
import { type PhaseReplayIndex, summarizePhaseAttribution } from '@stormlog/timeline';
import { formatBytes } from '../numbers/format-bytes.ts';
import type { AnomalyCandidate, Severity } from './distributed-model.ts';
import type { SampleColumns } from './sample-columns.ts';
import type { DeviceSamples } from './split-devices.ts';

/** An inclusive share of the device's memory that the gap may not reach. */
export const GAP_RATIO_THRESHOLD = 0.05;

/** How severities compare. */
export const SEVERITY_WEIGHT: Readonly<Record<Severity, number>> = { info: 1, warning: 2, critical: 3 };

const ALERT_SEVERITY: ReadonlyMap<string, Severity> = new Map([
  ['warning', 'warning'],
  ['critical', 'critical'],
  ['error', 'critical'],
]);

/** A candidate whose phase has not been looked up yet. */
export interface CandidateOfEvent {
  readonly candidate: Omit<AnomalyCandidate, 'phase_path'>;
  readonly event: TelemetryEvent;
}

/** Alerts among the events of a rank, in their order (docs/formats/distributed-diagnostics.md §9.3). */
export function* alertCandidates(events: readonly TelemetryEvent[]): Generator<CandidateOfEvent> {
  for (const event of events) {
    const severity = ALERT_SEVERITY.get(event.event_type);
    if (severity === undefined) continue;
    yield candidateOf(event, severity, `alert:${event.event_type}`, event.context || 'alert without a text');
  }
}

/** Samples whose gap reaches the threshold, in their order. */
export function* breachCandidates({ samples, gapRatio }: SampleColumns): Generator<CandidateOfEvent> {
  for (let i = 0; i < gapRatio.length; i++) {
    const ratio = Math.abs(gapRatio[i]!);
    if (!(ratio >= GAP_RATIO_THRESHOLD)) continue;
    const share = `${formatFixed(ratio * 100, 1)}%`;
    const details = `memory unknown to the allocator is ${share} of the device (limit 5%)`;
    yield candidateOf(samples[i]!, 'warning', 'gap_ratio_breach', details);
  }
}

function candidateOf(event: TelemetryEvent, severity: Severity, signal: string, details: string): CandidateOfEvent {
  return {
    event,
    candidate: {
      rank: event.rank,
      severity,
      timestamp_ns: event.timestamp_ns,
      signal,
      details,
      confidence: null,
      reason_codes: [],
    },
  };
}

/** The candidate with the phase that was open at its event. */
export function withPhase(found: CandidateOfEvent, phaseIndex: PhaseReplayIndex): AnomalyCandidate {
  return { ...found.candidate, phase_path: summarizePhaseAttribution(phaseIndex.resolveForEvent(found.event)) };
}

/**
 * What gap analysis finds on each device of a rank: by severity, then by falling confidence, then by device.
 *
 * @param fallbackNs time of a finding whose evidence has none: 0 counts as none
 */
export function gapCandidates(
  devices: readonly DeviceSamples[],
  phaseIndex: PhaseReplayIndex,
  fallbackNs: bigint,
): AnomalyCandidate[] {
  return devices
    .flatMap(({ columns }) => {
      // Without one gap that large the analysis finds nothing, and its columns need not be collected.
      if (!columns.gapRatio.some((ratio) => Math.abs(ratio) >= GAP_RATIO_THRESHOLD)) return [];
      const complete = columns.samples.filter((sample) => sample.allocator_allocated_bytes !== null);
      return analyzeGapSeries(collectGapSeries(complete), {
        resolvePhase: (index) => phaseIndex.resolveForEvent(complete[index]!),
        formatMemory: formatBytes,
      }).map((finding) => ({ finding, rank: complete[0]!.rank }));
    })
    .sort(
      (left, right) =>
        SEVERITY_WEIGHT[right.finding.severity] - SEVERITY_WEIGHT[left.finding.severity] ||
        right.finding.confidence - left.finding.confidence,
    )
    .map(({ finding, rank }) => ({
      rank,
      severity: finding.severity,
      timestamp_ns: finding.evidence_timestamp_ns || fallbackNs,
      signal: `gap:${finding.classification}`,
      details: finding.description,
      confidence: null,
      reason_codes: [],
      phase_path: summarizePhaseAttribution(finding.phase_attribution),
    }));
}
