import { joinPath, spellPath } from '@stormlog/files';
import { InvalidRecordError, isJsonObject, type JsonValue, type RecordIssue } from '@stormlog/records';
import { parentPath } from '../paths/parent-path.ts';
import { PathResolver } from '../paths/path-resolver.ts';
import { isValidEnvelope, runEnvelopeIssues } from './envelope-issues.ts';
import { RUN_ENVELOPE_FORMAT, RUN_ENVELOPE_SCHEMA_VERSION } from './envelope-names.ts';
import type { RunAttachment, RunEnvelope, RunSessionReference } from './run-envelope.ts';
import type { RunAttachmentRecord, RunEnvelopeRecord, RunSessionReferenceRecord } from './run-envelope-record.ts';

/** True for an object that says it is an envelope of the version there is; the rest is not looked at. */
export function isRunEnvelope(payload: JsonValue | undefined): boolean {
  return (
    isJsonObject(payload) &&
    payload['schema_version'] === RUN_ENVELOPE_SCHEMA_VERSION &&
    payload['format'] === RUN_ENVELOPE_FORMAT
  );
}

/**
 * Makes sure that parsed JSON is a valid envelope (docs/formats/run-envelope.md §2).
 *
 * @param path of its file, for the error
 * @throws InvalidRecordError with every fault in `issues`: `version_unknown` for a newer envelope, `field_unknown` for a
 *   key that is not known, `record_invalid` when there are several faults
 */
export function checkRunEnvelope(payload: JsonValue, path?: string): RunEnvelopeRecord {
  if (isValidEnvelope(payload)) return payload;
  const issues = runEnvelopeIssues(payload);
  const first = issues[0];
  const code = issues.length === 1 && first !== undefined ? first.code : 'record_invalid';
  throw new InvalidRecordError(code, first === undefined ? 'not a run envelope' : describeIssue(first), {
    path,
    issues,
  });
}

/** Options of {@link parseRunEnvelope}. */
export interface ParseRunEnvelopeOptions {
  /** Share one among envelopes that lie in one tree. */
  readonly resolver?: PathResolver | undefined;
}

/**
 * The run envelope that parsed JSON holds (docs/formats/run-envelope.md §5). Strict: one fault anywhere refuses it.
 * Paths of attachments are resolved against the folder of the envelope; whether something is there is not asked.
 *
 * @param path of the envelope's file; it need not exist
 * @throws InvalidRecordError as {@link checkRunEnvelope}
 */
export async function parseRunEnvelope(
  payload: JsonValue,
  path: string,
  options: ParseRunEnvelopeOptions = {},
): Promise<RunEnvelope> {
  const record = checkRunEnvelope(payload, path);
  const resolver = options.resolver ?? new PathResolver();
  const folder = parentPath(path);
  const attachments: RunAttachment[] = [];
  for (const attachment of record.attachments ?? []) {
    const place = attachment.path === undefined ? null : await resolver.resolve(joinPath(folder, attachment.path));
    attachments.push(attachmentOf(attachment, place, record.run_id));
  }
  return {
    run_id: record.run_id,
    path: spellPath(path),
    title: record.title ?? null,
    description: record.description ?? null,
    job_id: record.job_id ?? null,
    started_at_ns: timeOf(record.started_at_ns),
    ended_at_ns: timeOf(record.ended_at_ns),
    created_at_utc: record.created_at_utc ?? null,
    updated_at_utc: record.updated_at_utc ?? null,
    source_namespace: record.source_namespace ?? null,
    source_ref: record.source_ref ?? null,
    tags: record.tags ?? [],
    sessions: (record.sessions ?? []).map(sessionOf),
    attachments,
    metadata: record.metadata,
  };
}

function sessionOf(record: RunSessionReferenceRecord): RunSessionReference {
  return {
    session_id: record.session_id,
    job_id: record.job_id ?? null,
    rank: record.rank ?? null,
    local_rank: record.local_rank ?? null,
    world_size: record.world_size ?? null,
    role: record.role ?? null,
    source_namespace: record.source_namespace ?? null,
    source_ref: record.source_ref ?? null,
    metadata: record.metadata,
  };
}

function attachmentOf(record: RunAttachmentRecord, path: string | null, runId: string): RunAttachment {
  return {
    title: record.title,
    kind: record.kind,
    storage: record.storage,
    attachment_id: record.attachment_id ?? null,
    url: record.url ?? null,
    path,
    run_id: record.run_id ?? runId,
    session_id: record.session_id ?? null,
    job_id: record.job_id ?? null,
    rank: record.rank ?? null,
    local_rank: record.local_rank ?? null,
    world_size: record.world_size ?? null,
    start_ns: timeOf(record.start_ns),
    end_ns: timeOf(record.end_ns),
    created_at_utc: record.created_at_utc ?? null,
    updated_at_utc: record.updated_at_utc ?? null,
    source_namespace: record.source_namespace ?? null,
    source_ref: record.source_ref ?? null,
    metadata: record.metadata,
  };
}

function timeOf(value: number | bigint | null | undefined): bigint | null {
  return value === null || value === undefined ? null : BigInt(value);
}

function describeIssue({ code, field, found, expected }: RecordIssue): string {
  if (code === 'field_unknown') return `${field} is not a field of a run envelope`;
  const subject = field === '' ? 'a run envelope' : field;
  return `${subject} must be ${expected}, found ${found ?? 'nothing'}`;
}
