import { pathName, pathSuffix } from '@stormlog/files';

/** How a file is read, by the end of its name. */
export type FileKind = 'json' | 'csv' | 'unsupported';

export const TIMELINE_FILENAME = 'telemetry_timeline.json';

/** The name without the `.gz` of a packed file: it is read as what it holds. */
export function unpackedName(path: string): string {
  const name = pathName(path);
  return name.length > 3 && name.toLowerCase().endsWith('.gz') ? name.slice(0, -3) : name;
}

/** `.json`, `.jsonl` and `.csv` in any case, packed or not (docs/formats/distributed-diagnostics.md §3.2). */
export function fileKind(path: string): FileKind {
  const suffix = pathSuffix(unpackedName(path)).toLowerCase();
  if (suffix === '.json' || suffix === '.jsonl') return 'json';
  return suffix === '.csv' ? 'csv' : 'unsupported';
}

/** True for a bundle's timeline, packed or not. */
export function isTimelineName(name: string): boolean {
  return name === TIMELINE_FILENAME || name === `${TIMELINE_FILENAME}.gz`;
}
