import { joinPath, spellPath } from '@stormlog/files';
import { InvalidRecordError, StormlogError } from '@stormlog/records';
import {
  createSessionSummary,
  type Environment,
  normalizeSessionStatus,
  type SessionSummary,
  systemEnvironment,
} from '@stormlog/sessions';
import type { NoticeSink } from '../load/load-report.ts';
import { rollupCoverageFromManifest } from '../rollups/coverage.ts';
import { writeTelemetryRollups } from '../rollups/write-rollups.ts';
import { BackgroundFlush } from './background-flush.ts';
import { onDisk } from './disk-fault.ts';
import { FlushFailures } from './flush-failures.ts';
import { LineBuffer } from './line-buffer.ts';
import { LineEncoder } from './line-encoder.ts';
import { SegmentRetention } from './segment-retention.ts';
import { SegmentWriter } from './segment-writer.ts';
import {
  resolveTelemetrySinkConfig,
  type TelemetrySinkConfig,
  type TelemetrySinkConfigOptions,
} from './sink-config.ts';
import type { SinkDiagnostics, SinkFailureDiagnostics } from './sink-diagnostics.ts';
import { type SinkFileOperations, SYSTEM_SINK_FILE_OPERATIONS } from './sink-file-operations.ts';
import { type LedgerSegment, SinkLedger } from './sink-ledger.ts';
import { SinkLock } from './sink-lock.ts';
import { type SinkRecord, sessionIdOf } from './sink-record.ts';
import { rollUpSink } from './sink-rollups.ts';
import { TaskQueue } from './task-queue.ts';

const SOURCE = 'stormlog.telemetry_sink';
const NS_PER_SECOND = 1_000_000_000n;
const DONE = Promise.resolve();

/** Options of {@link TelemetrySink.open}. */
export interface TelemetrySinkOptions extends TelemetrySinkConfigOptions {
  /** Flush from time to time even when nothing is appended (default true); it never keeps the process alive. */
  readonly backgroundFlush?: boolean | undefined;
  /** Keep every other writer out of the folder while a session may run (default true). */
  readonly lock?: boolean | undefined;
  /** Told of the first of a series of failures, and of rollups that could not be written. */
  readonly onNotice?: NoticeSink | undefined;
  readonly environment?: Environment | undefined;
  /** Default: those of the operating system. */
  readonly fileOperations?: SinkFileOperations | undefined;
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
  readonly #root: string;
  readonly #environment: Environment;
  readonly #onNotice: NoticeSink | undefined;
  readonly #operations: SinkFileOperations;
  readonly #lock: SinkLock;
  #ledger: SinkLedger;
  readonly #writer: SegmentWriter;
  readonly #retention: SegmentRetention;
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
  #rollovers = 0;
  #droppedRecords = 0;
  #droppedBytes = 0;

  private constructor(
    parts: {
      readonly root: string;
      readonly ledger: SinkLedger;
      readonly lock: SinkLock;
      readonly config: TelemetrySinkConfig;
    },
    world: { readonly environment: Environment; readonly operations: SinkFileOperations },
    options: TelemetrySinkOptions,
  ) {
    this.config = parts.config;
    this.#root = parts.root;
    this.#ledger = parts.ledger;
    this.#lock = parts.lock;
    this.#operations = world.operations;
    this.#environment = world.environment;
    this.#onNotice = options.onNotice;
    this.#writer = new SegmentWriter(parts.root, world.operations);
    this.#retention = new SegmentRetention(parts.root, parts.config, world.operations);
    this.#failures = new FlushFailures(parts.config);
    this.#lastFlush = world.environment.monotonicSeconds();
    this.#background = new BackgroundFlush(
      options.backgroundFlush === false ? null : parts.config.flushEverySeconds,
      () => this.#flushIfDue(),
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
    const { environment = systemEnvironment(), fileOperations: operations = SYSTEM_SINK_FILE_OPERATIONS } = options;
    const root = spellPath(rootFolder);
    await onDisk(root, 'make folder', () => operations.makeFolder(root));
    const lock = new SinkLock(root, options.lock ?? true);
    await lock.take();
    try {
      const ledger = await SinkLedger.open(root, operations, environment.wallNs());
      return new TelemetrySink({ root, ledger, lock, config }, { environment, operations }, options);
    } catch (error) {
      await lock.release();
      throw error;
    }
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
      if (this.#tasks > 0 || this.#active === null || !this.#fits(encoder.end - encoder.start)) {
        return this.#appendInTurn(encoder.copy(), sessionId);
      }
      this.#requireSession(sessionId, this.#active);
      this.#buffer.push(encoder.bytes, encoder.start, encoder.end);
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
      if (this.#lock.isAway) return;
      await this.#flush(true);
      this.#dropBuffered();
      await this.#writer.close();
      const segment = this.#currentSegment();
      if (segment !== null) segment.closed = true;
      if (this.#active !== null) this.#end(this.#active, status);
      await this.#writeManifest(true);
      if (this.config.writeRollups) await this.#writeRollups();
      await this.#letGo();
    });
  }

  /** What has been done with segments since opening, and what is kept. */
  getDiagnostics(): SinkDiagnostics {
    const { segments } = this.#ledger;
    return {
      rollover_count: this.#rollovers,
      pruned_segment_count: this.#retention.prunedSegments,
      pruned_bytes: this.#retention.prunedBytes,
      final_retained_files: segments.length,
      final_retained_bytes: segments.reduce((sum, segment) => sum + segment.size_bytes, 0),
    };
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
  #appendInTurn(line: Uint8Array, sessionId: string | null): Promise<void> {
    const limit = this.config.maxBufferBytes;
    if (limit !== null && this.#queuedBytes > 0 && this.#queuedBytes + line.length > limit) {
      this.#drop(1, line.length);
      return DONE;
    }
    this.#queuedBytes += line.length;
    return this.#exclusively(async () => {
      this.#queuedBytes -= line.length;
      await this.#ensureSession(sessionId);
      const mayTry = !this.#failures.isWaiting(this.#environment.monotonicSeconds());
      if (!this.#fits(line.length) && mayTry) await this.#flush(true);
      if (!this.#fits(line.length)) return this.#drop(1, line.length);
      this.#buffer.push(line, 0, line.length);
      await this.#flush(false);
    });
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
    if (this.#buffer.waiting === 0 || !(force || this.#isDue())) return;
    const now = this.#environment.monotonicSeconds();
    const segment = this.#currentSegment() ?? this.#ledger.addSegment(this.#active?.session_id ?? null);
    const { payload, records } = this.#buffer.take();
    try {
      await this.#writer.append(segment, payload);
    } catch (error) {
      this.#buffer.putBack();
      return this.#fail(error, now);
    }
    this.#buffer.settle();
    segment.event_count += records;
    segment.size_bytes += payload.length;
    this.#lastFlush = now;
    this.#failures.endSeries();
    const isFull = this.#isFull(segment);
    if (isFull) await this.#rollOver(segment);
    await this.#prune();
    await this.#writeManifest(isFull);
  }

  #isFull(segment: LedgerSegment): boolean {
    return segment.event_count >= this.config.rolloverMaxEvents || segment.size_bytes >= this.config.rolloverMaxBytes;
  }

  async #rollOver(segment: LedgerSegment): Promise<void> {
    segment.closed = true;
    await this.#writer.close();
    this.#rollovers++;
  }

  async #prune(): Promise<void> {
    try {
      await this.#retention.prune(this.#ledger.segments);
    } catch (error) {
      this.#fail(error, this.#environment.monotonicSeconds());
    }
  }

  async #writeManifest(sync: boolean): Promise<void> {
    try {
      await this.#ledger.writeManifest(sync);
    } catch (error) {
      this.#fail(error, this.#environment.monotonicSeconds());
    }
  }

  /** The open segment that may be continued; null when there is none. */
  #currentSegment(): LedgerSegment | null {
    const last = this.#ledger.segments.at(-1);
    if (last === undefined || last.closed) return null;
    return this.#active === null || last.session_id === this.#active.session_id ? last : null;
  }

  async #ensureSession(sessionId: string | null): Promise<void> {
    if (this.#active === null) await this.#start(this.#newSession(sessionId));
    else this.#requireSession(sessionId, this.#active);
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
    // Another writer may have been here since this one was closed.
    if ((await this.#lock.take()) && !(await this.#ledger.isCurrent())) {
      this.#ledger = await SinkLedger.open(this.#root, this.#operations, this.#environment.wallNs());
    }
    const session: SessionSummary = { ...summary, status: 'running', ended_at_ns: null };
    this.#ledger.sessions.set(session.session_id, session);
    this.#active = session;
    await this.#writeManifest(false);
    return session;
  }

  #end(active: SessionSummary, status: string): void {
    const ended = { ...active, status: normalizeSessionStatus(status), ended_at_ns: this.#environment.wallNs() };
    this.#ledger.sessions.set(ended.session_id, ended);
    this.#active = null;
  }

  async #letGo(): Promise<void> {
    try {
      await this.#lock.release();
    } catch (error) {
      this.#fail(error, this.#environment.monotonicSeconds());
    }
  }

  async #writeRollups(): Promise<void> {
    const manifest = this.#ledger.toManifest();
    try {
      const rollups = await rollUpSink(this.#root, {
        manifest,
        coverage: rollupCoverageFromManifest(manifest, {
          pruned_segment_count: this.#retention.prunedSegments,
          pruned_bytes: this.#retention.prunedBytes,
        }),
        windowDurationNs: BigInt(this.config.rollupWindowSeconds) * NS_PER_SECOND,
        environment: this.#environment,
      });
      await writeTelemetryRollups(this.#root, rollups);
    } catch (error) {
      this.#notice('rollups_not_written', error);
    }
  }

  #dropBuffered(): void {
    this.#drop(this.#buffer.records, this.#buffer.bytes);
    this.#buffer.clear();
  }

  #drop(records: number, bytes: number): void {
    this.#droppedRecords += records;
    this.#droppedBytes += bytes;
  }

  /** Counts a failure of the disk; unbounded, it is the caller's too. */
  #fail(error: unknown, seconds: number): void {
    if (!(error instanceof StormlogError)) throw error;
    this.#failures.count(error, seconds);
    if (this.#failures.consecutive === 1) this.#notice('sink_write_failed', error);
    if (!this.#isBounded) throw error;
  }

  #notice(code: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#onNotice?.({ code, message, path: joinPath(this.#root), line: null, field: null });
  }
}
