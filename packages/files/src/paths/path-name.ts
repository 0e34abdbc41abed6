import { componentsOf } from './spell-path.ts';

/** The last component of a path, empty for `.` and `/` (docs/formats/files.md §6.2). */
export function pathName(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last !== '' && last !== '.' ? last : (componentsOf(path).at(-1) ?? '');
}

/**
 * The name's part from its last dot on, the dot included; empty when that dot is the first or the last character
 * (docs/formats/files.md §6.2). Case is kept.
 */
export function pathSuffix(path: string): string {
  const name = pathName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot) : '';
}
