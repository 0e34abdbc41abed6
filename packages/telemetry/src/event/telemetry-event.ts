import * as z from 'zod';
import { commonFields, eventTimestamp, identityFields, nonBlankText, nullableCoreCounters } from './record-fields.ts';

/**
 * The shape of one observation of a device's memory, whatever version was read (docs/formats/telemetry.md §2): sizes in
 * bytes, `timestamp_ns` a bigint of nanoseconds since the Unix epoch; null means "not measured" and is never 0.
 *
 * The rules between fields (used ≤ total, rank < world size, counters agree with `metadata.memory_capabilities`) are
 * `telemetryEventIssues`'.
 */
export const telemetryEventSchema = z.strictObject({
  schema_version: z.union([z.literal(4), z.literal(3)], { error: '3 or 4' }),
  session_id: nonBlankText,
  timestamp_ns: eventTimestamp,
  ...commonFields,
  ...identityFields,
  ...nullableCoreCounters,
});

/** One observation; every function of this package that makes events makes them of version 4. */
export type TelemetryEvent = Readonly<z.infer<typeof telemetryEventSchema>>;
