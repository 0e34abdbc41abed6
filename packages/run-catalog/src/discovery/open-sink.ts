import { type JsonObject, StormlogError } from '@stormlog/records';
import { type LoadNotice, listSinkSegmentPaths, parseSinkManifest, type SinkManifest } from '@stormlog/telemetry';
import { parentPath } from '../paths/parent-path.ts';
import { type CatalogWarning, catalogWarning } from './catalog-warning.ts';

/** A sink, as far as the catalog needs it. */
export interface OpenedSink {
  readonly manifest: SinkManifest | null;
  /** Of its segments, as spelled. */
  readonly paths: readonly string[];
  readonly warnings: readonly CatalogWarning[];
}

/** Looks at a sink whose manifest has been read (docs/formats/run-catalog.md §2.3). */
export async function openSink(manifestPath: string, document: JsonObject): Promise<OpenedSink> {
  const warnings: CatalogWarning[] = [];
  const onNotice = ({ code, message, path }: LoadNotice): void => {
    if (code === 'entry_outside_folder' || code === 'manifest_unreadable') warnings.push({ code, message, path });
  };
  const manifest = parseSinkManifest(document, manifestPath, onNotice);
  const folder = parentPath(manifestPath);
  try {
    return { manifest, paths: await listSinkSegmentPaths(folder, manifest, { onNotice }), warnings };
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    warnings.push(catalogWarning('folder_unreadable', folder, error.message));
    return { manifest, paths: [], warnings };
  }
}
