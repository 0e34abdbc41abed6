import { pathName, pathSuffix } from '@stormlog/files';

/** Name of the ledger in a sink's folder. */
export const MANIFEST_FILENAME = 'manifest.json';

/** What the name of a segment starts and ends with; what lies between may be anything. */
export const SEGMENT_PREFIX = 'segment-';
export const SEGMENT_SUFFIX = '.jsonl';

/** What a manifest says it is when it does not say. */
export const SINK_FORMAT = 'stormlog.append_only_telemetry_sink';

/** A path without the `.gz` at its end: a packed file is read as what it holds (docs/formats/loading.md §2). */
export function unpackedPath(path: string): string {
  const name = pathName(path);
  return name.endsWith('.gz') && name.length > '.gz'.length ? path.slice(0, path.lastIndexOf('.gz')) : path;
}

/** True when a path's name says JSON Lines, packed or not. */
export function isJsonLinesPath(path: string): boolean {
  return pathSuffix(unpackedPath(path)) === SEGMENT_SUFFIX;
}

/** True when a folder's entry of this name is a segment, packed or not (docs/formats/sinks.md §1). */
export function isSegmentName(name: string): boolean {
  const unpacked = unpackedPath(name);
  return unpacked.startsWith(SEGMENT_PREFIX) && unpacked.endsWith(SEGMENT_SUFFIX);
}
