import type { PhaseAttribution } from '@stormlog/timeline';
import { detectFragmentation } from './detect-fragmentation.ts';
import { detectPersistentDrift } from './detect-persistent-drift.ts';
import { detectTransientSpike } from './detect-transient-spike.ts';
import type { DetectedGap } from './detected-gap.ts';
import type { GapFinding } from './gap-finding.ts';
import type { GapSeries } from './gap-series.ts';
import { type GapThresholds, requiredThreshold, STANDARD_GAP_THRESHOLDS } from './gap-thresholds.ts';

const FEWEST_SAMPLES = 3;
const SEVERITY_ORDER = { critical: 0, warning: 1, info: 2 } as const;

/** What gap analysis is told besides the samples. */
export interface GapSeriesOptions {
  /** Default: {@link STANDARD_GAP_THRESHOLDS}. */
  readonly thresholds?: GapThresholds | undefined;
  /** Texts for a person, by classification. */
  readonly remediations?: Readonly<Partial<Record<GapFinding['classification'], readonly string[]>>> | undefined;
  /** The phase of a sample, asked only about the evidence of a finding, by the sample's `event_indexes` element. */
  readonly resolvePhase?: ((eventIndex: number) => PhaseAttribution | null) | undefined;
  /** Makes a text of a number of bytes, for descriptions. */
  readonly formatMemory?: ((bytes: bigint) => string) | undefined;
}

/**
 * Looks for spikes, drift and fragmentation in one series of samples (docs/formats/gap-analysis.md §4): O(n) in time
 * and memory. Findings come by severity, then by falling confidence.
 *
 * @throws ArgumentError naming the threshold: `threshold_missing` when the analysis needs one that is absent,
 * `argument_invalid` when it is no finite number, `division_by_zero` when a spike threshold of 0 meets a spike
 */
export function analyzeGapSeries(series: GapSeries, options: GapSeriesOptions = {}): GapFinding[] {
  const thresholds = options.thresholds ?? STANDARD_GAP_THRESHOLDS;
  const { gaps, gap_ratios, timestamps_ns, fragmentation_ratios } = series;
  if (gaps.length < FEWEST_SAMPLES) return [];
  let largest = 0;
  for (const ratio of gap_ratios) largest = Math.max(largest, Math.abs(ratio));
  if (largest < requiredThreshold(thresholds, 'gap_ratio_threshold')) return [];
  const formatMemory = options.formatMemory ?? ((bytes: bigint) => `${bytes} bytes`);
  const detected = [
    detectTransientSpike(gaps, requiredThreshold(thresholds, 'gap_spike_zscore')),
    detectPersistentDrift(gaps, timestamps_ns, requiredThreshold(thresholds, 'gap_drift_r_squared'), formatMemory),
    detectFragmentation(gaps, fragmentation_ratios, requiredThreshold(thresholds, 'gap_fragmentation_ratio')),
  ];
  return detected
    .filter((found) => found !== null)
    .map((found) => findingOf(found, series, options))
    .sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || b.confidence - a.confidence);
}

function findingOf(detected: DetectedGap, series: GapSeries, options: GapSeriesOptions): GapFinding {
  const { position, ...found } = detected;
  const remediations = options.remediations ?? {};
  return {
    ...found,
    remediation: Object.hasOwn(remediations, found.classification)
      ? [...(remediations[found.classification] ?? [])]
      : [],
    evidence_timestamp_ns: series.timestamps_ns[position]!,
    phase_attribution: options.resolvePhase?.(series.event_indexes[position]!) ?? null,
  };
}
