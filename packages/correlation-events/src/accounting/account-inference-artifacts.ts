import type { FileSource } from '@stormlog/files';
import { ConflictError, InvalidRecordError } from '@stormlog/records';
import { type ReadArtifactOptions, readInferenceBatches } from '../artifact/read-inference-artifact.ts';
import { InferenceAccountant } from './inference-accountant.ts';
import type { InferenceReport } from './inference-report.ts';

/**
 * What the artifacts of one run say, read one after the other and not kept: memory grows with the ids, not with the
 * events (docs/formats/correlation-events.md §7 and §8). Every artifact has its own contexts.
 *
 * @throws InvalidRecordError for the first line that breaks a rule or belongs to another run, with path, line and field
 * @throws ConflictError for events that disagree, naming both, with path and line of the later one
 * @throws ArtifactError for a file that cannot be read
 */
export async function accountInferenceArtifacts(
  sources: Iterable<FileSource>,
  options: Omit<ReadArtifactOptions, 'decoder'> = {},
): Promise<InferenceReport> {
  const accountant = new InferenceAccountant();
  for (const source of sources) {
    const path = typeof source === 'string' ? source : source.name;
    for await (const { records, lines } of readInferenceBatches(source, options)) {
      for (let i = 0; i < records.length; i++) {
        try {
          accountant.add(records[i]!);
        } catch (error) {
          if (error instanceof InvalidRecordError || error instanceof ConflictError) {
            throw error.at({ path, line: lines[i]! });
          }
          throw error;
        }
      }
    }
  }
  return accountant.report();
}
