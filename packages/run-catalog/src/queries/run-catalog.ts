import { isAbsolute } from 'node:path';
import { printablePath } from '@stormlog/files';
import { compareCodePoints, describeValue, formatError } from '@stormlog/records';
import type { CatalogSource } from '../discovery/catalog-source.ts';
import type { CatalogWarning } from '../discovery/catalog-warning.ts';
import { Discovery } from '../discovery/discovery.ts';
import type { CatalogProgress } from '../discovery/discovery-options.ts';
import type { RunEnvelope } from '../envelope/run-envelope.ts';
import { parentPath } from '../paths/parent-path.ts';
import {
  type AttachmentFilter,
  attachmentMatches,
  type OomBundleFilter,
  oomBundleMatches,
  type RunAttachmentFilter,
  type RunFilter,
  runAttachmentMatches,
  runMatches,
  type SessionFilter,
  sessionMatches,
} from '../runs/filters.ts';
import type {
  ExternalAttachment,
  OomBundle,
  OomBundleRow,
  RunAttachmentRow,
  RunRow,
  SessionRow,
} from '../runs/row-schemas.ts';
import { runRow } from '../runs/run-context.ts';
import { filterSteps } from '../slices/filter-steps.ts';
import { inOrder } from '../slices/in-order.ts';
import { sortSteps } from '../slices/sort-steps.ts';
import { inSlices, Pauses, type Steps } from '../slices/steps.ts';
import { buildRunModel, type RunModel } from './run-model.ts';
import { type SessionLoader, telemetrySessionLoader } from './session-loader.ts';
import { type SessionFigures, sessionRow, sinkFigures } from './session-rows.ts';

/** Telemetry files that are loaded at a time. */
const LOADED_AT_ONCE = 2;

/** Options of {@link openRunCatalog}. */
export interface RunCatalogOptions {
  /** Aborting rejects with `signal.reason`, also the lists asked for later. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each folder listed. */
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
  /** A folder: attachments of envelopes and sidecars that lie outside of it are warned of (`attachment_outside_root`). */
  readonly confineTo?: string | undefined;
  /** Loads the sessions of telemetry files; default: the loaders of `@stormlog/telemetry`. */
  readonly loadSessions?: SessionLoader | undefined;
}

/**
 * Finds the runs, sessions and attachments at and below a set of files and folders (docs/formats/run-catalog.md). What
 * cannot be read is a warning; no file is changed, and no telemetry is read before a list needs it. Works in slices of a
 * few milliseconds, so that a server can do it.
 *
 * @throws signal.reason when aborted; nothing else for what the paths hold
 */
export async function openRunCatalog(paths: readonly string[], options: RunCatalogOptions = {}): Promise<RunCatalog> {
  const discovery = await Discovery.of(paths, options);
  return new RunCatalog(discovery, options);
}

/** What was found, and lists of it; see {@link openRunCatalog}. What has been loaded is kept for later lists. */
export class RunCatalog {
  readonly #discovery: Discovery;
  readonly #signal: AbortSignal | undefined;
  readonly #loadSessions: SessionLoader;
  readonly #loaded = new Map<CatalogSource, Promise<readonly SessionFigures[]>>();
  #sessions: Promise<readonly SessionRow[]> | null = null;
  #model: Promise<RunModel> | null = null;

  /** Use {@link openRunCatalog}. */
  constructor(discovery: Discovery, options: RunCatalogOptions) {
    this.#discovery = discovery;
    this.#signal = options.signal;
    this.#loadSessions = options.loadSessions ?? telemetrySessionLoader;
  }

  /** The paths it was opened with, as spelled. */
  get paths(): readonly string[] {
    return this.#discovery.paths;
  }

  /** In the order of discovery. */
  get sources(): readonly CatalogSource[] {
    return this.#discovery.sources;
  }

  /** In the order of discovery. */
  get oomBundles(): readonly OomBundle[] {
    return this.#discovery.oomBundles;
  }

  /** Those of sidecars, in the order of discovery. */
  get attachments(): readonly ExternalAttachment[] {
    return this.#discovery.attachments;
  }

  /** In the order of discovery, without those whose run id stands in several files. */
  get envelopes(): readonly RunEnvelope[] {
    return this.#discovery.envelopes;
  }

  /** Everything that could not be used so far; lists add to it, each thing once. */
  get warnings(): readonly CatalogWarning[] {
    return this.#discovery.warnings;
  }

  /** The sessions of all sources, the latest start first (docs/formats/run-catalog.md §5.1). Loads telemetry. */
  async listSessions(filter: SessionFilter = {}): Promise<SessionRow[]> {
    const rows = await this.#allSessions();
    return await inSlices(
      filterSteps(rows, (row) => sessionMatches(row, filter)),
      this.#signal,
    );
  }

  /** The attachments that sidecars name, by start, title and sidecar. */
  async listAttachments(filter: AttachmentFilter = {}): Promise<ExternalAttachment[]> {
    return await this.#list(
      this.attachments,
      (row) => attachmentMatches(row, filter),
      (left, right) =>
        compareBigInts(left.start_ns ?? -1n, right.start_ns ?? -1n) ||
        compareCodePoints(left.title, right.title) ||
        compareCodePoints(left.sidecar_path, right.sidecar_path),
    );
  }

  /** The bundles written when memory ran out, by time text and path (docs/formats/run-catalog.md §5.3). */
  async listOomBundles(filter: OomBundleFilter = {}): Promise<OomBundleRow[]> {
    const statuses = await inSlices(this.#statusSteps(), this.#signal);
    const rows = this.oomBundles
      .map((bundle) => oomBundleRow(bundle, statuses))
      .filter((row) => oomBundleMatches(row, filter));
    return await this.#sorted(
      rows,
      (left, right) =>
        compareCodePoints(left.created_at_utc ?? '', right.created_at_utc ?? '') ||
        compareCodePoints(left.bundle_path, right.bundle_path),
    );
  }

  /** The runs, the latest start first (docs/formats/run-catalog.md §6). Loads telemetry. */
  async listRuns(filter: RunFilter = {}): Promise<RunRow[]> {
    const { contexts, attachments } = await this.#runModel();
    const rows = await inSlices(
      (function* (): Steps<RunRow[]> {
        const counts = new Map<string, number>();
        for (const { run_id: runId } of attachments) {
          counts.set(runId, (counts.get(runId) ?? 0) + 1);
          yield;
        }
        const wanted: RunRow[] = [];
        for (const context of contexts.values()) {
          const row = runRow(context, counts.get(context.run_id) ?? 0);
          if (runMatches(row, filter)) wanted.push(row);
          yield;
        }
        return wanted;
      })(),
      this.#signal,
    );
    return await this.#sorted(
      rows,
      (left, right) =>
        compareBigInts(right.started_at_ns ?? -1n, left.started_at_ns ?? -1n) ||
        compareCodePoints(right.run_id, left.run_id),
    );
  }

  /** What belongs to the runs, by run, session, rank, kind and title (docs/formats/run-catalog.md §8). Loads telemetry. */
  async listRunAttachments(filter: RunAttachmentFilter = {}): Promise<RunAttachmentRow[]> {
    const { attachments } = await this.#runModel();
    return await this.#list(
      attachments,
      (row) => runAttachmentMatches(row, filter),
      (left, right) =>
        compareCodePoints(left.run_id, right.run_id) ||
        compareCodePoints(left.session_id ?? '', right.session_id ?? '') ||
        (left.rank ?? -1) - (right.rank ?? -1) ||
        compareCodePoints(left.kind, right.kind) ||
        compareCodePoints(left.title, right.title) ||
        compareCodePoints(left.source_path, right.source_path),
    );
  }

  #list<Row>(
    rows: readonly Row[],
    isWanted: (row: Row) => boolean,
    compare: (left: Row, right: Row) => number,
  ): Promise<Row[]> {
    const steps = (function* (): Steps<Row[]> {
      return yield* sortSteps(yield* filterSteps(rows, isWanted), compare);
    })();
    return inSlices(steps, this.#signal);
  }

  #sorted<Row>(rows: readonly Row[], compare: (left: Row, right: Row) => number): Promise<Row[]> {
    return inSlices(sortSteps(rows, compare), this.#signal);
  }

  #allSessions(): Promise<readonly SessionRow[]> {
    this.#sessions ??= this.#collectSessions().catch((error: unknown) => {
      this.#sessions = null;
      throw error;
    });
    return this.#sessions;
  }

  #runModel(): Promise<RunModel> {
    this.#model ??= this.#buildModel().catch((error: unknown) => {
      this.#model = null;
      throw error;
    });
    return this.#model;
  }

  async #buildModel(): Promise<RunModel> {
    const model = await buildRunModel(this.#discovery, await this.#allSessions(), this.#signal);
    for (const { identity_kind: kind, identity_value: value, run_ids: runIds } of model.index.conflicts) {
      const runs = runIds.map(describeValue).join(', ');
      this.#discovery.warnings.push({
        code: 'ambiguous_identity',
        message: `the ${kind} ${describeValue(value)} belongs to several runs, so it leads to none: ${runs}`,
        path: '<run-catalog>',
        identity_kind: kind,
      });
    }
    return model;
  }

  async #collectSessions(): Promise<readonly SessionRow[]> {
    const oomCounts = new Map<string, number>();
    for (const { session_id: id } of this.oomBundles) if (id !== null) oomCounts.set(id, (oomCounts.get(id) ?? 0) + 1);
    const insideOf = await inSlices(this.#sinkSessionSteps(), this.#signal);
    const rows = new Map<string, SessionRow>();
    const figures = inOrder(this.sources, LOADED_AT_ONCE, async (source) => ({
      source,
      sessions: await this.#figuresOf(source, insideOf),
    }));
    const pauses = new Pauses(this.#signal);
    for await (const { source, sessions } of figures) {
      for (const session of sessions) {
        if (pauses.isDue()) await pauses.take();
        const row = sessionRow(source, session, oomCounts.get(session.summary.session_id) ?? 0);
        const key = JSON.stringify([row.session_id, row.source_path, row.source_kind]);
        if (!rows.has(key)) rows.set(key, row);
      }
      this.#signal?.throwIfAborted();
    }
    return await this.#sorted(
      [...rows.values()],
      (left, right) =>
        compareBigInts(right.started_at_ns, left.started_at_ns) || compareCodePoints(right.session_id, left.session_id),
    );
  }

  async #figuresOf(
    source: CatalogSource,
    sinkSessions: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<readonly SessionFigures[]> {
    const details = this.#discovery.details.get(source);
    if (source.source_kind === 'diagnose_bundle') {
      const summary = details?.summary ?? null;
      if (summary === null || sinkSessions.get(source.path)?.has(summary.session_id) === true) return [];
      return [{ summary, source_count: 1, warning_count: 0, event_count: null }];
    }
    const manifest = details?.manifest ?? null;
    if (manifest !== null && manifest.sessions.length > 0) return await inSlices(sinkFigures(manifest), this.#signal);
    const known = this.#loaded.get(source);
    if (known !== undefined) return await known;
    const loading = this.#load(source, source.source_kind);
    this.#loaded.set(source, loading);
    loading.catch(() => this.#loaded.delete(source));
    return await loading;
  }

  async #load(
    source: CatalogSource,
    kind: Exclude<CatalogSource['source_kind'], 'diagnose_bundle'>,
  ): Promise<readonly SessionFigures[]> {
    const signal = this.#signal;
    try {
      const sessions = await this.#loadSessions(source.path, kind, { signal });
      return sessions.map((session) => ({
        summary: session.summary,
        source_count: session.sources_loaded.length || 1,
        warning_count: session.warnings.length,
        event_count: session.events.length,
      }));
    } catch (error) {
      signal?.throwIfAborted();
      const [fault = ''] = formatError(error).split('\n', 1);
      const place = fault.startsWith(printablePath(source.path)) ? '' : `${printablePath(source.path)}: `;
      const message = `${place}its sessions cannot be loaded: ${fault}`;
      this.#discovery.warnings.push({ code: 'load_failed', message, path: source.path });
      return [];
    }
  }

  /** For each folder of a diagnose bundle, the ids of the sessions that sinks strictly inside of it list. */
  *#sinkSessionSteps(): Steps<ReadonlyMap<string, ReadonlySet<string>>> {
    const inside = new Map<string, Set<string>>();
    for (const source of this.sources) {
      if (source.source_kind === 'diagnose_bundle') inside.set(source.path, new Set());
    }
    if (inside.size === 0) return inside;
    for (const source of this.sources) {
      const sessions = this.#discovery.details.get(source)?.manifest?.sessions ?? [];
      for (const folder of ancestorsOf(source.path)) {
        const ids = inside.get(folder);
        if (ids !== undefined) for (const { session_id: id } of sessions) ids.add(id);
        yield;
      }
    }
    return inside;
  }

  /** The status of each session that a sink or a diagnose bundle lists; the first one counts. */
  *#statusSteps(): Steps<ReadonlyMap<string, string>> {
    const statuses = new Map<string, string>();
    for (const source of this.sources) {
      const details = this.#discovery.details.get(source);
      const summary = details?.summary ?? null;
      for (const { session_id: id, status } of summary === null ? (details?.manifest?.sessions ?? []) : [summary]) {
        if (!statuses.has(id)) statuses.set(id, status);
        yield;
      }
    }
    return statuses;
  }
}

function oomBundleRow(bundle: OomBundle, statuses: ReadonlyMap<string, string>): OomBundleRow {
  const { manifest_path: _, ...row } = bundle;
  const known = bundle.session_id === null ? undefined : statuses.get(bundle.session_id);
  return { ...row, session_status: bundle.session_status ?? known ?? null };
}

/** As Python has them: those of `a/b` are `a` and `.`, those of `..` is `.`. */
function* ancestorsOf(path: string): Generator<string> {
  const root = isAbsolute(path) ? '/' : '.';
  let at = path;
  while (at !== root) {
    at = parentPath(at);
    yield at;
    if (at === '//') return;
  }
}

function compareBigInts(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
