import { isJsonObject, type JsonObject } from '@stormlog/records';
import * as z from 'zod';

/** Event type of a boundary that opens a phase. */
export const PHASE_ENTER_EVENT = 'phase_enter';
/** Event type of a boundary that closes a phase. */
export const PHASE_EXIT_EVENT = 'phase_exit';

/** The metadata of a boundary event (docs/formats/phases.md §2). */
export const phaseScopeSchema = z
  .object({
    action: z.enum(['enter', 'exit']),
    name: z.string(),
    path: z.array(z.string()).readonly(),
    depth: z.int(),
    scope_id: z.string(),
    parent_scope_id: z.string().nullable(),
    thread_id: z.union([z.int(), z.bigint()]),
    thread_name: z.string(),
    sequence: z.int(),
    /** Absent when there are none. */
    attributes: z.custom<JsonObject>(isJsonObject).optional(),
  })
  .readonly();

export type PhaseScope = z.infer<typeof phaseScopeSchema>;

/** What a recorder says at the start or the end of a phase: the parts of a telemetry event that concern the phase. */
export const phaseBoundarySchema = z
  .object({
    event_type: z.enum([PHASE_ENTER_EVENT, PHASE_EXIT_EVENT]),
    /** For a person; not stable. */
    context: z.string(),
    metadata: z.object({ phase_scope: phaseScopeSchema }).readonly(),
    scope_id: z.string(),
    path: z.array(z.string()).readonly(),
  })
  .readonly();

export type PhaseBoundary = z.infer<typeof phaseBoundarySchema>;
