import { ArgumentError } from '@stormlog/records';

/** Names of the thresholds of gap analysis (docs/formats/gap-analysis.md §4). */
export type GapThresholdName =
  | 'gap_ratio_threshold'
  | 'gap_spike_zscore'
  | 'gap_drift_r_squared'
  | 'gap_fragmentation_ratio';

/** Thresholds by name; one that is missing is an error only when the analysis comes to need it. */
export type GapThresholds = Partial<Readonly<Record<GapThresholdName, number | undefined>>>;

/** What every caller uses unless it has a reason. */
export const STANDARD_GAP_THRESHOLDS: Readonly<Record<GapThresholdName, number>> = Object.freeze({
  gap_ratio_threshold: 0.05,
  gap_spike_zscore: 2.0,
  gap_drift_r_squared: 0.6,
  gap_fragmentation_ratio: 0.3,
});

/**
 * One threshold.
 *
 * @throws ArgumentError `threshold_missing` when it is absent, `argument_invalid` when it is no finite number
 */
export function requiredThreshold(thresholds: GapThresholds, name: GapThresholdName): number {
  const threshold: unknown = Object.hasOwn(thresholds, name) ? thresholds[name] : undefined;
  if (threshold === undefined) {
    throw new ArgumentError(name, `the threshold ${name} is missing`, { code: 'threshold_missing' });
  }
  if (typeof threshold !== 'number' || !Number.isFinite(threshold)) {
    throw new ArgumentError(name, `the threshold ${name} must be a finite number`);
  }
  return threshold;
}
