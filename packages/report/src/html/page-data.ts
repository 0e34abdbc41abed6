import type { CounterName } from './series/counter-name.ts';
import type { QuantizedColumn } from './series/quantized-column.ts';

// What the page's script is given, as plain JSON (docs/formats/report-page.md §4). Every text is made visible before it
// gets here; times are seconds since the start of the page.

/** How the numbers of a track are kept: `exact` needs 8 bytes for each, the others 2, with times of 4 or of 2 bytes. */
export type Precision = 'exact' | 'fine' | 'coarse';

export interface EncodedTrack {
  readonly rank: number;
  /** Names the device of a rank with several. */
  readonly device: string | null;
  /** Samples of the track, and how many of them are here. */
  readonly samples: number;
  readonly kept: number;
  /** Kept samples with the rows that stand for pauses. */
  readonly rows: number;
  readonly precision: Precision;
  /** `exact`: float64 nanoseconds; else shares of the span in 32 (`fine`) or 16 bits. Little-endian, base64. */
  readonly times: string;
  /** `exact`: float64 values. */
  readonly columns: readonly ({ readonly name: CounterName } & QuantizedColumn)[];
}

export interface EncodedGrid {
  readonly columns: number;
  /** Tracks × columns, row by row, in the order of the tracks. */
  readonly counters: readonly ({ readonly name: CounterName } & QuantizedColumn)[];
}

/** What stands out, as far as charts and tables need it. */
export interface StatementData {
  /** Id of its element in the page. */
  readonly id: string;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly ranks: readonly number[];
  readonly title: string;
  readonly onset: number | null;
  readonly doubt: number | null;
}

/** A line of the table of ranks. Sizes are bytes, null where nothing was measured. */
export interface RankRow {
  readonly rank: number;
  readonly missing: boolean;
  readonly status: string | null;
  readonly host: string | null;
  readonly samples: number;
  readonly last: number | null;
  /** Seconds that it was last seen before its peers; null for less than a sampling interval. */
  readonly silence: number | null;
  readonly allocated: number | null;
  readonly reserved: number | null;
  readonly used: number | null;
  readonly peak: number | null;
  readonly gap: number | null;
  readonly gap_peak: number | null;
  readonly sign: string | null;
  /** Indexes of what stands out about the rank, the gravest first. */
  readonly statements: readonly number[];
}

/** Something recorded or found at a time: neighbouring ones of one kind are put together. */
export interface SignRow {
  readonly rank: number;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly signal: string;
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** Indexes into `texts`; −1 for none. */
  readonly details: number;
  readonly phase: number;
  readonly confidence: number | null;
}

/** Phases of one rank: path (an index into `texts`), depth, start and end of each, one after the other. */
export interface PhaseRows {
  readonly rank: number;
  readonly spans: readonly number[];
}

/** What the script of a page of a diagnosis reads. */
export interface DiagnosisPageData {
  readonly kind: 'diagnosis';
  /** Wall-clock milliseconds of the start, cut, and what was cut off in nanoseconds. */
  readonly start_ms: number;
  readonly start_rest_ns: number;
  readonly span: number;
  readonly counters: readonly CounterName[];
  readonly tracks: readonly EncodedTrack[];
  readonly grid: EncodedGrid;
  readonly ranks: readonly RankRow[];
  readonly statements: readonly StatementData[];
  readonly signs: readonly SignRow[];
  readonly phases: readonly PhaseRows[];
  readonly texts: readonly string[];
  /** Ranks shown first. */
  readonly opening: { readonly ranks: readonly number[]; readonly counter: CounterName | null };
}
