import { pathName, resolvePath } from '@stormlog/files';
import { ArtifactError, StormlogError, stringifyJson } from '@stormlog/records';
import { type SessionSummary, sessionSummaryToRecord } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import { reasonOf } from '../load/file-report.ts';
import type { LoadOptions } from '../load/load-options.ts';
import type { LoadReport, NoticeSink } from '../load/load-report.ts';
import { lookForSegments, type SegmentSource } from '../load/telemetry-source.ts';
import type { SinkManifest, SinkSegment } from '../sink/manifest.ts';
import { unpackedPath } from '../sink/sink-names.ts';
import { SegmentFollower } from './segment-follower.ts';

/** Something new in a sink that is followed. */
export type SinkChange =
  | { readonly kind: 'events'; readonly path: string; readonly events: readonly TelemetryEvent[] }
  /** The sessions that the manifest tells of have changed: one has begun, or ended. */
  | { readonly kind: 'sessions'; readonly sessions: readonly SessionSummary[] }
  /** The file is another one than before: the events that came of it are void, and it is read from its start. */
  | { readonly kind: 'restarted'; readonly path: string }
  /** The file is gone: retention took it, or somebody else did. */
  | { readonly kind: 'removed'; readonly path: string };

/** Options of {@link SinkFollower}. */
export interface SinkFollowerOptions extends Omit<LoadOptions, 'onInvalid' | 'onReport'> {
  /** Told once of everything that was met and passed over. */
  readonly onNotice?: NoticeSink | undefined;
}

/**
 * Reads a sink, or a single `.jsonl` file, while it is written: every look gives what is new since the one before
 * (docs/formats/following.md §2). Nothing has to be there yet.
 */
export class SinkFollower {
  readonly path: string;
  readonly #options: SinkFollowerOptions;
  readonly #segments = new Map<string, SegmentFollower>();
  readonly #told = new Set<string>();
  #sessionsText = '[]';
  #sessions: readonly SessionSummary[] = [];
  #manifestReport: LoadReport | null = null;

  constructor(path: string, options: SinkFollowerOptions = {}) {
    this.path = path;
    this.#options = options;
  }

  /** The sessions of the manifest as it was last read. */
  get sessions(): readonly SessionSummary[] {
    return this.#sessions;
  }

  /** What was read of each file so far. */
  get reports(): readonly LoadReport[] {
    const segments = [...this.#segments.values()].map((segment) => segment.report.toReport());
    return this.#manifestReport === null ? segments : [this.#manifestReport, ...segments];
  }

  /** The files followed now, with the session of their records that name none. */
  get files(): readonly { readonly path: string; readonly defaultSessionId: string }[] {
    return [...this.#segments.values()];
  }

  /**
   * Looks once, and reads to the end that the files have now.
   *
   * @throws ArtifactError when the operating system does not let one look at the path; a file that cannot be read is
   *   reported (`segment_unreadable`), and tried again at the next look
   */
  async *readNew(): AsyncGenerator<SinkChange, void, undefined> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    this.#manifestReport = null;
    const onReport = (report: LoadReport): void => {
      this.#manifestReport = report;
    };
    const found = await lookForSegments(this.path, await resolvePath(this.path), { signal, onReport });
    yield* this.#newSessions(found.manifest);
    yield* this.#removed(found.segments);
    const listed = new Map((found.manifest?.segments ?? []).map((segment) => [segment.filename, segment]));
    for (const source of found.segments) {
      const segment = this.#follower(source);
      if (!isFinished(segment, listed)) yield* this.#readSegment(segment);
    }
    this.#tellNotices();
  }

  #tellNotices(): void {
    const { onNotice } = this.#options;
    if (onNotice === undefined) return;
    for (const { notices } of this.reports) {
      for (const notice of notices) {
        if (this.#told.has(notice.message)) continue;
        this.#told.add(notice.message);
        onNotice(notice);
      }
    }
  }

  *#newSessions(manifest: SinkManifest | null): Generator<SinkChange, void, undefined> {
    const sessions = manifest?.sessions ?? this.#sessions;
    const text = stringifyJson(sessions.map(sessionSummaryToRecord));
    if (text === this.#sessionsText) return;
    this.#sessions = sessions;
    this.#sessionsText = text;
    yield { kind: 'sessions', sessions };
  }

  *#removed(found: readonly SegmentSource[]): Generator<SinkChange, void, undefined> {
    const keys = new Set(found.map(({ path }) => unpackedPath(path)));
    for (const [key, { path }] of this.#segments) {
      if (keys.has(key)) continue;
      this.#segments.delete(key);
      yield { kind: 'removed', path };
    }
  }

  /** A segment that has been packed since is the one that was read. */
  #follower({ path, defaultSessionId }: SegmentSource): SegmentFollower {
    const key = unpackedPath(path);
    const known = this.#segments.get(key);
    if (known !== undefined) return known;
    const segment = new SegmentFollower(path, { ...this.#options, defaultSessionId });
    this.#segments.set(key, segment);
    return segment;
  }

  async *#readSegment(segment: SegmentFollower): AsyncGenerator<SinkChange, void, undefined> {
    const { path } = segment;
    try {
      for await (const news of segment.readNew()) {
        yield news === 'restarted' ? { kind: 'restarted', path } : { kind: 'events', path, events: news };
      }
    } catch (error) {
      if (!(error instanceof StormlogError)) throw error;
      // What was taken away between the listing and the look is gone, which the next listing tells.
      if (error instanceof ArtifactError && error.code === 'file_missing') return;
      segment.report.notice('segment_unreadable', `the file could not be read: ${reasonOf(error)}`);
    }
  }
}

/** A closed segment that has been read to its end is not opened again. */
function isFinished(segment: SegmentFollower, listed: ReadonlyMap<string, SinkSegment>): boolean {
  const name = pathName(segment.path);
  const entry = listed.get(name) ?? listed.get(unpackedPath(name));
  return entry?.closed === true && segment.hasRead(entry.size_bytes);
}
