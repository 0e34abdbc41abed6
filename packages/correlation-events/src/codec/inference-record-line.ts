import { stringifyJson } from '@stormlog/records';

/** A row or record as a line of an artifact, without its line end (docs/formats/inference-artifacts.md §2). */
export function inferenceRecordLine(record: object): string {
  return stringifyJson(record, { sortKeys: true, ascii: true, spaced: true });
}
