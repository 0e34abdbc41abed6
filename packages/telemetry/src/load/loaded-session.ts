import type { SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';

/** One session as the loaders answer it (docs/formats/telemetry.md). */
export interface LoadedSession {
  readonly summary: SessionSummary;
  /** Ascending by `timestamp_ns`, ties in reading order; may be empty. */
  readonly events: readonly TelemetryEvent[];
  /** Paths, ascending by code point, without duplicates. */
  readonly sources_loaded: readonly string[];
  readonly warnings: readonly LoadNotice[];
}

/** Something a loader met and went on after: what, where, and the values the text names. */
export interface LoadNotice {
  /** Stable code from the table in docs/formats/warnings.md, such as `csv_row_rejected` or `torn_tail`. */
  readonly code: string;
  readonly message: string;
  readonly path: string;
  /** 1 for the first line; null when the notice is about a whole file. */
  readonly line: number | null;
  readonly field: string | null;
}

/** What one file gave, handed to `onReport` when the file has been read. */
export interface LoadReport {
  readonly path: string;
  /** Lines (JSONL, CSV) or elements (JSON documents) met, blank ones included. */
  readonly lines: number;
  readonly blank: number;
  readonly events: number;
  readonly rejected: number;
  readonly duplicates: number;
  readonly torn_tail: boolean;
  readonly notices: readonly LoadNotice[];
}
