import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConformanceCase } from '../adapter.ts';
import type { AnsweredCase } from '../case-runner.ts';
import type { Difference } from '../compare.ts';

/** Questions of one area, made from a seed. */
export interface LiveArea {
  /** Equal seeds give equal cases. Ids are unique within a seed. */
  cases(seed: number, count: number): Iterable<ConformanceCase>;
  /**
   * The improvement or convention (`I-n`, `D-n`, `Data conventions`) that explains a difference, or null when nothing
   * does. Generators avoid the ground of the deviations; this is for what cannot be told from the question alone.
   */
  explain?(question: AnsweredCase, difference: Difference): string | null;
}

const FOLDER = join(resolve(import.meta.dirname, '..'), 'live');

/** The areas that have a generator: one file each in `live/`. */
export function liveAreaNames(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => entry.name.slice(0, -'.ts'.length))
    .sort();
}

export async function loadLiveArea(name: string): Promise<LiveArea> {
  if (!liveAreaNames().includes(name))
    throw new Error(`${name}: no such area; there are ${liveAreaNames().join(', ')}`);
  const module: unknown = await import(pathToFileURL(join(FOLDER, `${name}.ts`)).href);
  if (!isLiveArea(module)) throw new Error(`live/${name}.ts exports no function cases(seed, count)`);
  return module;
}

function isLiveArea(module: unknown): module is LiveArea {
  return typeof module === 'object' && module !== null && 'cases' in module && typeof module.cases === 'function';
}
