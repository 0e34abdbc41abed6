import { JsonLineFollower } from '@stormlog/files';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { EventConverter } from '../load/event-converter.ts';
import { FileReport } from '../load/file-report.ts';
import type { LoadOptions } from '../load/load-options.ts';
import { readSegment, SegmentReader } from '../load/read-segment.ts';
import { refuseSpecialFile } from '../sink/path-kind.ts';
import { unpackedPath } from '../sink/sink-names.ts';

/** Options of followers: lines that cannot be used are always left out and reported. */
export type FollowSegmentOptions = Omit<LoadOptions, 'onInvalid' | 'onReport'> & { readonly defaultSessionId: string };

/** What a look at a growing segment gives. */
export type SegmentNews = readonly TelemetryEvent[] | 'restarted';

/** Reads the events of one JSON Lines file while it grows; a packed file does not grow and is read once. */
export class SegmentFollower {
  readonly path: string;
  /** The session of records that name none. */
  readonly defaultSessionId: string;
  readonly #options: FollowSegmentOptions & { readonly onInvalid: 'skip' };
  readonly #lines: JsonLineFollower | null;
  #report: FileReport;
  #reader: SegmentReader;
  #isRead = false;

  constructor(path: string, options: FollowSegmentOptions) {
    this.path = path;
    this.defaultSessionId = options.defaultSessionId;
    this.#options = { ...options, onInvalid: 'skip' };
    const { onProgress } = options;
    const isPacked = unpackedPath(path) !== path;
    this.#lines = isPacked
      ? null
      : new JsonLineFollower(path, {
          signal: options.signal,
          chunkBytes: options.chunkBytes,
          maxLineBytes: options.maxLineBytes,
          bigIntField: 'timestamp_ns',
          onProgress: onProgress && ((progress) => onProgress({ path, ...progress })),
        });
    this.#report = new FileReport(path);
    this.#reader = this.#newReader();
  }

  /** What was read so far. */
  get report(): FileReport {
    return this.#report;
  }

  /** True when this many bytes have been read and nothing more is expected. */
  hasRead(bytes: number): boolean {
    return this.#lines === null ? this.#isRead : this.#lines.position === bytes;
  }

  /**
   * The events of the lines that were completed since the last look.
   *
   * @throws ArtifactError as `JsonLineFollower.readNew`; InvalidRecordError `not_utf8` for a file in another encoding
   */
  async *readNew(): AsyncGenerator<SegmentNews, void, undefined> {
    if (this.#lines === null) {
      if (!this.#isRead) yield* readSegment(this.path, this.#report, this.#options);
      this.#isRead = true;
      return;
    }
    await refuseSpecialFile(this.path);
    for await (const found of this.#lines.readNew()) {
      if (found.kind === 'restarted') {
        this.#report = new FileReport(this.path);
        this.#reader = this.#newReader();
        yield 'restarted';
        continue;
      }
      const events = await this.#reader.read(found.batch);
      if (events.length > 0) yield events;
    }
  }

  #newReader(): SegmentReader {
    return new SegmentReader(this.path, this.#report, new EventConverter(this.#report, this.#options), true);
  }
}
