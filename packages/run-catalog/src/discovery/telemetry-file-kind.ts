import { pathName, pathSuffix } from '@stormlog/files';
import { lowerCase } from '@stormlog/records';
import type { SourceKind } from './catalog-source.ts';

const TELLING_PARTS = ['event', 'track', 'telemetry'];
const SUFFIXES = ['.json', '.jsonl', '.csv'];

/** What a file of this name holds, going by its suffix; null when it is none of ours (docs/formats/run-catalog.md §2.1). */
export function telemetryFileKind(path: string): SourceKind | null {
  switch (lowerCase(pathSuffix(unpackedPath(path)))) {
    case '.jsonl':
      return 'telemetry_jsonl';
    case '.json':
      return 'telemetry_json';
    case '.csv':
      return 'telemetry_csv';
    default:
      return null;
  }
}

/**
 * True when a file met in a folder may hold telemetry, going by its name: any `.jsonl`, and a `.json` or `.csv` that is
 * named like telemetry (docs/formats/run-catalog.md §2.2).
 */
export function isTelemetryCandidate(name: string): boolean {
  const unpacked = unpackedPath(name);
  if (!SUFFIXES.some((suffix) => unpacked.endsWith(suffix))) return false;
  if (pathSuffix(unpacked) === '.jsonl') return true;
  const lowered = lowerCase(unpacked);
  return TELLING_PARTS.some((part) => lowered.includes(part));
}

/** A path without the `.gz` at its end: a packed file is read as what it holds. */
export function unpackedPath(path: string): string {
  return path.endsWith('.gz') && pathName(path).length > '.gz'.length ? path.slice(0, -'.gz'.length) : path;
}
