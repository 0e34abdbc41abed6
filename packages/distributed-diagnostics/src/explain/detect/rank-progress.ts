import type { RankView } from '../run/run-view.ts';

/** When a rank last made progress. Times are on its own clock unless said otherwise. */
export interface Progress {
  readonly view: RankView;
  readonly last: number;
  /** The same on the common clock. */
  readonly common: number;
  /** The true time lies within so much before `last`: samples show a change of memory only afterwards. */
  readonly resolution: number;
  /** Longest time without progress before. */
  readonly pause: { readonly from: number; readonly to: number };
  /** Innermost phase left open. */
  readonly open: string | null;
  readonly byPhases: boolean;
}

const LEAST_SPANS = 4;
const LEAST_CHANGES = 16;
/** What a recording boundary may be late, in nanoseconds. */
const BOUNDARY_NS = 2_000_000;
/** A smaller change of memory, as a share of its level, is no work. */
const QUIET_SHARE = 1e-4;

/**
 * The progress of a rank (docs/formats/causes.md §5.8): the begins and ends of its phases, or without phases the samples
 * that show a change of memory on any of its devices. Null where there is too little of either.
 */
export function progressOf(view: RankView): Progress | null {
  return view.phases.path.length >= LEAST_SPANS ? progressByPhases(view) : progressByMemory(view);
}

function progressByPhases(view: RankView): Progress {
  const { paths, path, starts, ends, closed } = view.phases;
  const times = new Float64Array(2 * path.length);
  let count = 0;
  let open: string | null = null;
  for (let i = 0; i < path.length; i++) {
    times[count++] = starts[i]!;
    if (closed[i] === 1) times[count++] = ends[i]!;
    else open = paths[path[i]!]!;
  }
  const sorted = times.subarray(0, count).sort();
  return { view, ...endAndPause(view, sorted), resolution: BOUNDARY_NS, open, byPhases: true };
}

function progressByMemory(view: RankView): Progress | null {
  const changes: number[] = [];
  let resolution = 0;
  for (const { counters } of view.devices) {
    const series = counters[0];
    if (series === undefined) continue;
    const { times, bytes } = series;
    const quiet = QUIET_SHARE * Math.abs(bytes[0]!);
    let last = 0;
    for (let i = 1; i < bytes.length; i++) {
      if (Math.abs(bytes[i]! - bytes[i - 1]!) <= quiet) continue;
      changes.push(times[i]!);
      last = i;
    }
    if (last > 0) resolution = Math.max(resolution, times[last]! - times[last - 1]!);
  }
  if (changes.length < LEAST_CHANGES) return null;
  const sorted = Float64Array.from(changes).sort();
  return { view, ...endAndPause(view, sorted), resolution, open: null, byPhases: false };
}

function endAndPause({ offset }: RankView, sorted: Float64Array): Pick<Progress, 'last' | 'common' | 'pause'> {
  let longest = 0;
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i]! - sorted[i - 1]! > sorted[longest]! - sorted[Math.max(0, longest - 1)]!) longest = i;
  }
  const last = sorted.at(-1)!;
  return { last, common: last + offset, pause: { from: sorted[Math.max(0, longest - 1)]!, to: sorted[longest]! } };
}
