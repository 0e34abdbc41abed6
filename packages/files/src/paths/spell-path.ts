/** Something that spelling takes away; a lone `/` stays. */
const NOT_SPELLED = /\/\/|(?:^|\/)\.(?:\/|$)|.\/$/s;

/**
 * A path as it was written, normalised only so far: repeated slashes become one (exactly two leading ones stay), `.`
 * components and trailing slashes go, `..` stays, the empty path is `.` (docs/formats/files.md §6.1).
 */
export function spellPath(path: string): string {
  if (path !== '' && !NOT_SPELLED.test(path)) return path;
  const root = /^\/\/(?!\/)/.test(path) ? '//' : path.startsWith('/') ? '/' : '';
  return root + componentsOf(path).join('/') || '.';
}

/** Joins paths as they are written; an absolute part replaces everything before it (docs/formats/files.md §6.1). */
export function joinPath(...parts: readonly string[]): string {
  let joined = '';
  for (const part of parts) {
    if (part.startsWith('/')) joined = part;
    else if (part !== '') joined = joined === '' ? part : `${joined}/${part}`;
  }
  return spellPath(joined);
}

/** The components of a spelled path, without the root: `/a/./b/` gives `a`, `b`. */
export function componentsOf(path: string): string[] {
  return path.split('/').filter((component) => component !== '' && component !== '.');
}
