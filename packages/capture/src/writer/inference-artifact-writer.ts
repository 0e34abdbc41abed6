import {
  type ContextRegistry,
  type InferenceEvent,
  isInferenceEvent,
  parseInferenceRecord,
} from '@stormlog/correlation-events';
import { type AcquiredFileLock, resolvePath, writeError } from '@stormlog/files';
import { ArgumentError, InvalidRecordError, StormlogError } from '@stormlog/records';
import { type Environment, systemEnvironment } from '@stormlog/sessions';
import { lockArtifact } from '../append/artifact-lock.ts';
import { ArtifactFile } from './artifact-file.ts';
import { onExit } from './exit-flush.ts';
import { LineChunks } from './line-chunks.ts';
import { RowEncoder } from './row-encoder.ts';
import { SYSTEM_WRITER_FILE_OPERATIONS } from './writer-file-operations.ts';
import { type InferenceArtifactWriterOptions, resolveWriterSettings, type WriterSettings } from './writer-options.ts';
import type { InferenceArtifactWriterStats } from './writer-stats.ts';

const CHUNK_BYTES = 256 * 1024;
/** A lock that was held so recently is still held: it is taken over after 10 seconds without a sign of life. */
const LOCK_CHECK_NS = 1_000_000_000n;

type Offer = 'taken' | 'full' | 'refused';

/**
 * Appends events to an artifact while a process serves (docs/formats/recording.md §1–§4). Memory is bounded; a full or
 * failing disk never reaches the caller of {@link append}: events wait, are dropped when there is no room for them, are
 * counted in {@link stats}, and writing goes on once the disk takes them again. The artifact holds whole lines only.
 *
 * One writer an artifact: it holds the artifact's lock until it is closed.
 */
export class InferenceArtifactWriter implements AsyncDisposable {
  readonly path: string;
  readonly #settings: WriterSettings;
  readonly #onError: ((error: StormlogError) => void) | undefined;
  readonly #environment: Environment;
  readonly #lock: AcquiredFileLock | null;
  readonly #file: ArtifactFile;
  readonly #encoder: RowEncoder;
  readonly #chunks: LineChunks;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  readonly #reported = new Set<string>();
  #lockSeenNs = 0n;
  #waiting: (() => void)[] = [];
  #flushing: Promise<void> | null = null;
  #closing: Promise<void> | null = null;
  /** Bytes of the present file, those that wait for it included. */
  #fileBytes: number;
  #written = 0;
  #writtenBytes = 0;
  #dropped = 0;
  #refused = 0;
  #failures = 0;
  #consecutive = 0;
  #lastError: StormlogError | null = null;
  #rotations = 0;

  private constructor(
    path: string,
    opened: {
      readonly lock: AcquiredFileLock | null;
      readonly file: ArtifactFile;
      readonly registry: ContextRegistry;
      readonly settings: WriterSettings;
    },
    options: InferenceArtifactWriterOptions,
  ) {
    this.path = path;
    this.#settings = opened.settings;
    this.#onError = options.onError;
    this.#environment = options.environment ?? systemEnvironment();
    this.#lock = opened.lock;
    this.#file = opened.file;
    this.#fileBytes = opened.file.size;
    this.#encoder = new RowEncoder(opened.settings.transport, opened.registry);
    this.#chunks = new LineChunks(opened.settings.maxBufferBytes, CHUNK_BYTES);
    this.#timer = setInterval(() => this.#flushQuietly(), opened.settings.flushEverySeconds * 1000);
    this.#timer.unref();
    this.#stopListening = options.flushOnExit ? onExit(() => this.flush()) : () => undefined;
  }

  /**
   * Opens an artifact for appending, making it if it is not there. Of one that is there, the definitions are read, so that
   * contexts are referred to, not defined again.
   *
   * @param path of the artifact; a link is followed
   * @throws ArgumentError for options that cannot be, or a compressed artifact
   * @throws ArtifactError `artifact_in_use`, `artifact_torn`, `not_a_file`, or what kept one from opening it
   * @throws InvalidRecordError, ConflictError for definitions in the artifact that cannot be
   */
  static async open(path: string, options: InferenceArtifactWriterOptions = {}): Promise<InferenceArtifactWriter> {
    const settings = resolveWriterSettings(options);
    if (path.endsWith('.gz')) throw new ArgumentError('path', 'a compressed artifact cannot be appended to');
    const { environment = systemEnvironment(), fileOperations = SYSTEM_WRITER_FILE_OPERATIONS } = options;
    const target = await resolvePath(path);
    const lock =
      options.lock === false
        ? null
        : await lockArtifact(target, { environment, lockDeadlineMs: settings.lockDeadlineMs });
    try {
      const file = new ArtifactFile(target, fileOperations, settings.sync === 'flush');
      const registry = await file.open();
      return new InferenceArtifactWriter(path, { lock, file, registry, settings }, options);
    } catch (error) {
      await lock?.release().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Takes an event to be written, in the order of the calls. Never throws, never waits.
   *
   * @returns false when it was not taken: there is no room for it (`dropped_events`), or it is invalid, too large for the
   *   buffer, or the writer is closed (`refused_events`)
   */
  append(event: InferenceEvent): boolean {
    const sound = this.#check(event);
    return sound !== null && this.appendSound(sound);
  }

  /**
   * {@link append} for an event that is known to be sound and in full, such as one that a constructor made: it is not
   * looked at again. An unsound one would make the artifact unreadable.
   */
  appendSound(event: InferenceEvent): boolean {
    const offer = this.#offer(event);
    if (offer === 'full') this.#dropped++;
    return offer === 'taken';
  }

  /**
   * {@link append} that waits for room: a caller that awaits it slows down to the speed of the disk, for as long as the disk
   * is full.
   *
   * @returns false when the event was not taken because it is invalid, too large, or the writer was closed, or because the
   *   signal aborted the waiting (`dropped_events`)
   */
  async appendWhenRoom(event: InferenceEvent, options: { readonly signal?: AbortSignal } = {}): Promise<boolean> {
    const sound = this.#check(event);
    if (sound === null) return false;
    for (;;) {
      const offer = this.#offer(sound);
      if (offer !== 'full') return offer === 'taken';
      if (options.signal?.aborted === true) {
        this.#dropped++;
        return false;
      }
      await this.#room(options.signal);
    }
  }

  /**
   * Writes everything that was taken before the call.
   *
   * @throws ArtifactError what kept it from being written; it still waits, and is tried again from time to time
   */
  async flush(): Promise<void> {
    const target = this.#written + this.#chunks.events;
    while (this.#written < target && this.#chunks.events > 0) await this.#flushOnce();
  }

  /**
   * Writes what waits, closes the file and gives its lock back. This is the last attempt: what cannot be written now is
   * dropped and counted, and the file and its lock are let go in any case. Further calls answer the same.
   *
   * @throws ArtifactError when something could not be written or brought to the disk
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What has been done with the events so far. */
  stats(): InferenceArtifactWriterStats {
    return {
      written_events: this.#written,
      buffered_events: this.#chunks.events,
      dropped_events: this.#dropped,
      refused_events: this.#refused,
      written_bytes: this.#writtenBytes,
      buffered_bytes: this.#chunks.bytes,
      flush_failures: this.#failures,
      consecutive_flush_failures: this.#consecutive,
      last_error: this.#lastError,
      rotations: this.#rotations,
    };
  }

  #check(event: InferenceEvent): InferenceEvent | null {
    try {
      const parsed = parseInferenceRecord(event);
      if (isInferenceEvent(parsed)) return parsed;
      throw new InvalidRecordError('version_unknown', 'a legacy row is no correlation event', {
        field: 'schema_version',
      });
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  #offer(event: InferenceEvent): Offer {
    if (this.#closing !== null) {
      this.#refused++;
      return 'refused';
    }
    try {
      const { bytes, length } = this.#encoder.encode(event);
      if (!this.#chunks.couldHold(length)) throw new ArgumentError('event', 'the event is larger than the buffer');
      if (!this.#chunks.push(bytes, length)) return 'full';
      this.#encoder.commit();
      this.#fileBytes += length;
    } catch (error) {
      this.#refuse(error);
      return 'refused';
    }
    const { rotateBytes, flushEveryEvents, maxBufferBytes } = this.#settings;
    if (rotateBytes !== null && this.#fileBytes >= rotateBytes) {
      this.#chunks.endFile();
      this.#encoder.startOver();
      this.#fileBytes = 0;
    }
    const isDue = this.#chunks.events >= flushEveryEvents || this.#chunks.bytes * 2 >= maxBufferBytes;
    // While nothing can be written, the timer tries.
    if (isDue && this.#consecutive === 0) this.#flushQuietly();
    return 'taken';
  }

  #room(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      signal?.addEventListener('abort', wake, { once: true });
      this.#waiting.push(wake);
      // The disk may have been idle until now.
      if (this.#consecutive === 0) this.#flushQuietly();
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #flushQuietly(): void {
    if (this.#flushing !== null || this.#chunks.events === 0) return;
    this.#flushOnce().catch(() => undefined);
  }

  #flushOnce(): Promise<void> {
    this.#flushing ??= this.#writeWaiting().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #writeWaiting(): Promise<void> {
    await this.#checkLock();
    const chunks = this.#chunks.next();
    const { written, error } = await this.#file.append(chunks);
    const done = chunks.slice(0, written);
    for (const chunk of done) {
      this.#written += chunk.events;
      this.#writtenBytes += chunk.used;
    }
    const endsFile = done.at(-1)?.endsFile === true;
    this.#chunks.settle(written);
    if (endsFile) await this.#rotate();
    if (written > 0) this.#wake();
    if (error !== null) throw this.#fail(error);
    this.#consecutive = 0;
  }

  /** By the wall clock, which also moves on while the machine sleeps. */
  async #checkLock(): Promise<void> {
    const now = this.#environment.wallNs();
    if (now >= this.#lockSeenNs && now - this.#lockSeenNs < LOCK_CHECK_NS) return;
    try {
      await this.#lock?.check();
    } catch (error) {
      throw this.#fail(error);
    }
    this.#lockSeenNs = now;
  }

  /** A file that cannot be given its number is gone on with: defining a context again does no harm. */
  async #rotate(): Promise<void> {
    try {
      await this.#file.rotate(this.#settings.sync !== 'never');
      this.#rotations++;
    } catch (error) {
      this.#lastError = asCoded(error, this.path, 'rotate');
      this.#report(this.#lastError);
    }
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    let failure: unknown = null;
    try {
      await this.#flushing?.catch(() => undefined);
      await this.flush();
      if (this.#settings.sync !== 'never') await this.#file.sync();
    } catch (error) {
      failure = error;
    }
    this.#dropped += this.#chunks.events;
    this.#chunks.settle(Number.POSITIVE_INFINITY);
    this.#wake();
    await this.#file.close().catch((error: unknown) => {
      failure ??= error;
    });
    await this.#lock?.release().catch((error: unknown) => {
      failure ??= error;
    });
    if (failure !== null) throw asCoded(failure, this.path, 'close');
  }

  #fail(error: unknown): StormlogError {
    const coded = asCoded(error, this.path, 'write');
    this.#failures++;
    this.#consecutive++;
    this.#lastError = coded;
    if (this.#consecutive === 1) this.#report(coded);
    return coded;
  }

  #refuse(error: unknown): void {
    this.#refused++;
    const coded = error instanceof StormlogError ? error : new ArgumentError('event', String(error), { cause: error });
    if (this.#reported.has(coded.code)) return;
    this.#reported.add(coded.code);
    this.#report(coded);
  }

  #report(error: StormlogError): void {
    try {
      this.#onError?.(error);
    } catch {
      // Whoever listens must not break what is being served.
    }
  }
}

function asCoded(error: unknown, path: string, stage: string): StormlogError {
  return error instanceof StormlogError ? error : writeError(error, path, stage);
}
