import type { Environment, SessionSummary } from '@stormlog/sessions';
import { loadTelemetrySessions } from '../load/load-sessions.ts';
import { readSource } from '../load/read-events.ts';
import { openTelemetrySource, type TelemetrySource } from '../load/telemetry-source.ts';
import { assembleRollups, buildTelemetryRollups } from '../rollups/build-rollups.ts';
import type { RollupCoverage, TelemetryRollups } from '../rollups/rollup-schema.ts';
import { SessionRollupAccumulator } from '../rollups/session-accumulator.ts';
import type { SinkManifest } from '../sink/manifest.ts';

/** What the rollups of a sink are made with. */
export interface SinkRollupOptions {
  readonly manifest: SinkManifest;
  readonly coverage: RollupCoverage;
  readonly windowDurationNs: bigint;
  readonly environment: Environment;
}

/**
 * The rollups of a sink's folder, the same as those of its loaded sessions, but without holding the events.
 *
 * @throws InvalidRecordError, ArtifactError as the loaders
 */
export async function rollUpSink(root: string, options: SinkRollupOptions): Promise<TelemetryRollups> {
  const source = await openTelemetrySource(root, {});
  const summaries = new Map<string, SessionSummary>();
  if (source.kind === 'segments') for (const summary of source.summaries) summaries.set(summary.session_id, summary);
  const parts = new SessionParts(summaries, options.windowDurationNs);
  const isComplete = await parts.read(source);
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

  /** @returns false when there is an event of a session that has no summary */
  async read(source: TelemetrySource): Promise<boolean> {
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
