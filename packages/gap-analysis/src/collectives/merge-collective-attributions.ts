import { compareCodePoints } from '@stormlog/records';
import { mergePhaseAttributions } from '@stormlog/timeline';
import type { CollectiveAttribution, CollectiveAttributionEvidence } from './collective-attribution.ts';
import { latestTime } from './latest-time.ts';

const STRENGTH = { collective_suspect: 0, collective_likely: 1, collective_confident: 2 } as const;

/** Attributions by rank and start, overlapping or touching ones of a rank made one (docs/formats/gap-analysis.md §5.6). */
export function mergeCollectiveAttributions(attributions: readonly CollectiveAttribution[]): CollectiveAttribution[] {
  const merged: CollectiveAttribution[] = [];
  for (const next of [...attributions].sort(compareAttributions)) {
    const previous = merged.at(-1);
    if (previous === undefined || previous.rank !== next.rank || next.interval_start_ns > previous.interval_end_ns) {
      merged.push(next);
    } else {
      merged[merged.length - 1] = mergeTwo(previous, next);
    }
  }
  return merged;
}

function mergeTwo(previous: CollectiveAttribution, next: CollectiveAttribution): CollectiveAttribution {
  const isStronger = STRENGTH[next.classification] > STRENGTH[previous.classification];
  return {
    rank: previous.rank,
    interval_start_ns: previous.interval_start_ns,
    interval_end_ns: latestTime(previous.interval_end_ns, next.interval_end_ns),
    classification: isStronger ? next.classification : previous.classification,
    confidence: Math.max(previous.confidence, next.confidence),
    reason_codes: [...new Set([...previous.reason_codes, ...next.reason_codes])].sort(compareCodePoints),
    evidence: mergeEvidence(previous.evidence, next.evidence),
    phase_attribution: mergePhaseAttributions(previous.phase_attribution, next.phase_attribution),
  };
}

function mergeEvidence(
  previous: CollectiveAttributionEvidence,
  next: CollectiveAttributionEvidence,
): CollectiveAttributionEvidence {
  return {
    marker_hits: Math.max(previous.marker_hits, next.marker_hits),
    synchronized_ranks: Math.max(previous.synchronized_ranks, next.synchronized_ranks),
    expected_world_size: Math.max(previous.expected_world_size, next.expected_world_size),
    synchrony_ratio: Math.max(previous.synchrony_ratio, next.synchrony_ratio),
    peak_gap_bytes: Math.max(previous.peak_gap_bytes, next.peak_gap_bytes),
    peak_gap_ratio: largerKnown(previous.peak_gap_ratio, next.peak_gap_ratio),
    robust_zscore: Math.max(previous.robust_zscore, next.robust_zscore),
  };
}

function largerKnown(previous: number | null, next: number | null): number | null {
  if (previous === null || next === null) return previous ?? next;
  return Math.max(previous, next);
}

function compareAttributions(left: CollectiveAttribution, right: CollectiveAttribution): number {
  if (left.rank !== right.rank) return left.rank - right.rank;
  return left.interval_start_ns < right.interval_start_ns
    ? -1
    : left.interval_start_ns > right.interval_start_ns
      ? 1
      : 0;
}
