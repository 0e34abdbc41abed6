import { mkdir } from 'node:fs/promises';
import { readJsonDocument, replaceFile, withFileLock } from '@stormlog/files';
import { ArtifactError, type JsonValue, parseJson, stringifyJson } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import { parentPath } from '../paths/parent-path.ts';
import { checkRunEnvelope } from './parse-run-envelope.ts';
import type { RunEnvelopeRecord } from './run-envelope-record.ts';

/** Options of {@link updateRunEnvelope}. */
export interface UpdateRunEnvelopeOptions {
  /** What `change` starts from when there is no file yet; without it a missing file is an error. */
  readonly create?: RunEnvelopeRecord | undefined;
  /** Take turns with other processes of this project (default true). */
  readonly lock?: boolean | undefined;
  /** How long to wait for the lock, in milliseconds (default 30000). */
  readonly deadlineMs?: number | undefined;
  readonly environment?: Environment | undefined;
  /** Aborting rejects with `signal.reason`, until the new envelope is written. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Changes a run envelope: locks it, reads it anew, applies the change, replaces the file and syncs it, so that writers at
 * the same time lose nothing to each other (docs/formats/run-envelope.md §6). The Python package takes no locks.
 *
 * @param change answers the new record; it may be asynchronous, and what it throws passes unchanged
 * @returns the record as written
 * @throws InvalidRecordError when the envelope is newer than we know, has keys we do not know or is otherwise invalid, or
 *   when the changed one is: the file is then left alone
 * @throws ArtifactError `file_missing`, `file_unwritable`, `lock_timeout`, `durability_unknown`
 */
export async function updateRunEnvelope(
  path: string,
  change: (record: RunEnvelopeRecord) => RunEnvelopeRecord | Promise<RunEnvelopeRecord>,
  options: UpdateRunEnvelopeOptions = {},
): Promise<RunEnvelopeRecord> {
  const { create, lock = true, deadlineMs, environment, signal } = options;
  if (create !== undefined) await mkdir(parentPath(path), { recursive: true });
  if (!lock) return await changeEnvelope(path, change, create, signal);
  return await withFileLock(path, { deadlineMs, environment, signal }, (held) =>
    changeEnvelope(path, change, create, signal, () => held.check()),
  );
}

/** The text of an envelope's file: keys sorted, two spaces a level, ASCII. */
export function runEnvelopeText(record: RunEnvelopeRecord): string {
  return `${stringifyJson(record, { sortKeys: true, ascii: true, indent: 2 })}\n`;
}

async function changeEnvelope(
  path: string,
  change: (record: RunEnvelopeRecord) => RunEnvelopeRecord | Promise<RunEnvelopeRecord>,
  create: RunEnvelopeRecord | undefined,
  signal: AbortSignal | undefined,
  check: () => Promise<void> = async () => undefined,
): Promise<RunEnvelopeRecord> {
  const current = (await readOrNull(path, signal)) ?? create;
  if (current === undefined) {
    throw new ArtifactError('file_missing', 'there is no run envelope to change', { path, stage: 'open' });
  }
  const text = runEnvelopeText(await change(current));
  // What is written is what was checked: the text itself is read back.
  const record = checkRunEnvelope(parseJson(text), path);
  signal?.throwIfAborted();
  await replaceFile(path, async (writer) => {
    await writer.write(text);
    await check();
  });
  return record;
}

async function readOrNull(path: string, signal: AbortSignal | undefined): Promise<RunEnvelopeRecord | null> {
  let payload: JsonValue;
  try {
    payload = await readJsonDocument(path, { signal, skipByteOrderMark: false });
  } catch (error) {
    if (error instanceof ArtifactError && error.code === 'file_missing') return null;
    throw error;
  }
  return checkRunEnvelope(payload, path);
}
