/** Label of a phase path: its non-empty parts, outermost first, joined with ` / ` (docs/formats/phases.md §6.2). */
export function formatPhasePath(path: readonly string[]): string {
  return path.length === 1 ? path[0]! : path.filter((part) => part !== '').join(' / ');
}
