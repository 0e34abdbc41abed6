import * as z from 'zod';
import { count, nonEmptyText } from './field-schemas.ts';

/** Who emitted an event, on which clock, and how good the evidence is (docs/formats/correlation-events.md §2.2). */
export const correlationContextSchema = z.strictObject(
  {
    run_id: nonEmptyText,
    session_id: nonEmptyText,
    producer_id: nonEmptyText,
    source: nonEmptyText,
    clock_domain: nonEmptyText,
    clock_kind: z.enum(['monotonic', 'wall', 'device'], 'monotonic, wall or device'),
    collection_mode: z.enum(['active', 'passive', 'imported'], 'active, passive or imported'),
    provenance: z.enum(['observed', 'reported', 'estimated'], 'observed, reported or estimated'),
    source_version: nonEmptyText.nullable(),
    engine: nonEmptyText.nullable(),
    engine_version: nonEmptyText.nullable(),
    backend: nonEmptyText.nullable(),
    backend_version: nonEmptyText.nullable(),
    host: nonEmptyText.nullable(),
    pid: count.nullable(),
    device_uuid: nonEmptyText.nullable(),
    rank: count.nullable(),
    local_rank: count.nullable(),
    world_size: z
      .int('an integer from 1 to 9007199254740991')
      .min(1, 'an integer from 1 to 9007199254740991')
      .nullable(),
  },
  'an object',
);

/** A full context: all 19 fields, unknown ones null. Contexts made by this package are frozen, since events share them. */
export type CorrelationContext = Readonly<z.infer<typeof correlationContextSchema>>;

/** Which kind of clock a context's timestamps come from. */
export type ClockKind = CorrelationContext['clock_kind'];

/** The 19 fields in the order in which a context is written out. */
export const CONTEXT_FIELDS = correlationContextSchema.keyof().options;
