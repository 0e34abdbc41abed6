import { joinPath, pathName, pathSuffix } from '@stormlog/files';
import { type JsonObject, lowerCase } from '@stormlog/records';
import { parentPath } from '../paths/parent-path.ts';
import { member } from '../sidecar/lenient-fields.ts';

/**
 * The JSON files of a diagnose bundle that repeat the events of a sink it lists; none when it lists no sink
 * (docs/formats/run-catalog.md §2.3).
 *
 * @param manifestName the name that manifests have
 */
export function filesBesideSink(folder: string, manifest: JsonObject, manifestName: string): string[] {
  const files = member(manifest, 'files');
  if (!Array.isArray(files)) return [];
  const listed = files.filter((name) => typeof name === 'string').map((name) => joinPath(folder, name));
  const isManifest = (path: string): boolean => pathName(path) === manifestName;
  if (!listed.some((path) => isManifest(path) && parentPath(path) !== folder)) return [];
  return listed.filter((path) => lowerCase(pathSuffix(path)) === '.json' && !isManifest(path));
}
