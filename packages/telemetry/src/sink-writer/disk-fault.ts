import { writeError } from '@stormlog/files';

/**
 * Does something to a file of a sink.
 *
 * @throws ArtifactError with the path and what was being done, for whatever the operating system said
 */
export async function onDisk<Answer>(path: string, stage: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw writeError(error, path, stage);
  }
}
