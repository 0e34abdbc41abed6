import { readFileSync } from 'node:fs';
import { parseJson } from '@stormlog/records';

/** A case that is answered differently on purpose. */
export interface Deviation {
  readonly id: string;
  readonly reason: string;
  /** `I-n` of the improvements, a rule of "Data conventions", or `D-n` of docs/deviations.md. */
  readonly item: string;
}

/** The deviations of the given files, by case id. */
export function readDeviations(paths: readonly string[]): ReadonlyMap<string, Deviation> {
  const deviations = new Map<string, Deviation>();
  for (const path of paths) {
    const entries = parseJson(readFileSync(path, 'utf8'));
    if (!Array.isArray(entries)) throw new Error(`${path}: a list of deviations was expected`);
    for (const entry of entries) {
      if (typeof entry?.id !== 'string' || typeof entry?.reason !== 'string' || typeof entry?.item !== 'string') {
        throw new Error(`${path}: a deviation needs id, reason and item`);
      }
      deviations.set(entry.id, entry);
    }
  }
  return deviations;
}
