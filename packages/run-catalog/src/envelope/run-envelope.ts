import type { JsonObject } from '@stormlog/records';
import type { AttachmentStorage } from './attachment-storage.ts';

/** A session that belongs to a run (docs/formats/run-envelope.md §3). What the file does not say is null. */
export interface RunSessionReference {
  readonly session_id: string;
  readonly job_id: string | null;
  readonly rank: number | null;
  readonly local_rank: number | null;
  readonly world_size: number | null;
  readonly role: string | null;
  readonly source_namespace: string | null;
  readonly source_ref: string | null;
  readonly metadata: JsonObject;
}

/** Something that belongs to a run (docs/formats/run-envelope.md §4). What the file does not say is null. */
export interface RunAttachment {
  readonly title: string;
  readonly kind: string;
  readonly storage: AttachmentStorage;
  readonly attachment_id: string | null;
  /** As written, never checked. */
  readonly url: string | null;
  /** Absolute, links followed; it may lie anywhere and need not exist. */
  readonly path: string | null;
  /** Its own, else that of the envelope. */
  readonly run_id: string;
  readonly session_id: string | null;
  readonly job_id: string | null;
  readonly rank: number | null;
  readonly local_rank: number | null;
  readonly world_size: number | null;
  /** Nanoseconds since the Unix epoch. */
  readonly start_ns: bigint | null;
  readonly end_ns: bigint | null;
  readonly created_at_utc: string | null;
  readonly updated_at_utc: string | null;
  readonly source_namespace: string | null;
  readonly source_ref: string | null;
  readonly metadata: JsonObject;
}

/** A run envelope as read (docs/formats/run-envelope.md §5). What the file does not say is null, lists are empty. */
export interface RunEnvelope {
  readonly run_id: string;
  /** Of the file it was read from, as the caller spelled it. */
  readonly path: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly job_id: string | null;
  /** Nanoseconds since the Unix epoch. */
  readonly started_at_ns: bigint | null;
  readonly ended_at_ns: bigint | null;
  readonly created_at_utc: string | null;
  readonly updated_at_utc: string | null;
  readonly source_namespace: string | null;
  readonly source_ref: string | null;
  readonly tags: readonly string[];
  readonly sessions: readonly RunSessionReference[];
  readonly attachments: readonly RunAttachment[];
  readonly metadata: JsonObject;
}
