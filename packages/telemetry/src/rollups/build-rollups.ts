import { ArgumentError, compareCodePoints } from '@stormlog/records';
import { type Environment, type SessionSummary, systemEnvironment } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { LoadNotice } from '../load/load-report.ts';
import type { SinkManifest } from '../sink/manifest.ts';
import { MANIFEST_FILENAME } from '../sink/sink-names.ts';
import { rollupCoverageFromManifest } from './coverage.ts';
import {
  ROLLUP_FORMAT,
  ROLLUP_VERSION,
  type RollupCoverage,
  type SessionRollup,
  type TelemetryRollups,
} from './rollup-schema.ts';
import { SessionRollupAccumulator } from './session-accumulator.ts';

/** Length of a window unless another is asked for: a minute. */
export const DEFAULT_ROLLUP_WINDOW_NS = 60_000_000_000n;

/** A session to summarise; what the loaders answer is one. */
export interface RollupSession {
  readonly summary: SessionSummary;
  readonly events: Iterable<TelemetryEvent>;
  readonly sources_loaded: readonly string[];
  readonly warnings: readonly (string | LoadNotice)[];
}

/** Options of {@link buildTelemetryRollups}. */
export interface BuildRollupOptions {
  /** Length of a window in nanoseconds; default a minute. */
  readonly windowDurationNs?: bigint | undefined;
  /** Default: that of the manifest. */
  readonly coverage?: RollupCoverage | undefined;
  readonly environment?: Environment | undefined;
}

/**
 * The rollups of loaded sessions (docs/formats/rollups.md §2).
 *
 * @param manifest that of the sink the sessions were loaded from, if they were
 * @throws ArgumentError when a window has no length
 * @throws InvalidRecordError `number_out_of_range` when windows are so short that their numbers are beyond 2^53−1
 */
export function buildTelemetryRollups(
  sessions: Iterable<RollupSession>,
  manifest: SinkManifest | null = null,
  options: BuildRollupOptions = {},
): TelemetryRollups {
  const windowNs = requireWindow(options.windowDurationNs ?? DEFAULT_ROLLUP_WINDOW_NS);
  const rollups: SessionRollup[] = [];
  for (const { summary, events, sources_loaded: sources, warnings } of sessions) {
    const accumulator = new SessionRollupAccumulator(summary.started_at_ns, windowNs);
    for (const event of events) accumulator.add(event);
    const texts = warnings.map((warning) => (typeof warning === 'string' ? warning : warning.message));
    rollups.push(accumulator.toRollup(summary, sources, texts));
  }
  return assembleRollups(rollups, manifest, { ...options, windowDurationNs: windowNs });
}

/** The rollup file of the sessions' rollups. */
export function assembleRollups(
  sessions: SessionRollup[],
  manifest: SinkManifest | null,
  options: BuildRollupOptions & { readonly windowDurationNs: bigint },
): TelemetryRollups {
  return {
    schema_version: ROLLUP_VERSION,
    format: ROLLUP_FORMAT,
    generated_at_ns: (options.environment ?? systemEnvironment()).wallNs(),
    source_manifest: manifest === null ? null : MANIFEST_FILENAME,
    source_manifest_schema_version: manifest?.schema_version ?? null,
    window_duration_ns: options.windowDurationNs,
    coverage: options.coverage ?? rollupCoverageFromManifest(manifest),
    sessions: sessions.sort(byStart),
  };
}

function byStart({ session: left }: SessionRollup, { session: right }: SessionRollup): number {
  if (left.started_at_ns !== right.started_at_ns) return left.started_at_ns < right.started_at_ns ? -1 : 1;
  return compareCodePoints(left.session_id, right.session_id);
}

function requireWindow(windowNs: bigint): bigint {
  if (windowNs > 0n) return windowNs;
  throw new ArgumentError('windowDurationNs', `a window must be longer than nothing, found ${windowNs} ns`);
}
