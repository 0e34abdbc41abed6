import * as z from 'zod';

/** The phase to name although several were open (docs/formats/phases.md §6). */
export const phaseSummarySchema = z.object({ phase_path: z.string(), source: z.string() }).readonly();

export type PhaseSummary = z.infer<typeof phaseSummarySchema>;

/** Which phase something happened in, or between which phases that stays undecided (docs/formats/phases.md §6). */
export const phaseAttributionSchema = z
  .object({
    /** `unique` or `ambiguous`; other texts are kept as read. */
    phase_resolution: z.string(),
    /** `exact`, `thread_local`, `heuristic`; null when ambiguous. */
    phase_source: z.string().nullable(),
    /** Label of the one phase; null when ambiguous. */
    phase_path: z.string().nullable(),
    /** Labels of all candidates, ascending by code point. */
    phase_paths: z.array(z.string()).readonly(),
    scope_id: z.string().nullable(),
    thread_id: z.union([z.int(), z.bigint()]).nullable(),
    thread_name: z.string().nullable(),
    phase_summary: phaseSummarySchema.nullable(),
  })
  .readonly();

export type PhaseAttribution = z.infer<typeof phaseAttributionSchema>;

/** The wire form: only the resolution and the paths are always there (docs/formats/phases.md §6.3). */
export const phaseAttributionPayloadSchema = z
  .object({
    phase_resolution: z.string(),
    phase_paths: z.array(z.string()).readonly(),
    phase_source: z.string().optional(),
    phase_path: z.string().optional(),
    scope_id: z.string().optional(),
    thread_id: z.union([z.int(), z.bigint()]).optional(),
    thread_name: z.string().optional(),
    phase_summary: phaseSummarySchema.optional(),
  })
  .readonly();

export type PhaseAttributionPayload = z.infer<typeof phaseAttributionPayloadSchema>;
