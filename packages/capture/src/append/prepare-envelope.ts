import { stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { looselyEqual } from '@stormlog/correlation-events';
import { joinPath, pathName, readJsonDocument, resolvePath } from '@stormlog/files';
import {
  ArtifactError,
  ConflictError,
  InvalidRecordError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@stormlog/records';
import {
  checkRunEnvelope,
  RUN_ENVELOPE_FORMAT,
  RUN_ENVELOPE_SCHEMA_VERSION,
  type RunEnvelopeRecord,
} from '@stormlog/run-catalog/envelope';
import type { CaptureSession } from '../protocol/capture-session.ts';
import { type TraceAttachment, traceAttachment } from '../protocol/trace-attachment.ts';
import { atStage } from './capture-stage.ts';

/** What is to be registered. */
export interface Registration {
  readonly artifactPath: string;
  readonly envelopePath: string;
  readonly runId: string;
  readonly session: CaptureSession;
  readonly attachments: readonly TraceAttachment[];
}

/** An envelope as it is to be written. */
export interface PreparedEnvelope {
  readonly record: RunEnvelopeRecord;
  readonly attachmentIds: ReadonlySet<unknown>;
  readonly addedSession: boolean;
  /** Ids of the rows that were not there. */
  readonly addedAttachments: readonly string[];
}

/**
 * Reads the run envelope, or starts one, and adds the rows of session, artifact and traces (docs/formats/capture.md §6).
 * Nothing is written.
 *
 * @throws InvalidRecordError for an envelope or row that is invalid, or of another run
 * @throws ConflictError for an attachment id that stands for something else
 * @throws ArtifactError for an envelope that cannot be read
 */
export async function prepareEnvelope(registration: Registration, signal?: AbortSignal): Promise<PreparedEnvelope> {
  const { envelopePath, session } = registration;
  const start = await atStage('envelope_load', () => loadOrCreate(registration, signal));
  const sessions: JsonValue[] = [...listOf(start['sessions'])];
  const addedSession = !sessions.some((row) => isJsonObject(row) && row['session_id'] === session.session_id);
  if (addedSession) sessions.push(sessionRow(session));
  const rows: JsonValue[] = [...listOf(start['attachments'])];
  const firstOf = new Map<JsonValue, JsonObject>();
  for (const row of rows) {
    if (!isJsonObject(row)) continue;
    const id = row['attachment_id'];
    if (id !== undefined && id !== null && !firstOf.has(id)) firstOf.set(id, row);
  }
  const addedAttachments: string[] = [];
  const add = (row: JsonObject): void => {
    const id = row['attachment_id'] ?? null;
    const known = firstOf.get(id);
    if (known === undefined) {
      rows.push(row);
      firstOf.set(id, row);
      addedAttachments.push(String(id));
    } else if (!looselyEqual(known, row)) {
      throw attachmentConflict(envelopePath, known, row);
    }
  };
  await atStage('attachment_conflict', () => add(artifactRow(registration)));
  const folder = dirname(envelopePath);
  let resolvedFolder: string | null = null;
  for (const [index, attachment] of registration.attachments.entries()) {
    const row = await atStage('trace_attachment', async () => {
      const checked = traceAttachment(attachment);
      if (checked.path === null) return traceRow(checked, session, { url: checked.url });
      resolvedFolder ??= await resolvePath(folder);
      const path = await relativeTracePath(checked.path, checked.storage === 'copy', folder, resolvedFolder, index);
      return traceRow(checked, session, { path });
    });
    await atStage('attachment_conflict', () => add(row));
  }
  const record = await atStage('envelope_schema', () =>
    checkRunEnvelope({ ...start, sessions, attachments: rows }, envelopePath),
  );
  return { record, attachmentIds: new Set(firstOf.keys()), addedSession, addedAttachments };
}

async function loadOrCreate(registration: Registration, signal: AbortSignal | undefined): Promise<JsonObject> {
  const { envelopePath, runId } = registration;
  const payload = await readOrNull(envelopePath, signal);
  if (payload === null) {
    return {
      schema_version: RUN_ENVELOPE_SCHEMA_VERSION,
      format: RUN_ENVELOPE_FORMAT,
      run_id: runId,
      sessions: [],
      attachments: [],
      metadata: {},
    };
  }
  const { run_id: found } = checkRunEnvelope(payload, envelopePath);
  if (found !== runId) {
    const text = `the run envelope is of run ${JSON.stringify(found)}, the evidence of run ${JSON.stringify(runId)}`;
    throw new InvalidRecordError('run_mismatch', text, { path: envelopePath, field: 'run_id' });
  }
  // A checked envelope is an object.
  return payload as JsonObject;
}

async function readOrNull(path: string, signal: AbortSignal | undefined): Promise<JsonValue | null> {
  try {
    return await readJsonDocument(path, { signal, skipByteOrderMark: false });
  } catch (error) {
    if (error instanceof ArtifactError && error.code === 'file_missing') return null;
    throw error;
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function sessionRow(session: CaptureSession): JsonObject {
  const { session_id, job_id, rank, local_rank, world_size } = session;
  return { session_id, job_id, rank, local_rank, world_size, role: 'inference_capture', metadata: {} };
}

/** The path is related as it is spelled: no link is followed (docs/formats/capture.md §6.3). */
function artifactRow({ artifactPath, envelopePath, session }: Registration): JsonObject {
  return {
    attachment_id: `infer-jsonl:${session.session_id}:${pathName(artifactPath)}`,
    title: 'Inference JSONL',
    kind: 'inference_jsonl',
    storage: 'reference',
    path: relative(resolve(dirname(envelopePath)), resolve(artifactPath)),
    session_id: session.session_id,
    metadata: { format: 'jsonl' },
  };
}

function traceRow(
  { attachment_id, title, storage, metadata }: TraceAttachment,
  session: CaptureSession,
  place: { readonly path: string } | { readonly url: string | null },
): JsonObject {
  return {
    attachment_id,
    title,
    kind: 'profiler_trace',
    storage,
    session_id: session.session_id,
    metadata: isEmpty(metadata) ? {} : metadata,
    ...place,
  };
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return !value;
  return Object.keys(value).length === 0;
}

/** The path from the envelope's folder to the trace, links followed on both sides. */
async function relativeTracePath(
  path: string,
  mustExist: boolean,
  folder: string,
  resolvedFolder: string,
  index: number,
): Promise<string> {
  const place = joinPath(folder, path);
  const field = `attachments[${index}].path`;
  if (mustExist && !(await isFile(place))) {
    const text = `${field}: a copy must be a file that is there, and ${JSON.stringify(place)} is none`;
    throw new InvalidRecordError('field_invalid', text, { field });
  }
  try {
    return relative(resolvedFolder, await resolvePath(place)) || '.';
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    throw new InvalidRecordError('field_invalid', `${field}: ${error.message}`, { field, cause: error });
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function attachmentConflict(path: string, known: JsonObject, row: JsonObject): ConflictError {
  const keys = new Set([...Object.keys(known), ...Object.keys(row)]);
  const fields = [...keys].filter((key) => !looselyEqual(known[key], row[key]));
  const id = String(row['attachment_id']);
  const shown = (object: JsonObject): string =>
    fields.map((key) => `${key} ${JSON.stringify(object[key] ?? null, exact)}`).join(', ');
  const text = `attachment ${JSON.stringify(id)} is registered with ${shown(known)}, and was to be with ${shown(row)}`;
  return new ConflictError(text, { path, identity: id, claimants: [shown(known), shown(row)] });
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
