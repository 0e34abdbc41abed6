import { phaseAttributionSchema } from '@stormlog/timeline';
import * as z from 'zod';

/** What speaks for an attribution; of a merged interval the largest of each (docs/formats/gap-analysis.md §5.6). */
export const collectiveAttributionEvidenceSchema = z
  .object({
    marker_hits: z.int(),
    synchronized_ranks: z.int(),
    expected_world_size: z.int(),
    synchrony_ratio: z.number(),
    peak_gap_bytes: z.int(),
    peak_gap_ratio: z.number().nullable(),
    robust_zscore: z.number(),
  })
  .readonly();

export type CollectiveAttributionEvidence = z.infer<typeof collectiveAttributionEvidenceSchema>;

/** A stretch of a rank's time whose hidden memory is put down to communication (docs/formats/gap-analysis.md §5.6). */
export const collectiveAttributionSchema = z
  .object({
    rank: z.int(),
    interval_start_ns: z.bigint(),
    interval_end_ns: z.bigint(),
    classification: z.enum(['collective_suspect', 'collective_likely', 'collective_confident']),
    /** 3 decimals. */
    confidence: z.number(),
    /** Ascending, each once. */
    reason_codes: z
      .array(
        z.enum([
          'allocator_device_divergence',
          'cross_rank_synchrony',
          'gap_spike_statistical_outlier',
          'marker_collective_token',
          'marker_spike_overlap',
          'single_rank_only',
          'weak_marker_signal',
        ]),
      )
      .readonly(),
    evidence: collectiveAttributionEvidenceSchema,
    phase_attribution: phaseAttributionSchema.nullable(),
  })
  .readonly();

export type CollectiveAttribution = z.infer<typeof collectiveAttributionSchema>;
