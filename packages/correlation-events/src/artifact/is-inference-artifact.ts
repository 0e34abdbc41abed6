import { readJsonLineBatches } from '@stormlog/files';
import { isJsonObject, StormlogError } from '@stormlog/records';

/**
 * True when the first line that holds an object is a row of an inference artifact: its `event_type` starts with `infer.`.
 * A file that cannot be read is none.
 */
export async function isInferenceArtifact(path: string): Promise<boolean> {
  try {
    for await (const { values } of readJsonLineBatches(path)) {
      for (const value of values) {
        if (!isJsonObject(value)) continue;
        const eventType = Object.hasOwn(value, 'event_type') ? value['event_type'] : undefined;
        return typeof eventType === 'string' && eventType.startsWith('infer.');
      }
    }
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
  }
  return false;
}
