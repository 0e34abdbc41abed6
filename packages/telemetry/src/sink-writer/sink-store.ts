import { spellPath } from '@stormlog/files';
import type { Environment, SessionSummary } from '@stormlog/sessions';
import { rollupCoverageFromManifest } from '../rollups/coverage.ts';
import { writeTelemetryRollups } from '../rollups/write-rollups.ts';
import { onDisk } from './disk-fault.ts';
import { ManifestPace } from './manifest-pace.ts';
import { SegmentRetention } from './segment-retention.ts';
import { SegmentWriter } from './segment-writer.ts';
import type { TelemetrySinkConfig } from './sink-config.ts';
import type { SinkDiagnostics } from './sink-diagnostics.ts';
import type { SinkFileOperations } from './sink-file-operations.ts';
import { type LedgerSegment, SinkLedger } from './sink-ledger.ts';
import { SinkLock } from './sink-lock.ts';
import { rollUpSink } from './sink-rollups.ts';
import type { StreamedRollups } from './streamed-rollups.ts';

const NS_PER_SECOND = 1_000_000_000n;

/** What a {@link SinkStore} works with. */
export interface SinkStoreParts {
  readonly config: TelemetrySinkConfig;
  readonly environment: Environment;
  readonly operations: SinkFileOperations;
  readonly lock: boolean;
  readonly manifestEverySeconds: number;
  /** Null when rollups are not wanted. */
  readonly rollups: StreamedRollups | null;
  /** Told of a failure besides that of a payload; may throw it. */
  readonly onFault: (error: unknown) => void;
}

/** The folder of a sink as its writer has it: lock, ledger, segments, manifest, rollups. Calls must not overlap. */
export class SinkStore {
  readonly root: string;
  readonly #parts: SinkStoreParts;
  readonly #lock: SinkLock;
  readonly #writer: SegmentWriter;
  readonly #retention: SegmentRetention;
  readonly #pace: ManifestPace;
  #ledger: SinkLedger;
  #rollovers = 0;

  private constructor(root: string, lock: SinkLock, ledger: SinkLedger, parts: SinkStoreParts) {
    this.root = root;
    this.#parts = parts;
    this.#lock = lock;
    this.#ledger = ledger;
    this.#writer = new SegmentWriter(root, parts.operations, { isAlone: parts.lock });
    this.#retention = new SegmentRetention(root, parts.config, parts.operations);
    this.#pace = new ManifestPace(parts.manifestEverySeconds);
  }

  /** @throws as `TelemetrySink.open` */
  static async open(rootFolder: string, parts: SinkStoreParts): Promise<SinkStore> {
    const { operations, environment } = parts;
    const root = spellPath(rootFolder);
    await onDisk(root, 'make folder', () => operations.makeFolder(root));
    const lock = new SinkLock(root, parts.lock);
    await lock.take();
    try {
      return new SinkStore(root, lock, await SinkLedger.open(root, operations, environment.wallNs()), parts);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** True when the folder has been given back, so that nothing in it may be changed. */
  get isAway(): boolean {
    return this.#lock.isAway;
  }

  /**
   * Makes sure that the folder is this writer's. Another one may have been there since it was given back.
   *
   * @throws ArtifactError `sink_in_use`, `manifest_newer`, or what kept one from reading or writing
   */
  async claim(): Promise<void> {
    if (!(await this.#lock.take()) || (await this.#ledger.isCurrent())) return;
    const { operations, environment, rollups } = this.#parts;
    this.#ledger = await SinkLedger.open(this.root, operations, environment.wallNs());
    rollups?.keepOnly(this.#ledger.segments);
  }

  /** Lets other writers in. */
  async giveBack(): Promise<void> {
    await this.#orFault(() => this.#lock.release());
  }

  /** Puts a session into the ledger in the place of what it has of that id. */
  setSession(session: SessionSummary): void {
    this.#ledger.sessions.set(session.session_id, session);
    this.#pace.noteChange();
  }

  /**
   * Appends a payload to the open segment of the session, or to a new one; {@link tidy} does what follows from it.
   *
   * @returns the segment
   * @throws ArtifactError, InvalidRecordError `not_utf8`; the payload is not there then
   */
  async append(payload: Uint8Array, records: number, sessionId: string | null): Promise<LedgerSegment> {
    const segment = this.#currentSegment(sessionId) ?? this.#addSegment(sessionId);
    await this.#writer.append(segment, payload);
    segment.event_count += records;
    segment.size_bytes += payload.length;
    this.#pace.noteCounts();
    return segment;
  }

  /** After a payload: closes the segment if it is full, prunes, and writes the manifest if it is due, or at once. */
  async tidy(segment: LedgerSegment, atOnce: boolean): Promise<void> {
    const { rolloverMaxEvents, rolloverMaxBytes } = this.#parts.config;
    const isFull = segment.event_count >= rolloverMaxEvents || segment.size_bytes >= rolloverMaxBytes;
    if (isFull) {
      segment.closed = true;
      this.#pace.noteChange();
      await this.#writer.close();
      this.#rollovers++;
    }
    await this.#prune();
    if (atOnce || this.#isManifestDue()) await this.writeManifest(isFull);
  }

  /** Closes the open segment of the session; without a session, any that is open. */
  async closeSegment(sessionId: string | null): Promise<void> {
    await this.#writer.close();
    const segment = this.#currentSegment(sessionId);
    if (segment !== null) segment.closed = true;
  }

  /** @param sync bring it to the disk too */
  async writeManifest(sync: boolean): Promise<void> {
    await this.#orFault(async () => {
      await this.#ledger.writeManifest(sync);
      this.#pace.catchUp(this.#parts.environment.monotonicSeconds());
    });
  }

  /** Writes the manifest that was left behind, when it is due or at once. */
  async catchUp(atOnce: boolean): Promise<void> {
    if (this.#pace.isBehind && !this.isAway && (atOnce || this.#isManifestDue())) await this.writeManifest(false);
  }

  /** @throws what kept the rollups from being made or written */
  async writeRollups(): Promise<void> {
    const { config, environment, rollups } = this.#parts;
    const manifest = this.#ledger.toManifest();
    const made = await rollUpSink(this.root, {
      manifest,
      coverage: rollupCoverageFromManifest(manifest, {
        pruned_segment_count: this.#retention.prunedSegments,
        pruned_bytes: this.#retention.prunedBytes,
      }),
      windowDurationNs: BigInt(config.rollupWindowSeconds) * NS_PER_SECOND,
      environment,
      streamed: rollups,
    });
    await writeTelemetryRollups(this.root, made);
  }

  diagnostics(): SinkDiagnostics {
    const { segments } = this.#ledger;
    return {
      rollover_count: this.#rollovers,
      pruned_segment_count: this.#retention.prunedSegments,
      pruned_bytes: this.#retention.prunedBytes,
      final_retained_files: segments.length,
      final_retained_bytes: segments.reduce((sum, segment) => sum + segment.size_bytes, 0),
    };
  }

  #isManifestDue(): boolean {
    return this.#pace.isDue(this.#parts.environment.monotonicSeconds());
  }

  /** The open segment that may be continued; null when there is none. */
  #currentSegment(sessionId: string | null): LedgerSegment | null {
    const last = this.#ledger.segments.at(-1);
    if (last === undefined || last.closed) return null;
    return sessionId === null || last.session_id === sessionId ? last : null;
  }

  #addSegment(sessionId: string | null): LedgerSegment {
    const segment = this.#ledger.addSegment(sessionId);
    this.#pace.noteChange();
    this.#parts.rollups?.addSegment(segment.filename);
    return segment;
  }

  async #prune(): Promise<void> {
    const { segments } = this.#ledger;
    const before = segments.length;
    await this.#orFault(() => this.#retention.prune(segments));
    if (segments.length === before) return;
    this.#pace.noteChange();
    this.#parts.rollups?.keepOnly(segments);
  }

  async #orFault(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.onFault(error);
    }
  }
}
