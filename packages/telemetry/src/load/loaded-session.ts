import type { SessionSummary } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { LoadNotice } from './load-report.ts';

/** One session as the loaders answer it (docs/formats/loading.md §1). */
export interface LoadedSession {
  readonly summary: SessionSummary;
  /** Ascending by `timestamp_ns`, ties in reading order; may be empty. */
  readonly events: readonly TelemetryEvent[];
  /** Paths, ascending by code point, without duplicates. */
  readonly sources_loaded: readonly string[];
  /** Of a CSV file, its notices, shared by all its sessions; empty for other files. */
  readonly warnings: readonly LoadNotice[];
}
