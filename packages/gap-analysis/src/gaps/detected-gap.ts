import type { GapFinding } from './gap-finding.ts';

type WithoutContext<Finding> = Finding extends unknown
  ? Omit<Finding, 'remediation' | 'evidence_timestamp_ns' | 'phase_attribution'>
  : never;

/** What a detector says: a finding still without the things that only the caller knows. */
export type DetectedGap = WithoutContext<GapFinding> & {
  /** Of the evidence sample in the series. */
  readonly position: number;
};
