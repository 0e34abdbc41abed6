import { pathName, readJsonDocument } from '@stormlog/files';
import { StormlogError } from '@stormlog/records';
import { readSinkManifest, type SinkManifest } from '../sink/manifest.ts';
import { pathKind } from '../sink/path-kind.ts';
import { parentPath } from '../sink/resolve-manifest.ts';
import { rollupCoverageFromManifest } from './coverage.ts';
import { parseTelemetryRollups } from './parse-rollups.ts';
import { ROLLUP_FILENAME, resolveTelemetryRollupPath } from './rollup-path.ts';
import type { TelemetryRollups } from './rollup-schema.ts';

/**
 * The rollups that belong to a path, null when there are none, none that can be used, or when the sink has changed since
 * they were made (docs/formats/rollups.md §3).
 *
 * @throws ArtifactError when the operating system does not let one look at the path
 */
export async function readTelemetryRollups(
  path: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<TelemetryRollups | null> {
  const rollupPath = await resolveTelemetryRollupPath(path);
  const rollups = await readIfUsable(rollupPath, options.signal);
  if (rollups === null) return null;
  const isRollupFile = pathName(path) === ROLLUP_FILENAME && (await pathKind(path)) === 'file';
  const manifest = await readSinkManifest(isRollupFile ? parentPath(path) : path, options);
  return manifest === null || isFresh(rollups, manifest) ? rollups : null;
}

async function readIfUsable(path: string, signal: AbortSignal | undefined): Promise<TelemetryRollups | null> {
  try {
    return parseTelemetryRollups(await readJsonDocument(path, { signal, skipByteOrderMark: false }));
  } catch (error) {
    if (error instanceof StormlogError) return null;
    throw error;
  }
}

function isFresh(
  { coverage, source_manifest_schema_version: version }: TelemetryRollups,
  manifest: SinkManifest,
): boolean {
  const now = rollupCoverageFromManifest(manifest);
  const names = coverage.retained_segment_filenames;
  return (
    version === manifest.schema_version &&
    coverage.retained_event_count === now.retained_event_count &&
    coverage.retained_bytes === now.retained_bytes &&
    names.length === now.retained_segment_filenames.length &&
    names.every((name, index) => name === now.retained_segment_filenames[index])
  );
}
