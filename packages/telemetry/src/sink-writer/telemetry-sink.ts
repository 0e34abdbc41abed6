import { joinPath } from '@stormlog/files';
import { ArgumentError, InvalidRecordError } from '@stormlog/records';
import {
  createSessionSummary,
  type Environment,
  normalizeSessionStatus,
  type SessionSummary,
  systemEnvironment,
} from '@stormlog/sessions';
import type { NoticeSink } from '../load/load-report.ts';
import { BackgroundFlush } from './background-flush.ts';
import { FlushFailures } from './flush-failures.ts';
import { LineBuffer } from './line-buffer.ts';
import { LineEncoder } from './line-encoder.ts';
import {
  resolveTelemetrySinkConfig,
  type TelemetrySinkConfig,
  type TelemetrySinkConfigOptions,
} from './sink-config.ts';
import type { SinkDiagnostics, SinkFailureDiagnostics } from './sink-diagnostics.ts';
import { type SinkFileOperations, SYSTEM_SINK_FILE_OPERATIONS } from './sink-file-operations.ts';
import type { LedgerSegment } from './sink-ledger.ts';
import { type SinkRecord, sessionIdOf } from './sink-record.ts';
import { SinkStore } from './sink-store.ts';
import { StreamedRollups } from './streamed-rollups.ts';
import { TaskQueue } from './task-queue.ts';

const SOURCE = 'stormlog.telemetry_sink';
const NS_PER_SECOND = 1_000_000_000n;
const MANIFEST_EVERY_SECONDS = 1;
const DONE = Promise.resolve();

/** Options of {@link TelemetrySink.open}. */
export interface TelemetrySinkOptions extends TelemetrySinkConfigOptions {
  /** Flush from time to time even when nothing is appended (default true); it never keeps the process alive. */
  readonly backgroundFlush?: boolean | undefined;
  /** Keep every other writer out of the folder while a session may run (default true). */
  readonly lock?: boolean | undefined;
  /**
   * Seconds between manifests in which only the counts of the open segment are new; default 1, 0 for one with every flush.
   * Records do not depend on it.
   */
  readonly manifestEverySeconds?: number | undefined;
  /** Told of the first of a series of failures, and of rollups that could not be written. */
  readonly onNotice?: NoticeSink | undefined;
  readonly environment?: Environment | undefined;
  /** Default: those of the operating system. */
  readonly fileOperations?: SinkFileOperations | undefined;
}

interface SinkParts {
  readonly config: TelemetrySinkConfig;
  readonly environment: Environment;
  readonly failures: FlushFailures;
  readonly rollups: StreamedRollups | null;
  readonly notice: (code: string, error: unknown) => void;
}

/**
 * Appends telemetry records to a folder while the process runs, so that a crash loses at most what was in memory
 * (docs/formats/sinks.md §6–§14). One writer a folder. Calls may overlap; they take effect in the order they were made.
 *
 * Unbounded, every failure of the disk is reported to the caller, and what could not be written is kept: do not append it
 * again. Bounded (`maxBufferBytes`), only opening reports failures; afterwards they are counted, tried again after a wait,
 * and records are dropped and counted rather than memory filled.
 */
export class TelemetrySink {
  readonly config: TelemetrySinkConfig;
  readonly #environment: Environment;
  readonly #notice: SinkParts['notice'];
  readonly #store: SinkStore;
  readonly #rollups: StreamedRollups | null;
  readonly #background: BackgroundFlush;
  readonly #failures: FlushFailures;
  readonly #encoder = new LineEncoder();
  readonly #buffer = new LineBuffer();
  readonly #queue = new TaskQueue();
  /** Tasks that records must not overtake. */
  #tasks = 0;
  #queuedBytes = 0;
  #queuedFlush: Promise<void> | null = null;
  #active: SessionSummary | null = null;
  #lastFlush: number;
  #droppedRecords = 0;
  #droppedBytes = 0;

  private constructor(store: SinkStore, parts: SinkParts, hasBackgroundFlush: boolean) {
    this.config = parts.config;
    this.#store = store;
    this.#rollups = parts.rollups;
    this.#environment = parts.environment;
    this.#notice = parts.notice;
    this.#failures = parts.failures;
    this.#lastFlush = parts.environment.monotonicSeconds();
    this.#background = new BackgroundFlush(hasBackgroundFlush ? parts.config.flushEverySeconds : null, () =>
      this.#flushIfDue(),
    );
  }

  /**
   * Opens a folder for writing, making it if need be; sessions that still run there belong to a writer that died and become
   * `interrupted` (docs/formats/sinks.md §7).
   *
   * @throws ArgumentError for a config that cannot be
   * @throws ArtifactError `sink_in_use` naming the writer that has it open, `manifest_newer`, or what kept one from reading
   *   or writing; InvalidRecordError `not_utf8`
   */
  static async open(rootFolder: string, options: TelemetrySinkOptions = {}): Promise<TelemetrySink> {
    const config = resolveTelemetrySinkConfig(options);
    const manifestEverySeconds = requireSeconds(options.manifestEverySeconds ?? MANIFEST_EVERY_SECONDS);
    const windowNs = BigInt(config.rollupWindowSeconds) * NS_PER_SECOND;
    const environment = options.environment ?? systemEnvironment();
    const notice = (code: string, error: unknown): void => {
      const message = error instanceof Error ? error.message : String(error);
      options.onNotice?.({ code, message, path: joinPath(rootFolder), line: null, field: null });
    };
    const failures = new FlushFailures(config, environment, (error) => notice('sink_write_failed', error));
    const parts = {
      config,
      environment,
      failures,
      notice,
      operations: options.fileOperations ?? SYSTEM_SINK_FILE_OPERATIONS,
      lock: options.lock ?? true,
      manifestEverySeconds,
      rollups: config.writeRollups ? new StreamedRollups(windowNs) : null,
      onFault: (error: unknown) => failures.count(error),
    };
    const store = await SinkStore.open(rootFolder, parts);
    return new TelemetrySink(store, parts, options.backgroundFlush ?? true);
  }

  /** The session that records are appended to; null before the first and after close. */
  currentSession(): SessionSummary | null {
    return this.#active;
  }

  /**
   * Starts a session, `running` and without an end whatever the summary says; answers the one that runs already, if one does.
   *
   * @param summary default: a new session of this process
   * @throws ArtifactError when the manifest cannot be written (unbounded); the session runs nevertheless
   * @throws ArtifactError `sink_in_use` when another writer has opened the folder since this one was closed
   */
  startSession(summary?: SessionSummary): Promise<SessionSummary> {
    return this.#exclusively(async () => this.#active ?? (await this.#start(summary ?? this.#newSession(null))));
  }

  /**
   * Appends a record as a line of canonical JSON; it is not checked. The promise resolves when the record is buffered and,
   * if a flush was due, that has been done: await it, so that records are not made faster than they are written.
   *
   * @throws ArgumentError, InvalidRecordError for what JSON cannot hold, a session id that is not text (`field_invalid`), or
   *   one that is not the running session's (`session_mismatch`); nothing has changed then
   * @throws ArtifactError (unbounded) when a flush failed; the record is kept
   */
  append(record: SinkRecord): Promise<void> {
    try {
      const encoder = this.#encoder;
      encoder.encode(record);
      this.#background.start();
      const sessionId = sessionIdOf(record);
      if (this.#tasks > 0 || this.#active === null || !this.#fits(encoder.end)) {
        return this.#appendInTurn(encoder.copy(), sessionId);
      }
      this.#requireSession(sessionId, this.#active);
      this.#buffer.push(encoder.bytes, encoder.end);
      this.#rollups?.add(record, encoder, this.#active);
      return this.#isDue() ? this.#flushIfDue() : DONE;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Writes what is buffered, brings it to the disk, rolls over, prunes and writes the manifest.
   *
   * @param options `force`: also when no flush is due
   * @throws ArtifactError (unbounded); what could not be written stays buffered
   */
  flush(options: { readonly force?: boolean | undefined } = {}): Promise<void> {
    return this.#exclusively(() => this.#flush(options.force ?? false));
  }

  /**
   * Writes everything, ends the session, writes the rollups, and lets other writers in. The sink can be used again: the next
   * record starts a new session and segment.
   *
   * @param status of the session, in any case
   * @throws ArtifactError (unbounded) when something could not be written; close can be called again
   * @throws InvalidRecordError `field_invalid` for a status that is none; the session goes on
   */
  close(status = 'completed'): Promise<void> {
    this.#background.stop();
    return this.#exclusively(async () => {
      if (this.#store.isAway) return;
      await this.#flush(true);
      this.#dropBuffered();
      await this.#store.closeSegment(this.#active?.session_id ?? null);
      if (this.#active !== null) this.#end(this.#active, status);
      await this.#store.writeManifest(true);
      if (this.config.writeRollups) await this.#writeRollups();
      await this.#store.giveBack();
    });
  }

  /** What has been done with segments since opening, and what is kept. */
  getDiagnostics(): SinkDiagnostics {
    return this.#store.diagnostics();
  }

  /** What is buffered, was dropped, and failed since opening. */
  failureDiagnostics(): SinkFailureDiagnostics {
    return {
      buffered_records: this.#buffer.records,
      buffered_bytes: this.#buffer.bytes,
      dropped_records: this.#droppedRecords,
      dropped_bytes: this.#droppedBytes,
      flush_failures: this.#failures.total,
      consecutive_flush_failures: this.#failures.consecutive,
      last_flush_error: this.#failures.lastError,
    };
  }

  get #isBounded(): boolean {
    return this.config.maxBufferBytes !== null;
  }

  #exclusively<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.#tasks++;
    return this.#queue.add(async () => {
      try {
        return await work();
      } finally {
        this.#tasks--;
      }
    });
  }

  /** A record that has to wait for its turn. In bounded mode no more wait than may be buffered. */
  async #appendInTurn(line: Uint8Array, sessionId: string | null): Promise<void> {
    const limit = this.config.maxBufferBytes;
    if (limit !== null && this.#queuedBytes > 0 && this.#queuedBytes + line.length > limit) {
      this.#drop(1, line.length);
      return;
    }
    this.#queuedBytes += line.length;
    await this.#exclusively(async () => {
      this.#queuedBytes -= line.length;
      const session = await this.#ensureSession(sessionId);
      const mayTry = !this.#failures.isWaiting(this.#environment.monotonicSeconds());
      if (!this.#fits(line.length) && mayTry) await this.#flush(true);
      if (!this.#fits(line.length)) return this.#drop(1, line.length);
      this.#buffer.push(line, line.length);
      this.#rollups?.add(null, { text: () => Buffer.from(line).toString('latin1') }, session);
    });
    // Records that come meanwhile need not wait for the flush.
    if (this.#isDue()) await this.#flushIfDue();
  }

  #fits(bytes: number): boolean {
    const limit = this.config.maxBufferBytes;
    return limit === null || this.#buffer.bytes + bytes <= limit;
  }

  #isDue(): boolean {
    const now = this.#environment.monotonicSeconds();
    if (this.#buffer.waiting === 0 || (this.#isBounded && this.#failures.isWaiting(now))) return false;
    return (
      this.#buffer.waiting >= this.config.flushEveryEvents || now - this.#lastFlush >= this.config.flushEverySeconds
    );
  }

  /** One flush that waits for its turn serves everyone who asks before it begins. */
  #flushIfDue(): Promise<void> {
    this.#queuedFlush ??= this.#queue.add(() => {
      this.#queuedFlush = null;
      return this.#flush(false);
    });
    return this.#queuedFlush;
  }

  async #flush(force: boolean): Promise<void> {
    if (this.#buffer.waiting === 0) return await this.#store.catchUp(force);
    if (!(force || this.#isDue())) return;
    const now = this.#environment.monotonicSeconds();
    const { payload, records } = this.#buffer.take();
    this.#rollups?.take();
    let segment: LedgerSegment;
    try {
      segment = await this.#store.append(payload, records, this.#active?.session_id ?? null);
    } catch (error) {
      this.#buffer.putBack();
      this.#rollups?.putBack();
      this.#failures.count(error, now);
      return;
    }
    this.#rollups?.settle(segment.filename, payload.length);
    this.#buffer.settle();
    this.#lastFlush = now;
    this.#failures.endSeries();
    await this.#store.tidy(segment, force);
  }

  async #ensureSession(sessionId: string | null): Promise<SessionSummary> {
    if (this.#active === null) return await this.#start(this.#newSession(sessionId));
    this.#requireSession(sessionId, this.#active);
    return this.#active;
  }

  #requireSession(sessionId: string | null, active: SessionSummary): void {
    if (sessionId === null || sessionId === active.session_id) return;
    const found = JSON.stringify(sessionId);
    const message = `the record is of session ${found}, the sink is writing ${JSON.stringify(active.session_id)}`;
    throw new InvalidRecordError('session_mismatch', message, { field: 'session_id' });
  }

  #newSession(sessionId: string | null): SessionSummary {
    return createSessionSummary({ source: SOURCE, session_id: sessionId }, this.#environment);
  }

  async #start(summary: SessionSummary): Promise<SessionSummary> {
    await this.#store.claim();
    const session: SessionSummary = { ...summary, status: 'running', ended_at_ns: null };
    this.#store.setSession(session);
    this.#active = session;
    await this.#store.writeManifest(false);
    return session;
  }

  #end(active: SessionSummary, status: string): void {
    const ended = { ...active, status: normalizeSessionStatus(status), ended_at_ns: this.#environment.wallNs() };
    this.#store.setSession(ended);
    this.#active = null;
  }

  async #writeRollups(): Promise<void> {
    try {
      await this.#store.writeRollups();
    } catch (error) {
      this.#notice('rollups_not_written', error);
    }
  }

  #dropBuffered(): void {
    this.#drop(this.#buffer.records, this.#buffer.bytes);
    this.#buffer.clear();
    this.#rollups?.clear();
  }

  #drop(records: number, bytes: number): void {
    this.#droppedRecords += records;
    this.#droppedBytes += bytes;
  }
}

function requireSeconds(seconds: number): number {
  if (seconds >= 0) return seconds;
  throw new ArgumentError('manifestEverySeconds', `manifestEverySeconds must be at least 0, found ${seconds}`);
}
