import { lstat, readlink, realpath } from 'node:fs/promises';
import { ArtifactError } from '@stormlog/records';
import { systemCodeOf, systemError } from '../errors/system-error.ts';
import { componentsOf, joinPath } from './spell-path.ts';

/** More links than this in one path are a circle, as the operating system says too. */
const MAX_LINKS = 40;

/**
 * The absolute path with every link followed. Components that do not exist are kept as they are, and `..` leaves the
 * folder actually reached, so nothing needs to exist (docs/formats/files.md §6.4).
 *
 * @throws ArtifactError `file_unreadable` with system code `ELOOP` when links lead in a circle; `file_missing` for a name
 *   with a NUL character
 */
export async function resolvePath(path: string): Promise<string> {
  if (path.includes('\0')) {
    throw new ArtifactError('file_missing', `no file can have this name`, {
      path,
      stage: 'resolve',
    });
  }
  const absolute = joinPath(process.cwd(), path);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (systemCodeOf(error) === 'ELOOP') throw systemError(error, path, 'resolve');
    return await walk(absolute, path);
  }
}

async function walk(absolute: string, path: string): Promise<string> {
  const pending = componentsOf(absolute).reverse();
  const reached: string[] = [];
  let links = 0;
  for (let component = pending.pop(); component !== undefined; component = pending.pop()) {
    if (component === '..') {
      reached.pop();
      continue;
    }
    const target = await linkTarget(`/${[...reached, component].join('/')}`);
    if (target === null) {
      reached.push(component);
      continue;
    }
    if (++links > MAX_LINKS) {
      throw new ArtifactError('file_unreadable', `its links lead in a circle (ELOOP)`, {
        path,
        stage: 'resolve',
        systemCode: 'ELOOP',
      });
    }
    if (target.startsWith('/')) reached.length = 0;
    pending.push(...componentsOf(target).reverse());
  }
  return `/${reached.join('/')}`;
}

/** What a link points at; null when the path is no link, does not exist or cannot be looked at. */
async function linkTarget(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch {
    return null;
  }
}
