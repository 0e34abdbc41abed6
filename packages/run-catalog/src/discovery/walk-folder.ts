import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { joinPath, systemError } from '@stormlog/files';
import { compareCodePoints, formatError, type StormlogError } from '@stormlog/records';
import type { PathResolver } from '../paths/path-resolver.ts';
import { inOrder } from '../slices/in-order.ts';
import { sortSteps } from '../slices/sort-steps.ts';
import { inSlices, Pauses } from '../slices/steps.ts';

/** Folders of one parent that are listed at a time. */
const LISTED_AT_ONCE = 16;

/** A file met on the way. */
export interface WalkedFile {
  readonly name: string;
  /** As spelled, from the root on. */
  readonly path: string;
  /** Absolute, links followed. */
  readonly resolved: string;
}

/** What a walk tells. */
export interface WalkHandlers {
  /** Only files of these names are handed on. */
  readonly wants: (name: string) => boolean;
  readonly onFile: (file: WalkedFile) => void;
  readonly onFolder: (path: string, entries: readonly Dirent[]) => void;
  readonly onUnreadable: (path: string, reason: string) => void;
}

interface Folder {
  readonly path: string;
  readonly resolved: string;
}

interface Listing {
  readonly folder: Folder;
  /** In order; files and folders. */
  readonly entries: readonly (WalkedFile | Folder)[];
}

/**
 * Walks a folder to any depth, hidden entries included, in the order of paths. Files may be links, folders reached by a
 * link are not entered, so that no circle can arise (docs/formats/run-catalog.md §2.2).
 */
export async function walkFolder(
  root: string,
  handlers: WalkHandlers,
  resolver: PathResolver,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const pauses = new Pauses(signal);
  const list = async (folder: Folder): Promise<Listing> => {
    signal?.throwIfAborted();
    const found = await readFolder(folder, handlers, resolver);
    return { folder, entries: await relevantEntries(found, folder, handlers, resolver, pauses) };
  };
  const visit = async ({ entries }: Listing): Promise<void> => {
    const listings = inOrder(entries.filter(isFolder), LISTED_AT_ONCE, list);
    try {
      for (const entry of entries) {
        if (pauses.isDue()) await pauses.take();
        if (!isFolder(entry)) handlers.onFile(entry);
        else {
          const next = await listings.next();
          if (!next.done) await visit(next.value);
        }
      }
    } finally {
      await listings.return();
    }
  };
  await visit(await list({ path: root, resolved: await resolver.resolve(root) }));
}

async function readFolder(folder: Folder, handlers: WalkHandlers, resolver: PathResolver): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder.path, { withFileTypes: true });
    resolver.learn(
      folder.resolved,
      entries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name),
    );
    handlers.onFolder(folder.path, entries);
    return entries;
  } catch (error) {
    const failure: StormlogError = systemError(error, folder.path, 'open');
    handlers.onUnreadable(folder.path, formatError(failure));
    return [];
  }
}

async function relevantEntries(
  found: readonly Dirent[],
  folder: Folder,
  handlers: WalkHandlers,
  resolver: PathResolver,
  pauses: Pauses,
): Promise<(WalkedFile | Folder)[]> {
  const entries: { readonly name: string; readonly entry: WalkedFile | Folder }[] = [];
  for (const dirent of found) {
    if (pauses.isDue()) await pauses.take();
    const { name } = dirent;
    if (dirent.isDirectory()) {
      entries.push({ name, entry: { path: joinPath(folder.path, name), resolved: below(folder, name) } });
    } else if (handlers.wants(name)) {
      const path = joinPath(folder.path, name);
      if (dirent.isFile()) entries.push({ name, entry: { name, path, resolved: below(folder, name) } });
      else if (dirent.isSymbolicLink() && (await isRegularFile(path))) {
        entries.push({ name, entry: { name, path, resolved: await resolver.resolve(path) } });
      }
    }
  }
  const sorted = await inSlices(sortSteps(entries, (left, right) => compareCodePoints(left.name, right.name)));
  return sorted.map(({ entry }) => entry);
}

function isFolder(entry: WalkedFile | Folder): entry is Folder {
  return !('name' in entry);
}

function below(folder: Folder, name: string): string {
  return folder.resolved === '/' ? `/${name}` : `${folder.resolved}/${name}`;
}

async function isRegularFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
