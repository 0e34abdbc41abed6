import { type SessionSummary, sessionSummarySchema } from '@stormlog/sessions';
import * as z from 'zod';

const COUNT = 'an integer ≥ 0';
const count = z.int({ error: COUNT }).min(0, { error: COUNT });

/** The schema of {@link SinkSegment}. */
export const sinkSegmentSchema = z.object({
  /** As written; it may name a sub-folder, and is never followed out of the sink. */
  filename: z.string({ error: 'text' }),
  event_count: count,
  size_bytes: count,
  closed: z.boolean({ error: 'true or false' }),
  /** The session of records that carry none; null when the manifest does not say. */
  session_id: z.string({ error: 'text or null' }).nullable(),
});

/** `manifest.json` as it is written, the ledger of a sink's folder (docs/formats/sinks.md §2); it is read more leniently. */
export const sinkManifestSchema = z.object({
  /** 1 or more; versions above 2 are read as far as they are understood. */
  schema_version: z.int({ error: 'an integer ≥ 1' }).min(1, { error: 'an integer ≥ 1' }),
  format: z.string({ error: 'text' }),
  /** Empty below version 2. */
  sessions: z.array(sessionSummarySchema),
  segments: z.array(sinkSegmentSchema),
});

/** One file of a sink, as the manifest lists it (docs/formats/sinks.md §2); key order is the order on disk. */
export type SinkSegment = Readonly<z.infer<typeof sinkSegmentSchema>>;
/** The ledger of a sink's folder (docs/formats/sinks.md §2). */
export type SinkManifest = Readonly<Omit<z.infer<typeof sinkManifestSchema>, 'sessions' | 'segments'>> & {
  readonly sessions: readonly SessionSummary[];
  readonly segments: readonly SinkSegment[];
};
