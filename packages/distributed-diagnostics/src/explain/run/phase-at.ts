import type { RankView } from './run-view.ts';
import { wireTime } from './run-view.ts';

/** The innermost phase of a rank that was open at a time since the base; null when none was. */
export function phaseAt(view: RankView, base: bigint, time: number): string | null {
  const { phases } = view.summary.signs;
  const at = wireTime(base, time);
  let found: string | null = null;
  for (let i = 0; i < phases.path.length; i++) {
    if (phases.start_ns[i]! > at) break;
    if (phases.end_ns[i]! >= at) found = phases.paths[phases.path[i]!]!;
  }
  return found;
}
