import { phaseAttributionSchema } from '@stormlog/timeline';
import * as z from 'zod';

/** A sample whose hidden gap is both large and unlike the rank's other samples (docs/formats/gap-analysis.md §5.4). */
export const collectiveSpikeSchema = z
  .object({
    timestamp_ns: z.bigint(),
    gap_bytes: z.int(),
    gap_ratio: z.number().nullable(),
    /** 4 decimals; the score is computed from these. */
    robust_zscore: z.number(),
    /** How many of the rank's communication times lie near, and the first and last of them. */
    communication_count: z.int(),
    first_communication_ns: z.bigint().nullable(),
    last_communication_ns: z.bigint().nullable(),
    phase_attribution: phaseAttributionSchema.nullable(),
  })
  .readonly();

export type CollectiveSpike = z.infer<typeof collectiveSpikeSchema>;

/** The spikes of one rank and what scoring across ranks needs besides: a small record that can be sent elsewhere. */
export const collectiveRankSpikesSchema = z
  .object({
    rank: z.int(),
    first_timestamp_ns: z.bigint().nullable(),
    world_size: z.int(),
    /** In time order. */
    spikes: z.array(collectiveSpikeSchema).readonly(),
  })
  .readonly();

export type CollectiveRankSpikes = z.infer<typeof collectiveRankSpikesSchema>;
