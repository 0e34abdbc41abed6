import { ConflictError, InvalidRecordError, type JsonObject } from '@stormlog/records';
import { CorrelationRecordDecoder } from './record-decoder.ts';

/**
 * A list of rows as records with their contexts, definitions taken out (docs/formats/inference-artifacts.md §3.3).
 *
 * @throws InvalidRecordError, ConflictError: `record` is the position of the bad row, 1 for the first
 */
export function decodeInferenceRecords(rows: Iterable<unknown>): JsonObject[] {
  const decoder = new CorrelationRecordDecoder();
  const records: JsonObject[] = [];
  let position = 0;
  for (const row of rows) {
    position++;
    try {
      const record = decoder.decode(row);
      if (record !== null) records.push(record);
    } catch (error) {
      if (error instanceof InvalidRecordError || error instanceof ConflictError) throw error.at({ record: position });
      throw error;
    }
  }
  return records;
}
