import { spellPath } from '@stormlog/files';

/** The folder that a path's last component lies in, as written: `.` for a name alone. */
export function parentPath(path: string): string {
  const spelled = spellPath(path);
  const slash = spelled.lastIndexOf('/');
  return slash < 0 ? '.' : slash === 0 ? '/' : spelled.slice(0, slash);
}
