import { lstat, readlink } from 'node:fs/promises';
import { joinPath } from '@stormlog/files';

/** Folders whose kind is remembered; beyond that the memory starts anew. */
const REMEMBERED_FOLDERS = 8192;

/** More links than this in one path count as a circle. */
const MAX_LINKS = 256;

/** `link`: where it points. */
type Entry = 'plain' | 'missing' | { readonly link: string };

/**
 * Resolves many paths that share folders: what a folder on the way is, is asked once. Links are followed, `..` leaves the
 * folder actually reached, what does not exist is kept as it is written. A circle of links is kept textually from the
 * link that closes it on (docs/formats/run-catalog.md §1.2).
 *
 * For one piece of work: what changes on disk meanwhile is not seen.
 */
export class PathResolver {
  readonly #folders = new Map<string, Entry>();
  readonly #workingFolder: string;

  /** Folders whose entries are all known, and the links among those. */
  readonly #listed = new Set<string>();
  readonly #links = new Set<string>();

  /** @param workingFolder what relative paths start from; default: that of the process */
  constructor(workingFolder: string = process.cwd()) {
    this.#workingFolder = workingFolder;
  }

  /**
   * Takes over what a listing told, so that the system need not be asked: what is no link and no listed folder has no
   * entries. Only for a walk that lists every folder below before paths in it are resolved.
   *
   * @param folder resolved
   * @param links names of the links in it
   */
  learn(folder: string, links: readonly string[]): void {
    this.#listed.add(folder);
    for (const name of links) this.#links.add(`${folder}/${name}`);
  }

  /** The absolute path with every link followed. */
  async resolve(path: string): Promise<string> {
    const absolute = joinPath(this.#workingFolder, path);
    if (this.#isResolved(absolute)) return absolute;
    const pending = absolute.split('/').reverse();
    let reached = '';
    let missingFrom: string | null = null;
    let links = 0;
    /** Links whose targets are being walked, with how many components are left when the walk is done. */
    const open: { readonly path: string; readonly left: number }[] = [];
    for (let component = pending.pop(); component !== undefined; component = pending.pop()) {
      while (open.length > 0 && pending.length < open.at(-1)!.left) open.pop();
      if (component === '' || component === '.') continue;
      if (component === '..') {
        reached = reached.slice(0, Math.max(0, reached.lastIndexOf('/')));
        if (missingFrom !== null && reached.length < missingFrom.length) missingFrom = null;
        continue;
      }
      const place: string = `${reached}/${component}`;
      const entry: Entry = missingFrom === null ? await this.#entry(place, reached, pending.length > 0) : 'missing';
      if (entry === 'missing') missingFrom ??= place;
      if (typeof entry === 'string') {
        reached = place;
      } else if (++links > MAX_LINKS || open.some((link) => link.path === place)) {
        return joinPath(place, ...pending.reverse().filter((rest) => rest !== ''));
      } else {
        open.push({ path: place, left: pending.length });
        if (entry.link.startsWith('/')) reached = '';
        pending.push(...entry.link.split('/').reverse());
      }
    }
    return reached === '' ? '/' : reached;
  }

  /** True when it is known without looking: listed folders have resolved names. */
  #isResolved(absolute: string): boolean {
    const folder = absolute.slice(0, absolute.lastIndexOf('/'));
    return this.#listed.has(folder) && !absolute.endsWith('/..') && !this.#links.has(absolute);
  }

  async #entry(path: string, folder: string, isFolder: boolean): Promise<Entry> {
    if (this.#listed.has(folder) && !this.#links.has(path)) return this.#listed.has(path) ? 'plain' : 'missing';
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const entry = await look(path);
    if (isFolder) {
      if (this.#folders.size >= REMEMBERED_FOLDERS) this.#folders.clear();
      this.#folders.set(path, entry);
    }
    return entry;
  }
}

/** What cannot be looked at counts as plain: nothing is checked here. */
async function look(path: string): Promise<Entry> {
  try {
    return (await lstat(path)).isSymbolicLink() ? { link: await readlink(path) } : 'plain';
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? 'missing' : 'plain';
  }
}
