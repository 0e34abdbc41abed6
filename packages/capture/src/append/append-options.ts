import type { FileOperations, ReadProgress } from '@stormlog/files';
import type { Environment } from '@stormlog/sessions';
import type { CaptureSession } from '../protocol/capture-session.ts';
import type { EngineAdapter, TraceCollector } from '../protocol/components.ts';
import type { RowTransport } from '../writer/row-encoder.ts';

/** What {@link appendInferenceCapture} is given besides the artifact. */
export interface AppendCaptureOptions {
  /** The run of the artifact and of all evidence. */
  readonly runId: string;
  /** The session of the artifact and of all evidence. */
  readonly session: CaptureSession;
  readonly engineAdapter?: EngineAdapter | null | undefined;
  readonly traceCollector?: TraceCollector | null | undefined;
  /** Default, also for an empty text: `stormlog_run.json` in the folder of the artifact's path as it is spelled. */
  readonly envelopePath?: string | null | undefined;
  /** How new rows carry their context (default `v4`; `embedded` for readers older than 0.4.3). */
  readonly transport?: RowTransport | undefined;
  /** Check everything and write nothing (default false). */
  readonly dryRun?: boolean | undefined;
  /** Take turns with other processes of this project (default true). The Python package takes no locks. */
  readonly lock?: boolean | undefined;
  /** How long to wait for each lock, in milliseconds (default 5000). */
  readonly lockDeadlineMs?: number | undefined;
  /** Aborting rejects with `signal.reason`, until the first file is replaced. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the artifact read or copied so far. */
  readonly onProgress?: ((progress: AppendProgress) => void) | undefined;
  readonly environment?: Environment | undefined;
  readonly fileOperations?: FileOperations | undefined;
}

/** How far an append has come: the artifact is read once to be checked, and once to be copied. */
export interface AppendProgress extends ReadProgress {
  readonly step: 'check' | 'copy';
}

/** What an append did, or with `dryRun` would have done. */
export interface AppendedCapture {
  readonly artifactPath: string;
  readonly envelopePath: string;
  /** False for a dry run. */
  readonly written: boolean;
  /** Events and legacy rows that were there before. */
  readonly existingRecords: number;
  /** Events added: of the engine adapter, of the trace collector, and two on capabilities. */
  readonly engineEvents: number;
  readonly traceEvents: number;
  /** Activities of traces that belong to an iteration, as the trace told or as was found out by linking. */
  readonly linkedActivities: number;
  /** Rows added, definitions of contexts included. */
  readonly rows: number;
  /** Size of the artifact, in bytes, once it was written; null for a dry run. */
  readonly artifactBytes: number | null;
  readonly addedSession: boolean;
  /** Ids of the rows that the envelope did not have. */
  readonly addedAttachments: readonly string[];
}
