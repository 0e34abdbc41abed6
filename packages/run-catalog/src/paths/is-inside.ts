/** True when a resolved path is the resolved folder itself or lies in it at any depth. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
