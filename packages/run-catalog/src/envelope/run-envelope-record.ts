import * as z from 'zod';
import { RUN_ENVELOPE_FORMAT, RUN_ENVELOPE_SCHEMA_VERSION } from './envelope-names.ts';
import {
  filePath,
  freeContent,
  nonEmptyText,
  optionalCount,
  optionalNanoseconds,
  optionalNonEmptyText,
  optionalText,
  optionalWorldSize,
} from './field-schemas.ts';

const STORAGE = 'reference or copy';

/** A session that belongs to the run, as the file holds it (docs/formats/run-envelope.md §3). */
export const runSessionReferenceRecordSchema = z.strictObject(
  {
    session_id: nonEmptyText,
    job_id: optionalNonEmptyText,
    rank: optionalCount,
    local_rank: optionalCount,
    world_size: optionalWorldSize,
    role: optionalNonEmptyText,
    source_namespace: optionalNonEmptyText,
    source_ref: optionalNonEmptyText,
    metadata: freeContent,
  },
  { error: 'an object' },
);

/** Something that belongs to the run, as the file holds it (docs/formats/run-envelope.md §4). */
export const runAttachmentRecordSchema = z.strictObject(
  {
    title: nonEmptyText,
    kind: nonEmptyText,
    storage: z.enum(['reference', 'copy'], { error: STORAGE }),
    attachment_id: optionalNonEmptyText,
    url: nonEmptyText.optional(),
    path: filePath.optional(),
    run_id: optionalNonEmptyText,
    session_id: optionalNonEmptyText,
    job_id: optionalNonEmptyText,
    rank: optionalCount,
    local_rank: optionalCount,
    world_size: optionalWorldSize,
    start_ns: optionalNanoseconds,
    end_ns: optionalNanoseconds,
    created_at_utc: optionalText,
    updated_at_utc: optionalText,
    source_namespace: optionalNonEmptyText,
    source_ref: optionalNonEmptyText,
    metadata: freeContent,
  },
  { error: 'an object' },
);

/**
 * The file `stormlog_run.json`, as it stands on disk: what a run is, which sessions took part, what belongs to it
 * (docs/formats/run-envelope.md §2). Rules between fields are in `runEnvelopeIssues`.
 */
export const runEnvelopeRecordSchema = z.strictObject(
  {
    schema_version: z.literal(RUN_ENVELOPE_SCHEMA_VERSION, { error: 'the version 1' }),
    format: z.literal(RUN_ENVELOPE_FORMAT, { error: RUN_ENVELOPE_FORMAT }),
    run_id: nonEmptyText,
    title: optionalNonEmptyText,
    description: optionalText,
    job_id: optionalNonEmptyText,
    started_at_ns: optionalNanoseconds,
    ended_at_ns: optionalNanoseconds,
    created_at_utc: optionalText,
    updated_at_utc: optionalText,
    source_namespace: optionalNonEmptyText,
    source_ref: optionalNonEmptyText,
    tags: z.array(nonEmptyText, { error: 'a list of texts' }).optional(),
    sessions: z.array(runSessionReferenceRecordSchema, { error: 'a list of sessions' }).optional(),
    attachments: z.array(runAttachmentRecordSchema, { error: 'a list of attachments' }).optional(),
    metadata: freeContent,
  },
  { error: 'an object' },
);

/** One session reference as written; see {@link runSessionReferenceRecordSchema}. */
export type RunSessionReferenceRecord = Readonly<z.infer<typeof runSessionReferenceRecordSchema>>;

/** One attachment as written; see {@link runAttachmentRecordSchema}. */
export type RunAttachmentRecord = Readonly<z.infer<typeof runAttachmentRecordSchema>>;

/** An envelope as written; see {@link runEnvelopeRecordSchema}. */
export type RunEnvelopeRecord = Readonly<
  Omit<z.infer<typeof runEnvelopeRecordSchema>, 'tags' | 'sessions' | 'attachments'> & {
    tags?: readonly string[] | undefined;
    sessions?: readonly RunSessionReferenceRecord[] | undefined;
    attachments?: readonly RunAttachmentRecord[] | undefined;
  }
>;
