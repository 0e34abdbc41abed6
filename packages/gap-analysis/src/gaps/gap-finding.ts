import { phaseAttributionSchema } from '@stormlog/timeline';
import * as z from 'zod';

const spikeEvidenceSchema = z
  .object({
    spike_count: z.int(),
    max_gap_bytes: z.number(),
    max_zscore: z.number(),
    mean_gap_bytes: z.number(),
    std_gap_bytes: z.number(),
  })
  .readonly();

const driftEvidenceSchema = z
  .object({
    slope_bytes_per_sec: z.number(),
    r_squared: z.number(),
    p_value: z.number(),
    gap_start_bytes: z.number(),
    gap_end_bytes: z.number(),
  })
  .readonly();

const fragmentationEvidenceSchema = z
  .object({
    avg_fragmentation_ratio: z.number(),
    max_fragmentation_ratio: z.number(),
    avg_gap_bytes: z.number(),
    sample_count: z.int(),
  })
  .readonly();

const COMMON = {
  severity: z.enum(['critical', 'warning', 'info']),
  /** 3 decimals. */
  confidence: z.number(),
  /** For a person; not stable. */
  description: z.string(),
  /** The caller's texts for this classification. */
  remediation: z.array(z.string()).readonly(),
  evidence_timestamp_ns: z.bigint(),
  phase_attribution: phaseAttributionSchema.nullable(),
};

/** What gap analysis found in one series (docs/formats/gap-analysis.md §4.2). Sizes are bytes. */
export const gapFindingSchema = z.discriminatedUnion('classification', [
  z.object({ classification: z.literal('transient_spike'), evidence: spikeEvidenceSchema, ...COMMON }).readonly(),
  z.object({ classification: z.literal('persistent_drift'), evidence: driftEvidenceSchema, ...COMMON }).readonly(),
  z
    .object({ classification: z.literal('fragmentation_like'), evidence: fragmentationEvidenceSchema, ...COMMON })
    .readonly(),
]);

export type GapFinding = z.infer<typeof gapFindingSchema>;
