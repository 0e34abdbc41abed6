import { open } from 'node:fs/promises';
import { CONTEXT_EVENT_TYPE, type ContextRegistry, CorrelationRecordDecoder } from '@stormlog/correlation-events';
import { type LineBatch, readLineBatches, systemError } from '@stormlog/files';
import { ArtifactError, ConflictError, InvalidRecordError, isBlank, isJsonObject, parseJson } from '@stormlog/records';

const NEEDLE = Buffer.from(CONTEXT_EVENT_TYPE);
const LF = 10;

/** What a writer has to know of an artifact that it goes on with. */
export interface ArtifactTail {
  readonly size: number;
  /** The contexts that the artifact defines. */
  readonly registry: ContextRegistry;
  /** The last line is whole and lacks its line end. */
  readonly lacksLineEnd: boolean;
}

/**
 * Reads what is there before a writer goes on after it: the definitions, and whether the last line is whole
 * (docs/formats/recording.md §3). Other lines are not looked at.
 *
 * @throws ArtifactError `artifact_torn`, or what kept one from reading
 * @throws InvalidRecordError, ConflictError for a definition that cannot be, with path and line
 */
export async function readArtifactTail(path: string): Promise<ArtifactTail> {
  const decoder = new CorrelationRecordDecoder();
  let isWhole = true;
  for await (const batch of readLineBatches(path)) {
    takeInDefinitions(batch, decoder, path);
    if (!batch.terminated) isWhole = isWholeLine(batch);
  }
  if (!isWhole) {
    const message = 'its last line is cut off, so nothing can be added: repair it first';
    throw new ArtifactError('artifact_torn', message, { path, stage: 'open' });
  }
  const { size, last } = await lastByte(path);
  return { size, registry: decoder.registry, lacksLineEnd: last !== null && last !== LF };
}

function takeInDefinitions(batch: LineBatch, decoder: CorrelationRecordDecoder, path: string): void {
  const from = batch.starts[0];
  if (from === undefined) return;
  const hit = batch.buffer.indexOf(NEEDLE, from);
  if (hit < 0 || hit >= batch.ends.at(-1)!) return;
  for (let i = 0; i < batch.lines.length; i++) {
    const bytes = batch.buffer.subarray(batch.starts[i]!, batch.ends[i]!);
    if (!bytes.includes(NEEDLE)) continue;
    try {
      const row = parseJson(bytes.toString('utf8'));
      if (isJsonObject(row) && row['event_type'] === CONTEXT_EVENT_TYPE) decoder.decode(row);
    } catch (error) {
      const isLast = i === batch.lines.length - 1 && !batch.terminated;
      if (isLast && error instanceof InvalidRecordError && error.code === 'json_syntax') return;
      const place = { path, line: batch.lines[i]! };
      throw error instanceof InvalidRecordError || error instanceof ConflictError ? error.at(place) : error;
    }
  }
}

function isWholeLine(batch: LineBatch): boolean {
  const start = batch.starts.at(-1);
  if (start === undefined) return false;
  const text = batch.buffer.subarray(start, batch.ends.at(-1)!).toString('utf8');
  if (isBlank(text)) return true;
  try {
    return isJsonObject(parseJson(text));
  } catch {
    return false;
  }
}

async function lastByte(path: string): Promise<{ readonly size: number; readonly last: number | null }> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size === 0) return { size, last: null };
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, size - 1);
      return { size, last: byte[0]! };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw systemError(error, path, 'read');
  }
}
