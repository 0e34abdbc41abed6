import { joinPath, pathName, spellPath } from '@stormlog/files';
import { pathKind } from './path-kind.ts';
import { isJsonLinesPath, MANIFEST_FILENAME } from './sink-names.ts';

/**
 * The path of the manifest that belongs to a path: the path itself when it is a file of that name, the one beside a
 * `.jsonl` file, the one in a folder; null when there is none (docs/formats/sinks.md §3).
 *
 * @throws ArtifactError when the operating system does not let one look
 */
export async function resolveSinkManifestPath(path: string): Promise<string | null> {
  const kind = await pathKind(path);
  if (kind === 'file' && pathName(path) === MANIFEST_FILENAME) return spellPath(path);
  if (kind === 'file' && !isJsonLinesPath(path)) return null;
  if (kind !== 'file' && kind !== 'folder') return null;
  const candidate = joinPath(kind === 'folder' ? path : parentPath(path), MANIFEST_FILENAME);
  return (await pathKind(candidate)) === 'nothing' ? null : candidate;
}

/** The folder that a path's last component lies in, as written: `.` for a name alone. */
export function parentPath(path: string): string {
  const spelled = spellPath(path);
  const slash = spelled.lastIndexOf('/');
  return slash < 0 ? '.' : slash === 0 ? '/' : spelled.slice(0, slash);
}
