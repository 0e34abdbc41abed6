import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expandBraces, globSegment, hasGlobCharacters } from './glob-pattern.ts';

/**
 * The paths that an input names, ascending: itself when it exists under exactly that name or holds no wildcard, else
 * what the pattern matches (`*`, `?`, `[…]`, `{a,b}`, and `**` for folders at any depth; links to folders are not
 * entered by `**`). Shells expand patterns themselves; this serves quoted patterns and shells that do not.
 */
export async function expandGlob(input: string): Promise<string[]> {
  if (!hasGlobCharacters(input) || (await exists(input))) return [input];
  const found = new Set<string>();
  for (const pattern of expandBraces(input)) {
    const absolute = /^[/\\]/.test(pattern);
    const segments = pattern.split(process.platform === 'win32' ? /[/\\]+/ : /\/+/).filter((part) => part !== '');
    await match(absolute ? '/' : '', segments, found);
  }
  return [...found].sort();
}

async function match(folder: string, segments: readonly string[], found: Set<string>): Promise<void> {
  const [segment, ...rest] = segments;
  if (segment === undefined) {
    if (folder !== '' && (await exists(folder))) found.add(folder);
    return;
  }
  if (segment === '**') {
    await match(folder, rest, found);
    // A pattern that ends in `**` means the folder, which is read with everything below it anyway.
    if (rest.length === 0) return;
    for (const entry of await entriesOf(folder)) {
      if (entry.isDirectory() && !entry.name.startsWith('.')) await match(join(folder, entry.name), segments, found);
    }
    return;
  }
  if (!hasGlobCharacters(segment)) return match(join(folder, segment), rest, found);
  const matches = globSegment(segment);
  for (const entry of await entriesOf(folder)) {
    if (matches(entry.name)) await match(join(folder, entry.name), rest, found);
  }
}

/** Entries of a folder; none when it is no folder or cannot be listed. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder === '' ? '.' : folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
