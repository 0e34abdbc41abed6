import type { JsonValue } from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import type { LoadReport, TelemetryEvent } from '@stormlog/telemetry';
import type { TimelineMarker } from '@stormlog/timeline';
import type { DiagnosticsWarning } from '../warnings/diagnostics-warning.ts';

/** One session of the job after merging: loaded, or put together from several (docs/formats/distributed-diagnostics.md §2). */
export interface DistributedSession {
  readonly summary: SessionSummary;
  /** Ascending by time, without copies. */
  readonly events: readonly TelemetryEvent[];
  /** Paths, ascending by code point. */
  readonly sources_loaded: readonly string[];
  readonly warnings: readonly DiagnosticsWarning[];
}

/** One attempt of a job: sessions of different ranks that belong together (docs/formats/distributed-diagnostics.md §6). */
export interface SessionGroup {
  /**
   * Id of the session to select for this attempt: the one put together from the members, or the only member's own; null
   * when there are more members than the world has ranks.
   */
  readonly session_id: string | null;
  /** Null when the sessions name no job and were grouped because their time spans overlap. */
  readonly job_id: JsonValue;
  readonly world_size: number;
  /** 1 for the first attempt of the job. */
  readonly attempt: number;
  /** How many attempts the job has. */
  readonly attempts: number;
  readonly started_at_ns: bigint;
  /** Ids of the members with the ranks that they speak of, ascending by first rank. */
  readonly members: readonly { readonly session_id: string; readonly ranks: readonly number[] }[];
}

/** Where a rank was seen: one loaded session that holds events of it. */
export interface RankSighting {
  readonly session_id: string;
  readonly status: string;
  readonly job_id: JsonValue;
  /** Events of this rank in the session. */
  readonly events: number;
  readonly first_event_ns: bigint;
  readonly last_event_ns: bigint;
  /** True when the selected session is this one or was put together from it. */
  readonly selected: boolean;
}

/** What {@link loadDistributedArtifacts} found (docs/formats/distributed-diagnostics.md §2). */
export interface ArtifactLoadResult {
  /** Events of the selected session, ascending by time; empty without a selection. */
  readonly events: readonly TelemetryEvent[];
  /** Every session, those put together from others included, in selection order. */
  readonly sessions: readonly DistributedSession[];
  readonly selected_session_id: string | null;
  readonly warnings: readonly DiagnosticsWarning[];
  /** Sources of every session read, ascending by code point. */
  readonly sources_loaded: readonly string[];
  /** Timeline markers of the selected events, phases included. */
  readonly markers: readonly TimelineMarker[];
  /** Attempts of the jobs found, by job and then in order of their starts. */
  readonly groups: readonly SessionGroup[];
  /** For every rank with events, ascending: the sessions it was seen in, whether selected or not. */
  readonly rank_sessions: ReadonlyMap<number, readonly RankSighting[]>;
}

/** A file of a folder that was not read, or one that held no event. */
export interface SkippedFile {
  readonly kind: 'skipped';
  readonly path: string;
  /** `not_telemetry`, `empty_file`, `no_events`, `link_to_folder`, `unreadable`. */
  readonly code: string;
  readonly message: string;
  /** True when a person should be told: the file looks like telemetry and gave nothing. */
  readonly notable: boolean;
}

/** A path that names what was loaded already. */
export interface RepeatedFile {
  readonly kind: 'repeated';
  readonly path: string;
  /** The path under which it was loaded. */
  readonly first_path: string;
}

/** How many skipped files were not named one by one. */
export interface SkippedCount {
  readonly kind: 'skipped_more';
  readonly path: string;
  readonly count: number;
}

/** Counts of one file that was read. */
export interface LoadedFile {
  readonly kind: 'file';
  readonly report: LoadReport;
}

/** How many copies of events fell away when a session was put together. */
export interface DuplicateCount {
  readonly kind: 'duplicates';
  readonly session_id: string;
  readonly count: number;
}

/** What `onReport` is told; nothing of it is in the result's warnings. */
export type ArtifactReport = LoadedFile | SkippedFile | RepeatedFile | SkippedCount | DuplicateCount;
