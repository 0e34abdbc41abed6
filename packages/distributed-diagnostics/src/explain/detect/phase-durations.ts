import { isCollectivePath, phaseKey } from '../clocks/phase-key.ts';
import type { RankView, RunView } from '../run/run-view.ts';

/** The complete spans of one kind of phase on one rank, in their order; nanoseconds. */
export interface PhaseRuns {
  readonly view: RankView;
  readonly starts: Float64Array;
  readonly durations: Float64Array;
}

/** One kind of innermost phase, whatever the numbers in its path, on the ranks that have it. */
export interface PhaseKind {
  readonly key: string;
  readonly collective: boolean;
  readonly ranks: readonly PhaseRuns[];
}

/** The kinds of phases that hold no other phase; a phase that holds others lasts as long as they do. */
export function phaseKinds(run: RunView): PhaseKind[] {
  const kinds = new Map<string, PhaseRuns[]>();
  for (const view of run.ranks) {
    const { phases } = view;
    const keys = phases.paths.map(phaseKey);
    const parents = new Set(keys.map((key) => key.slice(0, Math.max(0, key.lastIndexOf(' / ')))));
    const own = new Map<string, { starts: number[]; durations: number[] }>();
    for (let i = 0; i < phases.path.length; i++) {
      const key = keys[phases.path[i]!]!;
      if (phases.closed[i] === 0 || parents.has(key)) continue;
      let runs = own.get(key);
      if (runs === undefined) {
        runs = { starts: [], durations: [] };
        own.set(key, runs);
      }
      runs.starts.push(phases.starts[i]!);
      runs.durations.push(phases.ends[i]! - phases.starts[i]!);
    }
    for (const [key, { starts, durations }] of own) {
      const list = kinds.get(key) ?? [];
      kinds.set(key, list);
      list.push({ view, starts: Float64Array.from(starts), durations: Float64Array.from(durations) });
    }
  }
  return [...kinds].map(([key, ranks]) => ({ key, collective: isCollectivePath(key), ranks }));
}
