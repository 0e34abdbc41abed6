import type { RankView } from './run-view.ts';

/** The innermost phase of a rank that was open at a time since the base, on the rank's clock; null when none was. */
export function phaseAt({ phases: { paths, path, starts, ends } }: RankView, time: number): string | null {
  const at = Math.round(time);
  let found: string | null = null;
  for (let i = 0; i < path.length; i++) {
    if (starts[i]! > at) break;
    if (ends[i]! >= at) found = paths[path[i]!]!;
  }
  return found;
}
