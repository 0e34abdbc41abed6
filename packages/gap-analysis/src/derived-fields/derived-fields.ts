import * as z from 'zod';

/** Fields computed from one event (docs/formats/gap-analysis.md §3.2); null means it cannot be known. */
export const derivedFieldsSchema = z
  .object({
    /** Memory the allocator reserved but did not hand out, never negative. */
    allocator_gap_bytes: z.union([z.int(), z.bigint()]).nullable(),
    /** Share of the device's memory in use; not clamped. */
    utilization_ratio: z.number().nullable(),
    /** Share of the reserved memory in inactive split blocks; not clamped. */
    fragmentation_ratio: z.number().nullable(),
    /** Share of the reserved memory that the allocator keeps for reuse. */
    allocator_cache_ratio: z.number().nullable(),
    is_degraded_collector: z.boolean(),
  })
  .readonly();

export type DerivedFields = z.infer<typeof derivedFieldsSchema>;

/** Fields computed from the events of a session (docs/formats/gap-analysis.md §3.3). */
export const sessionDerivedFieldsSchema = z
  .object({
    peak_utilization_ratio: z.number().nullable(),
    avg_fragmentation_ratio: z.number().nullable(),
    /** True unless the last event in list order is a `stop`. */
    is_session_interrupted: z.boolean(),
  })
  .readonly();

export type SessionDerivedFields = z.infer<typeof sessionDerivedFieldsSchema>;
