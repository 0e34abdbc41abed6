import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { joinPath, pathName, printablePath, resolvePath, spellPath, systemError } from '@stormlog/files';
import { compareCodePoints, describeValue } from '@stormlog/records';
import type { NoticeSink } from '../load/load-report.ts';
import { readSinkManifest, type SinkManifest, type SinkManifestOptions } from './manifest.ts';
import { pathKind } from './path-kind.ts';
import { parentPath } from './resolve-manifest.ts';
import { isJsonLinesPath, isSegmentName, MANIFEST_FILENAME, unpackedPath } from './sink-names.ts';

/**
 * The segments that a path stands for, in the order of their names: a `.jsonl` file alone, or for a sink's folder or
 * manifest the listed files that exist together with everything in the folder that is named like a segment; none for
 * anything else (docs/formats/sinks.md §4).
 *
 * A listed name that leads out of the folder is passed over, and `onNotice` is told.
 *
 * @throws ArtifactError when the operating system does not let one look
 */
export async function resolveSinkSegmentPaths(path: string, options: SinkManifestOptions = {}): Promise<string[]> {
  const root = await sinkRoot(path);
  const manifest = root === null ? null : await readSinkManifest(path, options);
  return await segmentPaths(path, root, manifest, options.onNotice);
}

/** The folder of the sink that a path names; null when it names none, as a segment alone does. */
export async function sinkRoot(path: string): Promise<string | null> {
  const kind = await pathKind(path);
  if (kind === 'folder') return spellPath(path);
  return kind === 'file' && pathName(path) === MANIFEST_FILENAME ? parentPath(path) : null;
}

/** Options of {@link listSinkSegmentPaths}. */
export interface ListSegmentsOptions {
  readonly onNotice?: NoticeSink | undefined;
  /** Of the folder, when it has been listed already; spares most looks at the disk. */
  readonly entries?: readonly FolderEntry[] | undefined;
}

/** An entry of a folder, such as a `Dirent`. */
export interface FolderEntry {
  readonly name: string;
  isSymbolicLink(): boolean;
}

/**
 * The segments of a sink's folder, with its manifest known already; see {@link resolveSinkSegmentPaths}.
 *
 * @throws ArtifactError when the operating system does not let one look
 */
export async function listSinkSegmentPaths(
  folder: string,
  manifest: SinkManifest | null,
  { onNotice, entries }: ListSegmentsOptions = {},
): Promise<string[]> {
  const root = spellPath(folder);
  return await segmentsOfFolder(root, manifest, onNotice, entries ?? (await folderEntries(root)));
}

/** As {@link resolveSinkSegmentPaths}, with the sink's folder and manifest known already; no folder for a single file. */
export async function segmentPaths(
  path: string,
  root: string | null,
  manifest: SinkManifest | null,
  onNotice: NoticeSink | undefined,
): Promise<string[]> {
  if (root !== null) return await segmentsOfFolder(root, manifest, onNotice, await folderEntries(root));
  return isJsonLinesPath(path) && (await pathKind(path)) === 'file' ? [spellPath(path)] : [];
}

async function segmentsOfFolder(
  root: string,
  manifest: SinkManifest | null,
  onNotice: NoticeSink | undefined,
  entries: readonly FolderEntry[],
): Promise<string[]> {
  const byName = new Map<string, string>();
  const found = entries.map(({ name }) => name).filter(isSegmentName);
  // A packed copy beside its segment is the same data twice; the segment itself counts.
  for (const name of found) if (name !== unpackedPath(name)) byName.set(unpackedPath(name), joinPath(root, name));
  for (const name of found) if (name === unpackedPath(name)) byName.set(name, joinPath(root, name));
  for (const listed of await listedPaths(root, manifest, onNotice, entries)) {
    byName.set(unpackedPath(pathName(listed)), listed);
  }
  return [...byName].sort(([left], [right]) => compareCodePoints(left, right)).map(([, segment]) => segment);
}

async function folderEntries(root: string): Promise<Dirent[]> {
  try {
    return await readdir(root, { withFileTypes: true });
  } catch (error) {
    throw systemError(error, root, 'open');
  }
}

async function listedPaths(
  root: string,
  manifest: SinkManifest | null,
  onNotice: NoticeSink | undefined,
  entries: readonly FolderEntry[],
): Promise<string[]> {
  const listed: string[] = [];
  // What an entry is that is no link, and that there is none, need not be asked again.
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  const exists = async (name: string): Promise<boolean> => {
    const isEntry = !name.includes('/') && name !== '' && name !== '.' && name !== '..';
    const entry = isEntry ? known.get(name) : undefined;
    if (isEntry && (entry === undefined || !entry.isSymbolicLink())) return entry !== undefined;
    return (await pathKind(joinPath(root, name))) !== 'nothing';
  };
  for (const [index, { filename }] of (manifest?.segments ?? []).entries()) {
    if (!(await staysInside(root, filename))) {
      const manifestPath = joinPath(root, MANIFEST_FILENAME);
      const field = `segments[${index}].filename`;
      onNotice?.({
        code: 'entry_outside_folder',
        message: `${printablePath(manifestPath)}: ${field} ${describeValue(filename)} leads outside the sink's folder and is passed over; a segment must lie inside it`,
        path: manifestPath,
        line: null,
        field,
      });
      continue;
    }
    // A listed segment may have been packed since.
    const existing = (await exists(filename)) ? filename : (await exists(`${filename}.gz`)) ? `${filename}.gz` : null;
    if (existing !== null) listed.push(joinPath(root, existing));
  }
  return listed;
}

/** False when a listed name is absolute, climbs out, passes through a link that does, or names the folder itself. */
async function staysInside(root: string, filename: string): Promise<boolean> {
  if (filename.includes('\0')) return true;
  if (filename.startsWith('/')) return false;
  const components = filename.split('/').filter((component) => component !== '' && component !== '.');
  let depth = 0;
  for (const component of components) {
    depth += component === '..' ? -1 : 1;
    if (depth < 0) return false;
  }
  if (depth === 0 || components.at(-1) === '..') return false;
  if (components.length === 1) return true;
  const folder = await resolvePath(root);
  const parent = await resolvePath(joinPath(root, ...components.slice(0, -1)));
  return parent === folder || parent.startsWith(folder === '/' ? '/' : `${folder}/`);
}
