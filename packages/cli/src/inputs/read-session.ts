import { readJsonDocument } from '@stormlog/files';
import { InvalidRecordError } from '@stormlog/records';
import { parseSessionSummary, type SessionSummary } from '@stormlog/sessions';

/**
 * The session summary of a JSON file.
 *
 * @throws InvalidRecordError, ArtifactError, with the file's path
 */
export async function readSession(path: string, signal: AbortSignal | undefined): Promise<SessionSummary> {
  const payload = await readJsonDocument(path, { signal });
  try {
    return parseSessionSummary(payload);
  } catch (error) {
    throw error instanceof InvalidRecordError ? error.at({ path }) : error;
  }
}
