import { COUNTERS, type CounterName } from './counter-name.ts';
import { longestJoin } from './sample-gaps.ts';
import type { Track } from './track.ts';

/** Cells of all grids of a page together: they decide how finely time is cut for many ranks. */
const MOST_CELLS = 900_000;
const MOST_COLUMNS = 512;

/** A counter over tracks × equal stretches of time; NaN where nothing was measured. */
export interface Grid {
  readonly columns: number;
  readonly tracks: number;
  /** Row by row. */
  readonly cells: ReadonlyMap<CounterName, Float64Array>;
}

/** Into how many stretches time is cut: no more than the longest track has samples. */
export function gridColumns(tracks: number, counters: number, mostSamples: number): number {
  const room = Math.floor(MOST_CELLS / Math.max(1, tracks * counters));
  return Math.max(1, Math.min(MOST_COLUMNS, room, mostSamples));
}

/**
 * Collects a grid track by track. A cell holds the value of its stretch that lies furthest from 0, so that no spike is
 * lost between cells; a stretch without a sample takes the value before, unless that is too long ago.
 */
export class GridBuilder {
  readonly #columns: number;
  readonly #spanNs: number;
  readonly #cells: ReadonlyMap<CounterName, Float64Array>;
  readonly #tracks: number;
  #row = 0;

  constructor(tracks: number, columns: number, counters: readonly CounterName[], spanNs: number) {
    this.#tracks = tracks;
    this.#columns = columns;
    this.#spanNs = spanNs;
    this.#cells = new Map(
      COUNTERS.filter((name) => counters.includes(name)).map((name) => [
        name,
        new Float64Array(tracks * columns).fill(Number.NaN),
      ]),
    );
  }

  add(track: Track): void {
    const offset = this.#row * this.#columns;
    this.#row++;
    for (const [name, cells] of this.#cells) {
      const column = track.columns.get(name);
      if (column !== undefined) this.#fill(cells.subarray(offset, offset + this.#columns), column, track.times);
    }
  }

  finish(): Grid {
    return { columns: this.#columns, tracks: this.#tracks, cells: this.#cells };
  }

  #fill(cells: Float64Array, column: Float64Array, times: Float64Array): void {
    const width = this.#spanNs / this.#columns || 1;
    const place = (time: number) => Math.max(0, Math.min(this.#columns - 1, Math.floor(time / width)));
    const join = longestJoin(times);
    let last = -1;
    for (let i = 0; i < times.length; i++) {
      const value = column[i]!;
      if (Number.isNaN(value)) continue;
      const cell = place(times[i]!);
      const known = cells[cell]!;
      if (Number.isNaN(known) || Math.abs(value) > Math.abs(known)) cells[cell] = value;
      if (last >= 0 && times[i]! - times[last]! <= join) {
        for (let hole = place(times[last]!) + 1; hole < cell; hole++) cells[hole] = column[last]!;
      }
      last = i;
    }
  }
}
