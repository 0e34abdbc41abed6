import { stat } from 'node:fs/promises';
import { pathName } from '@stormlog/files';
import type { Environment, SessionSummary } from '@stormlog/sessions';
import { loadTelemetrySessions } from '../load/load-sessions.ts';
import { readSource } from '../load/read-events.ts';
import { openTelemetrySource, type TelemetrySource } from '../load/telemetry-source.ts';
import { assembleRollups, buildTelemetryRollups } from '../rollups/build-rollups.ts';
import type { RollupCoverage, TelemetryRollups } from '../rollups/rollup-schema.ts';
import { SessionRollupAccumulator } from '../rollups/session-accumulator.ts';
import type { SinkManifest } from '../sink/manifest.ts';
import { onDisk } from './disk-fault.ts';
import type { RollupPart, StreamedRollups } from './streamed-rollups.ts';

/** What the rollups of a sink are made with. */
export interface SinkRollupOptions {
  readonly manifest: SinkManifest;
  readonly coverage: RollupCoverage;
  readonly windowDurationNs: bigint;
  readonly environment: Environment;
  /** What is known of segments without reading them. */
  readonly streamed: StreamedRollups | null;
}

/**
 * The rollups of a sink's folder, the same as those of its loaded sessions, but without holding the events. Only segments are
 * read that did not pass by: those of earlier writers, and those with a record that is no event as it stands.
 *
 * @throws InvalidRecordError, ArtifactError as the loaders
 */
export async function rollUpSink(root: string, options: SinkRollupOptions): Promise<TelemetryRollups> {
  const source = await openTelemetrySource(root, {});
  const summaries = new Map<string, SessionSummary>();
  if (source.kind === 'segments') for (const summary of source.summaries) summaries.set(summary.session_id, summary);
  const parts = new SessionParts(summaries, options.windowDurationNs);
  const isComplete = await parts.gather(source, options.streamed);
  // A session without a summary has to be known whole before its first window can be.
  if (!isComplete) return buildTelemetryRollups(await loadTelemetrySessions(root), options.manifest, options);
  return assembleRollups(parts.toRollups(source.resolvedPath), options.manifest, options);
}

class SessionParts {
  readonly #summaries: ReadonlyMap<string, SessionSummary>;
  readonly #windowNs: bigint;
  readonly #accumulators = new Map<string, SessionRollupAccumulator>();
  readonly #sources = new Map<string, Set<string>>();

  constructor(summaries: ReadonlyMap<string, SessionSummary>, windowNs: bigint) {
    this.#summaries = summaries;
    this.#windowNs = windowNs;
    for (const [id, { started_at_ns: start }] of summaries) {
      this.#accumulators.set(id, new SessionRollupAccumulator(start, windowNs));
      this.#sources.set(id, new Set());
    }
  }

  /** @returns false when something is of a session that has no summary, or another start there */
  async gather(source: TelemetrySource, streamed: StreamedRollups | null): Promise<boolean> {
    if (source.kind === 'document') return await this.#read(source);
    for (const segment of source.segments) {
      const part = await knownPart(segment.path, streamed);
      const isKnown = part !== null && part.sessionId === segment.defaultSessionId;
      const isDone = isKnown ? this.#add(part, segment.path) : await this.#read({ ...source, segments: [segment] });
      if (!isDone) return false;
    }
    return true;
  }

  #add(part: RollupPart, path: string): boolean {
    const accumulator = this.#accumulators.get(part.sessionId);
    if (accumulator === undefined || this.#summaries.get(part.sessionId)?.started_at_ns !== part.startedAtNs)
      return false;
    accumulator.merge(part.accumulator);
    this.#sources.get(part.sessionId)?.add(path);
    return true;
  }

  async #read(source: TelemetrySource): Promise<boolean> {
    const batches = readSource(source, {}, (file) => {
      if (file.events === 0) this.#sources.get(file.defaultSessionId)?.add(file.path);
    });
    for await (const { events, path } of batches) {
      for (const event of events) {
        const accumulator = this.#accumulators.get(event.session_id);
        if (accumulator === undefined) return false;
        accumulator.add(event);
        this.#sources.get(event.session_id)?.add(path);
      }
    }
    return true;
  }

  toRollups(resolvedPath: string): ReturnType<SessionRollupAccumulator['toRollup']>[] {
    return [...this.#summaries].map(([id, summary]) => {
      const sources = [...(this.#sources.get(id) ?? [])];
      const accumulator =
        this.#accumulators.get(id) ?? new SessionRollupAccumulator(summary.started_at_ns, this.#windowNs);
      return accumulator.toRollup(summary, sources.length > 0 ? sources : [resolvedPath], []);
    });
  }
}

/** What is known of a segment, if the file still has the size that it was left with. */
async function knownPart(path: string, streamed: StreamedRollups | null): Promise<RollupPart | null> {
  const part = streamed?.partOf(pathName(path)) ?? null;
  if (part === null) return null;
  const { size } = await onDisk(path, 'look', () => stat(path));
  return size === part.bytes ? part : null;
}
