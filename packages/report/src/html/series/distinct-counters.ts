import { COUNTERS, type CounterName } from './counter-name.ts';
import type { Track } from './track.ts';

/**
 * Finds out, track by track, which counters a page need not show: those that nowhere differ from an earlier one (reserved
 * memory of an allocator that reserves nothing, device use on a CPU), and hidden memory that is always 0.
 */
export class DistinctCounters {
  readonly #seen = new Set<CounterName>();
  readonly #repeats = new Map<CounterName, Set<CounterName>>();
  #isHiddenEver = false;

  add(track: Track): void {
    for (const [place, name] of COUNTERS.entries()) {
      const column = track.columns.get(name);
      if (column === undefined) continue;
      if (name === 'hidden') {
        this.#isHiddenEver ||= column.some((value) => value !== 0 && !Number.isNaN(value));
      }
      if (!this.#seen.has(name)) this.#repeats.set(name, new Set(COUNTERS.slice(0, place)));
      this.#seen.add(name);
      const candidates = this.#repeats.get(name)!;
      for (const earlier of candidates) {
        if (!areEqual(track.columns.get(earlier), column)) candidates.delete(earlier);
      }
    }
  }

  /** The counters to show, in their order. */
  shown(): CounterName[] {
    return COUNTERS.filter(
      (name) =>
        this.#seen.has(name) && (this.#repeats.get(name)?.size ?? 0) === 0 && (name !== 'hidden' || this.#isHiddenEver),
    );
  }

  /** For a counter that is not shown, the first one that says the same. */
  standIns(): ReadonlyMap<CounterName, CounterName> {
    return new Map(
      [...this.#repeats].flatMap(([name, earlier]) => {
        const [first] = COUNTERS.filter((candidate) => earlier.has(candidate));
        return first === undefined ? [] : [[name, first] as const];
      }),
    );
  }
}

function areEqual(left: Float64Array | undefined, right: Float64Array): boolean {
  if (left === undefined || left.length !== right.length) return false;
  return left.every((value, i) => Object.is(value, right[i]) || value === right[i]);
}
