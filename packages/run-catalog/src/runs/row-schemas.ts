import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import * as z from 'zod';

const text = z.string();
const optionalText = z.string().nullable();
const count = z.int().min(0);
const rank = z.int().nullable();
const nanoseconds = z.bigint().nullable();
const anyObject = z.custom<JsonObject>(isJsonObject).meta({ type: 'object' });

/** A session of one source (docs/formats/run-catalog.md §5.1). */
export const sessionRowSchema = z.strictObject({
  session_id: text,
  status: text,
  started_at_ns: z.bigint(),
  ended_at_ns: nanoseconds,
  host: text,
  pid: z.int(),
  job_id: optionalText,
  rank: z.int(),
  local_rank: z.int(),
  world_size: z.int(),
  source: text,
  source_path: text,
  source_kind: text,
  source_count: count,
  warning_count: count,
  event_count: count.nullable(),
  oom_bundle_count: count,
});

/** A run, declared by an envelope or put together from sessions (docs/formats/run-catalog.md §6). */
export const runRowSchema = z.strictObject({
  run_id: text,
  explicit: z.boolean(),
  title: optionalText,
  description: optionalText,
  job_id: optionalText,
  started_at_ns: nanoseconds,
  ended_at_ns: nanoseconds,
  source_path: text,
  source_kind: text,
  source_namespace: optionalText,
  source_ref: optionalText,
  session_count: count,
  attachment_count: count,
  sessions: z.array(text).readonly(),
  ranks: z.array(z.int()).readonly(),
  tags: z.array(text).readonly(),
  metadata: anyObject,
});

/** Something that belongs to a run (docs/formats/run-catalog.md §8). */
export const runAttachmentRowSchema = z.strictObject({
  run_id: text,
  title: text,
  kind: text,
  storage: z.enum(['reference', 'copy']),
  attachment_id: optionalText,
  url: optionalText,
  path: optionalText,
  session_id: optionalText,
  /** Text or null, but for a session whose writer gave something else. */
  job_id: z.custom<JsonValue>((value) => value !== undefined),
  rank,
  local_rank: rank,
  world_size: rank,
  start_ns: nanoseconds,
  end_ns: nanoseconds,
  source_path: text,
  source_kind: text,
  source_namespace: optionalText,
  source_ref: optionalText,
  metadata: anyObject,
});

/** An attachment that a sidecar names (docs/formats/run-catalog.md §3). */
export const externalAttachmentSchema = z.strictObject({
  title: text,
  kind: text,
  attachment_id: optionalText,
  url: optionalText,
  path: optionalText,
  run_id: optionalText,
  session_id: optionalText,
  job_id: optionalText,
  rank,
  start_ns: nanoseconds,
  end_ns: nanoseconds,
  created_at_utc: optionalText,
  updated_at_utc: optionalText,
  storage: z.enum(['reference', 'copy']).nullable(),
  source_namespace: optionalText,
  source_ref: optionalText,
  metadata: anyObject,
  sidecar_path: text,
});

/** A bundle written when memory ran out (docs/formats/run-catalog.md §5.3). */
export const oomBundleRowSchema = z.strictObject({
  bundle_path: text,
  created_at_utc: optionalText,
  backend: optionalText,
  reason: optionalText,
  event_count: z.int().nullable(),
  session_id: optionalText,
  session_status: optionalText,
  exception_type: optionalText,
  exception_module: optionalText,
});

/** See {@link sessionRowSchema}. */
export type SessionRow = Readonly<z.infer<typeof sessionRowSchema>>;

/** See {@link runRowSchema}. */
export type RunRow = Readonly<z.infer<typeof runRowSchema>>;

/** See {@link runAttachmentRowSchema}. */
export type RunAttachmentRow = Readonly<z.infer<typeof runAttachmentRowSchema>>;

/** See {@link externalAttachmentSchema}. */
export type ExternalAttachment = Readonly<z.infer<typeof externalAttachmentSchema>>;

/** See {@link oomBundleRowSchema}. */
export type OomBundleRow = Readonly<z.infer<typeof oomBundleRowSchema>>;

/** A bundle as discovered, with the place of its manifest. */
export type OomBundle = OomBundleRow & { readonly manifest_path: string };
