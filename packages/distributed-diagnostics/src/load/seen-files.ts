import type { BigIntStats } from 'node:fs';

/** What a file or folder was read as. */
export type SeenAs = 'file' | 'folder' | 'sink';

/** Knows what was loaded already, whatever names and links lead to it. */
export class SeenFiles {
  readonly #first = new Map<string, string>();

  /** The path under which this was seen before; null, and remembered, when it is new. */
  firstPath(stats: BigIntStats, path: string, as: SeenAs): string | null {
    const identity = `${as}:${stats.dev}:${stats.ino}`;
    const first = this.#first.get(identity);
    if (first === undefined) this.#first.set(identity, path);
    return first ?? null;
  }
}
