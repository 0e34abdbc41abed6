import type { CounterName } from '../src/html/series/counter-name.ts';

/** What the charts, the map and the tables show together. */
export interface View {
  readonly ranks: readonly number[];
  readonly counter: CounterName | null;
  /** Seconds since the start. */
  readonly from: number;
  readonly to: number;
  /** A marked time. */
  readonly at: number | null;
  readonly clock: 'wall' | 'relative';
  readonly theme: 'light' | 'dark';
  /** Counters drawn in the charts of single ranks. */
  readonly drawn: readonly CounterName[];
}

/** Ranks that are shown at once. */
export const MOST_RANKS = 6;
