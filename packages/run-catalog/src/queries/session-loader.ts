import type { SessionSummary } from '@stormlog/sessions';
import { loadTelemetryCsv, loadTelemetrySessions } from '@stormlog/telemetry';
import type { SourceKind } from '../discovery/catalog-source.ts';

/** What the catalog wants to know of a session that a file holds. */
export interface SessionOfSource {
  readonly summary: SessionSummary;
  readonly events: { readonly length: number };
  readonly sources_loaded: { readonly length: number };
  readonly warnings: { readonly length: number };
}

/** What a loader may use. */
export interface SessionLoaderOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Loads the sessions of a file or sink. Whatever it throws becomes one `load_failed` warning, but for an abort
 * (docs/formats/run-catalog.md §5.2).
 */
export type SessionLoader = (
  path: string,
  kind: Exclude<SourceKind, 'diagnose_bundle'>,
  options: SessionLoaderOptions,
) => Promise<readonly SessionOfSource[]>;

/** The loaders of `@stormlog/telemetry`; one event that cannot be used refuses its file. */
export const telemetrySessionLoader: SessionLoader = async (path, kind, { signal }) =>
  kind === 'telemetry_csv'
    ? (await loadTelemetryCsv(path, { profile: 'query', signal })).sessions
    : await loadTelemetrySessions(path, { signal });
