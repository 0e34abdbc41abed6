import * as z from 'zod';

/** A stretch of time in which a phase was open on one thread (docs/formats/phases.md §4). */
export const phaseSpanSchema = z
  .object({
    session_id: z.string(),
    rank: z.int(),
    thread_id: z.union([z.int(), z.bigint()]),
    thread_name: z.string(),
    scope_id: z.string(),
    /** Outermost first. */
    path: z.array(z.string()).readonly(),
    /** Length of `path`. */
    depth: z.int(),
    start_ns: z.bigint(),
    end_ns: z.bigint(),
    /** Of the boundary that opened the phase. */
    sequence: z.union([z.int(), z.bigint()]),
    /** True when no exit was seen and the span ends with its session. */
    synthetic_end: z.boolean(),
  })
  .readonly();

export type PhaseSpan = z.infer<typeof phaseSpanSchema>;
