import { type JsonObject, StormlogError } from '@stormlog/records';
import {
  type FolderEntry,
  type LoadNotice,
  listSinkSegmentPaths,
  parseSinkManifest,
  type SinkManifest,
} from '@stormlog/telemetry';
import { parentPath } from '../paths/parent-path.ts';
import { ROLLUPS_FILENAME } from '../runs/attachment-rows.ts';
import { type CatalogWarning, catalogWarning } from './catalog-warning.ts';

/** A sink, as far as the catalog needs it. */
export interface OpenedSink {
  readonly manifest: SinkManifest | null;
  /** Of its segments, as spelled. */
  readonly paths: readonly string[];
  /** Whether it has rollups; null when that is not known yet. */
  readonly hasRollups: boolean | null;
  readonly warnings: readonly CatalogWarning[];
}

/**
 * Looks at a sink whose manifest has been read (docs/formats/run-catalog.md §2.3).
 *
 * @param entries of its folder, when that has been listed already
 */
export async function openSink(
  manifestPath: string,
  document: JsonObject,
  entries?: readonly FolderEntry[] | undefined,
): Promise<OpenedSink> {
  const warnings: CatalogWarning[] = [];
  const onNotice = ({ code, message, path }: LoadNotice): void => {
    if (code === 'entry_outside_folder' || code === 'manifest_unreadable') warnings.push({ code, message, path });
  };
  const manifest = parseSinkManifest(document, manifestPath, onNotice);
  const folder = parentPath(manifestPath);
  const rollups = entries?.find(({ name }) => name === ROLLUPS_FILENAME);
  const hasRollups = entries === undefined || rollups?.isSymbolicLink() === true ? null : rollups !== undefined;
  try {
    const paths = await listSinkSegmentPaths(folder, manifest, { onNotice, entries });
    return { manifest, paths, hasRollups, warnings };
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    warnings.push(catalogWarning('folder_unreadable', folder, error.message));
    return { manifest, paths: [], hasRollups, warnings };
  }
}
