import { joinPath, pathName, spellPath } from '@stormlog/files';
import { pathKind } from '../sink/path-kind.ts';
import { parentPath, resolveSinkManifestPath } from '../sink/resolve-manifest.ts';

/** Name of the rollup file beside a manifest. */
export const ROLLUP_FILENAME = 'rollups.json';

/**
 * Where the rollups of a path lie: the path itself when it is a file of that name, else beside the manifest that belongs to
 * it, beside a file, or in the folder, be it there or not (docs/formats/rollups.md §3).
 *
 * @throws ArtifactError when the operating system does not let one look
 */
export async function resolveTelemetryRollupPath(path: string): Promise<string> {
  const kind = await pathKind(path);
  if (kind === 'file' && pathName(path) === ROLLUP_FILENAME) return spellPath(path);
  const manifestPath = await resolveSinkManifestPath(path);
  if (manifestPath !== null) return joinPath(parentPath(manifestPath), ROLLUP_FILENAME);
  return joinPath(kind === 'file' ? parentPath(path) : path, ROLLUP_FILENAME);
}
