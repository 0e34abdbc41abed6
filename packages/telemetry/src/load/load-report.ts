/** Something a loader met and went on after: what, where, and the values the text names. */
export interface LoadNotice {
  /** Stable code from the table in docs/formats/warnings.md, such as `csv_row_rejected` or `torn_tail`. */
  readonly code: string;
  /** Names what was found and what was expected, with the place. */
  readonly message: string;
  readonly path: string;
  /** 1 for the first line (of a CSV: the header); null when the notice is about a whole file. */
  readonly line: number | null;
  readonly field: string | null;
  /** What a person can do about it; absent when there is nothing better than the message. */
  readonly hint?: string | undefined;
}

/** Takes notices as they come up. */
export type NoticeSink = (notice: LoadNotice) => void;

/** What one file gave, handed to `onReport` when the file has been read. */
export interface LoadReport {
  readonly path: string;
  /** Lines (JSONL), rows with the header (CSV) or elements (JSON documents) met, blank lines included. */
  readonly lines: number;
  readonly blank: number;
  /** Events that were made of them. */
  readonly events: number;
  /** Lines, rows or elements that gave no event. */
  readonly rejected: number;
  /** Events dropped because the file holds them twice (CSV only). */
  readonly duplicates: number;
  /** The file ended inside a record, which was left out. */
  readonly torn_tail: boolean;
  /** Counters that could not be byte counts and were read as null. */
  readonly counters_unusable: number;
  /** The first notices of the file; what came after the limit is only counted. */
  readonly notices: readonly LoadNotice[];
  /** Notices beyond the limit of {@link MAX_NOTICES}. */
  readonly notices_left_out: number;
}

/** Notices kept of one file, so that a file of millions of bad lines does not fill the memory with complaints. */
export const MAX_NOTICES = 1000;
