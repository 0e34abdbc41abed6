import { isJsonObject, type JsonObject } from '@stormlog/records';
import * as z from 'zod';

/** A boundary of a phase as one event records it (docs/formats/phases.md §2). */
export const phaseBoundaryRecordSchema = z
  .object({
    action: z.enum(['enter', 'exit']),
    /** Stripped. */
    name: z.string(),
    /** Outermost first, at least one part, none empty. */
    path: z.array(z.string()).readonly(),
    /** Length of `path`. */
    depth: z.int(),
    scope_id: z.string(),
    parent_scope_id: z.string().nullable(),
    thread_id: z.union([z.int(), z.bigint()]),
    thread_name: z.string(),
    sequence: z.union([z.int(), z.bigint()]),
    session_id: z.string(),
    timestamp_ns: z.bigint(),
    attributes: z.custom<JsonObject>(isJsonObject),
  })
  .readonly();

export type PhaseBoundaryRecord = z.infer<typeof phaseBoundaryRecordSchema>;
