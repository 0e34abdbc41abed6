import type { FileSource } from '@stormlog/files';
import { StormlogError } from '@stormlog/records';
import { type Environment, systemEnvironment } from '@stormlog/sessions';
import {
  type LoadedSession,
  type LoadNotice,
  type LoadOptions,
  type LoadProgress,
  type LoadReport,
  loadTelemetrySessions,
} from '@stormlog/telemetry';
import { RankAllocator } from '../ranks/rank-allocator.ts';
import { type DiagnosticsWarning, warningFromNotice } from '../warnings/diagnostics-warning.ts';
import type { ArtifactReport, DistributedSession } from './artifact-load-result.ts';
import type { DistributedLoadOptions } from './load-options.ts';
import { SeenFiles } from './seen-files.ts';

/** What one load shares between its inputs. */
export class LoadContext {
  readonly options: DistributedLoadOptions;
  readonly environment: Environment;
  readonly allocator = new RankAllocator();
  readonly seen = new SeenFiles();
  #callersError: { readonly error: unknown } | null = null;
  /** In the order in which they came up. */
  readonly warnings: DiagnosticsWarning[] = [];

  constructor(options: DistributedLoadOptions) {
    this.options = options;
    this.environment = options.environment ?? systemEnvironment();
  }

  warn(warning: DiagnosticsWarning): void {
    this.warnings.push(warning);
  }

  /** The file is refused after all, so what its reader said of it as one of several segments is said once. */
  warnInstead(code: string, warning: DiagnosticsWarning): void {
    const last = this.warnings.at(-1);
    if (last?.code === code && last.path === warning.path) this.warnings.pop();
    this.warn(warning);
  }

  report(report: ArtifactReport): void {
    this.#call(() => this.options.onReport?.(report));
  }

  progress(progress: LoadProgress): void {
    this.#call(() => this.options.onProgress?.(progress));
  }

  /** An error of the caller's own, which is not to be taken for one of a file. */
  #call(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#callersError = { error };
      throw error;
    }
  }

  /**
   * What a failed read says, as a cause.
   *
   * @throws the error itself when it is none of this project's, one of the caller's own, or comes of aborting
   */
  causeOf(error: unknown): string {
    const isCallers = this.#callersError?.error === error || this.options.signal?.aborted === true;
    if (error instanceof StormlogError && !isCallers) return error.message;
    throw error;
  }

  readonly reportDuplicates = (sessionId: string, count: number): void => {
    this.report({ kind: 'duplicates', session_id: sessionId, count });
  };

  /**
   * Sessions of a file, sink or stream, their ranks registered.
   *
   * @throws what `loadTelemetrySessions` throws
   */
  async loadSessions(source: FileSource, options: LoadOptions = {}): Promise<DistributedSession[]> {
    const { loadSessions = loadTelemetrySessions } = this.options;
    const loaded = await loadSessions(source, { ...this.loaderOptions(), ...options });
    const sessions = loaded.map((session) => distributedSession(session));
    for (const { events } of sessions) this.allocator.registerAll(events);
    return sessions;
  }

  /** Options for the telemetry loaders, which hand their notices on as warnings. */
  readonly loaderOptions = (): LoadOptions => ({
    permissiveLegacy: this.options.permissiveLegacy,
    onInvalid: this.options.onInvalid,
    signal: this.options.signal,
    onProgress: (progress) => this.progress(progress),
    chunkBytes: this.options.chunkBytes,
    onReport: (report) => this.#takeReport(report),
  });

  #takeReport(report: LoadReport): void {
    this.report({ kind: 'file', report });
    for (const notice of report.notices) {
      if (!isReportedOnly(notice)) this.warn(warningFromNotice(notice));
    }
    if (report.notices_left_out > 0) {
      this.warn({
        code: 'notices_left_out',
        message: `${report.path}: ${report.notices_left_out} more notices of this file are not listed.`,
        path: report.path,
        count: report.notices_left_out,
      });
    }
  }
}

/**
 * Notices that are told to `onReport` only: a capture that was cut off ends in a torn tail, and a manifest is passed over
 * without loss, because events are what sessions are made of.
 */
function isReportedOnly({ code, field }: LoadNotice): boolean {
  return (
    code === 'torn_tail' ||
    code === 'manifest_entry_unusable' ||
    // A version that no manifest can have is worth a warning.
    (code === 'manifest_unreadable' && field !== 'schema_version')
  );
}

/** A session of the telemetry loaders; their notices have come through the report already. */
export function distributedSession(
  loaded: LoadedSession,
  warnings: readonly DiagnosticsWarning[] = [],
): DistributedSession {
  return { summary: loaded.summary, events: loaded.events, sources_loaded: loaded.sources_loaded, warnings };
}
