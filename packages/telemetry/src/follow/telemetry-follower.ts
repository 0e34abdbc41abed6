import { stat } from 'node:fs/promises';
import { type FileSource, pathName, resolvePath } from '@stormlog/files';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { LoadDocumentOptions } from '../load/load-options.ts';
import type { LoadReport } from '../load/load-report.ts';
import { loadTelemetrySessions } from '../load/load-sessions.ts';
import type { LoadedSession } from '../load/loaded-session.ts';
import { SessionGroups } from '../load/session-groups.ts';
import { SinkFollower } from './sink-follower.ts';

interface FollowedSource {
  readonly follower: SinkFollower;
  /** What was read of each file, a list a look. */
  readonly events: Map<string, (readonly TelemetryEvent[])[]>;
  count: number;
}

interface LoadedDocument {
  readonly version: string;
  readonly sessions: readonly LoadedSession[];
  readonly reports: readonly LoadReport[];
}

/** Options of {@link TelemetryFollower}. */
export interface TelemetryFollowerOptions {
  /** Events kept of one sink or file; beyond it the oldest ones read are left behind. Default 2 million. */
  readonly maxEvents?: number | undefined;
}

/**
 * Loads sessions as `loadTelemetrySessions` does, again and again: of sinks and `.jsonl` files only what has come since the
 * last time is read, and another file only when it has changed (docs/formats/following.md §3). Lines that cannot be used are
 * left out and reported; a last line without its line end is left for the next time.
 */
export class TelemetryFollower {
  readonly #maxEvents: number;
  readonly #sources = new Map<string, FollowedSource>();
  readonly #documents = new Map<string, LoadedDocument>();
  #leftBehind = 0;

  constructor(options: TelemetryFollowerOptions = {}) {
    this.#maxEvents = options.maxEvents ?? 2_000_000;
  }

  /** Events that were read and are not kept any more, because there were too many. */
  get eventsLeftBehind(): number {
    return this.#leftBehind;
  }

  /**
   * The sessions of a source as it is now.
   *
   * @throws as `loadTelemetrySessions`
   */
  async load(input: FileSource, options: LoadDocumentOptions = {}): Promise<LoadedSession[]> {
    // A stream has been read when it has been read, and nobody can follow it.
    if (typeof input !== 'string') return await loadTelemetrySessions(input, options);
    const source = this.#sources.get(input) ?? newSource(input, options);
    await this.#takeNew(source);
    if (source.follower.files.length === 0) return await this.#loadDocument(input, options);
    this.#sources.set(input, source);
    this.#leaveBehind(source);
    for (const report of source.follower.reports) options.onReport?.(report);
    return await sessionsOf(input, source);
  }

  async #takeNew(source: FollowedSource): Promise<void> {
    for await (const change of source.follower.readNew()) {
      if (change.kind === 'sessions') continue;
      if (change.kind === 'events') {
        const known = source.events.get(change.path);
        if (known === undefined) source.events.set(change.path, [change.events]);
        else known.push(change.events);
        source.count += change.events.length;
      } else {
        for (const events of source.events.get(change.path) ?? []) source.count -= events.length;
        source.events.delete(change.path);
      }
    }
  }

  #leaveBehind(source: FollowedSource): void {
    for (const { path } of source.follower.files) {
      const lists = source.events.get(path) ?? [];
      while (source.count > this.#maxEvents && lists.length > 0) {
        const count = lists.shift()!.length;
        source.count -= count;
        this.#leftBehind += count;
      }
    }
  }

  /** A file that does not grow line by line, or nothing that can be loaded. */
  async #loadDocument(path: string, options: LoadDocumentOptions): Promise<LoadedSession[]> {
    const version = await versionOf(path);
    const known = this.#documents.get(path);
    if (known !== undefined && known.version === version) {
      for (const report of known.reports) options.onReport?.(report);
      return [...known.sessions];
    }
    this.#documents.delete(path);
    const reports: LoadReport[] = [];
    const onReport = (report: LoadReport): void => {
      reports.push(report);
      options.onReport?.(report);
    };
    const sessions = await loadTelemetrySessions(path, { ...options, onReport });
    if (version !== null) this.#documents.set(path, { version, sessions, reports });
    return sessions;
  }
}

function newSource(input: string, options: LoadDocumentOptions): FollowedSource {
  return { follower: new SinkFollower(input, options), events: new Map(), count: 0 };
}

async function sessionsOf(input: string, { follower, events }: FollowedSource): Promise<LoadedSession[]> {
  const groups = new SessionGroups();
  for (const { path, defaultSessionId } of follower.files) {
    const lists = events.get(path) ?? [];
    if (lists.length === 0) groups.addSource(defaultSessionId, path);
    for (const list of lists) groups.add(list, path);
  }
  const resolvedPath = await resolvePath(input);
  const source = `artifact:${pathName(input) || resolvedPath}`;
  return groups.toSessions({ summaries: follower.sessions, source, resolvedPath });
}

/** Changes whenever the file does; null when it cannot be looked at. */
async function versionOf(path: string): Promise<string | null> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}`;
  } catch {
    return null;
  }
}
