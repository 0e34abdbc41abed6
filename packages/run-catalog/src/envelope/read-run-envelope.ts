import { readJsonDocument } from '@stormlog/files';
import { type ParseRunEnvelopeOptions, parseRunEnvelope } from './parse-run-envelope.ts';
import type { RunEnvelope } from './run-envelope.ts';

/** Options of {@link readRunEnvelope}. */
export interface ReadRunEnvelopeOptions extends ParseRunEnvelopeOptions {
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the run envelope of a file (docs/formats/run-envelope.md).
 *
 * @throws InvalidRecordError `json_syntax`, `not_utf8` or `json_too_deep`; for what is not a valid envelope as
 *   `parseRunEnvelope`
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`
 */
export async function readRunEnvelope(path: string, options: ReadRunEnvelopeOptions = {}): Promise<RunEnvelope> {
  const payload = await readJsonDocument(path, { signal: options.signal, skipByteOrderMark: false });
  return await parseRunEnvelope(payload, path, options);
}
