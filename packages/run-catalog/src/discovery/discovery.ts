import { stat } from 'node:fs/promises';
import { joinPath, pathName, pathSuffix, printablePath, spellPath, systemError } from '@stormlog/files';
import {
  ArtifactError,
  describeValue,
  InvalidRecordError,
  type JsonObject,
  lowerCase,
  StormlogError,
} from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import { type LoadNotice, readSinkManifest, resolveSinkSegmentPaths, type SinkManifest } from '@stormlog/telemetry';
import { RUN_ENVELOPE_FILENAME } from '../envelope/envelope-names.ts';
import { parseRunEnvelope } from '../envelope/parse-run-envelope.ts';
import type { RunEnvelope } from '../envelope/run-envelope.ts';
import { isInside } from '../paths/is-inside.ts';
import { parentPath } from '../paths/parent-path.ts';
import { PathResolver } from '../paths/path-resolver.ts';
import type { ExternalAttachment, OomBundle } from '../runs/row-schemas.ts';
import { integerOrNull, member, textOrNull } from '../sidecar/lenient-fields.ts';
import { parseExternalAttachment, sidecarItems } from '../sidecar/parse-sidecar.ts';
import { ATTACHMENTS_FILENAME } from '../sidecar/sidecar-names.ts';
import { inOrder } from '../slices/in-order.ts';
import { Pauses } from '../slices/steps.ts';
import type { CatalogSource } from './catalog-source.ts';
import type { CatalogWarning, CatalogWarningCode } from './catalog-warning.ts';
import { diagnoseSummary } from './diagnose-summary.ts';
import { isDiagnoseManifest, isOomManifest, isSinkManifest } from './manifest-kinds.ts';
import { type JsonObjectFile, readJsonObject } from './read-json-object.ts';
import { isTelemetryCandidate, telemetryFileKind, unpackedPath } from './telemetry-file-kind.ts';
import { type WalkedFile, walkFolder } from './walk-folder.ts';

const MANIFEST_FILENAME = 'manifest.json';
const METADATA_FILENAME = 'metadata.json';
const SPECIAL_NAMES = new Set([MANIFEST_FILENAME, RUN_ENVELOPE_FILENAME, ATTACHMENTS_FILENAME]);
/** Small files that are read at a time. */
const READ_AT_ONCE = 16;

/** How far a discovery has got. */
export interface CatalogProgress {
  /** The folder listed last, as spelled. */
  readonly path: string;
  readonly folders: number;
  /** Entries of all folders listed so far. */
  readonly entries: number;
}

/** Options of a discovery. */
export interface DiscoveryOptions {
  /** Aborting rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
  /** A folder; attachments of envelopes and sidecars that lie outside of it are warned of. */
  readonly confineTo?: string | undefined;
}

/** What a discovery keeps about a source besides what it tells. */
export interface SourceDetails {
  /** Absolute, links followed. */
  readonly resolved: string;
  /** Of a sink, when it can be used. */
  readonly manifest: SinkManifest | null;
  /** Of a diagnose bundle. */
  readonly summary: SessionSummary | null;
}

/** Finds everything the catalog knows below a set of paths (docs/formats/run-catalog.md §2). */
export class Discovery {
  /** As spelled. */
  readonly paths: readonly string[];
  readonly sources: CatalogSource[] = [];
  readonly details = new Map<CatalogSource, SourceDetails>();
  readonly oomBundles: OomBundle[] = [];
  readonly attachments: ExternalAttachment[] = [];
  readonly warnings: CatalogWarning[] = [];
  readonly #envelopes = new Map<string, RunEnvelope>();
  readonly #duplicateRunIds = new Set<string>();
  readonly #seenSources = new Set<string>();
  readonly #seenFiles = new Set<string>();
  readonly #oomFolders = new Set<string>();
  readonly #covered = new Set<string>();
  readonly #resolver = new PathResolver();
  readonly #options: DiscoveryOptions;
  readonly #root: string | null;
  #folders = 0;
  #entries = 0;

  private constructor(paths: readonly string[], options: DiscoveryOptions, root: string | null) {
    this.paths = paths.map(spellPath);
    this.#options = options;
    this.#root = root;
  }

  /** Discovers what is at and below the paths, in their order. */
  static async of(paths: readonly string[], options: DiscoveryOptions): Promise<Discovery> {
    const { confineTo } = options;
    const root = confineTo === undefined ? null : await new PathResolver().resolve(confineTo);
    const discovery = new Discovery(paths, options, root);
    for (const path of discovery.paths) await discovery.#path(path);
    return discovery;
  }

  /** In the order of discovery, without those whose run id stands in several files. */
  get envelopes(): readonly RunEnvelope[] {
    return [...this.#envelopes.values()];
  }

  async #path(path: string): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const kind = await this.#kindOf(path);
    if (kind === 'file') await this.#file(await this.#locate(path));
    else if (kind === 'folder') await this.#folder(path);
    else if (kind === 'other') this.#warn('path_unsupported', path, 'this is neither a file nor a folder');
    else if (kind === 'missing') this.#warn('path_missing', path, 'there is no such file or folder');
  }

  async #kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'missing' | 'unreadable'> {
    try {
      const stats = await stat(path);
      return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    } catch (error) {
      const failure = systemError(error, path, 'open');
      const isLoop = failure instanceof ArtifactError && failure.systemCode === 'ELOOP';
      if (failure.code === 'file_missing' || isLoop) return 'missing';
      this.#warn('path_unreadable', path, failure.message);
      return 'unreadable';
    }
  }

  async #locate(path: string): Promise<WalkedFile> {
    return { name: pathName(path), path, resolved: await this.#resolver.resolve(path) };
  }

  async #file(file: WalkedFile): Promise<void> {
    if (file.name === RUN_ENVELOPE_FILENAME) await this.#envelope(file, await this.#read(file));
    else if (file.name === ATTACHMENTS_FILENAME) await this.#sidecar(file, await this.#read(file));
    else if (file.name === MANIFEST_FILENAME) await this.#namedManifest(file, await this.#read(file));
    else this.#telemetryFile(file);
  }

  #read(file: WalkedFile): Promise<JsonObjectFile> {
    return readJsonObject(file.path, this.#options.signal);
  }

  async #folder(folder: string): Promise<void> {
    const special = async (name: string) => {
      const file = await this.#locate(joinPath(folder, name));
      return { file, found: await this.#read(file) };
    };
    const envelope = await special(RUN_ENVELOPE_FILENAME);
    await this.#envelope(envelope.file, envelope.found);
    const sidecar = await special(ATTACHMENTS_FILENAME);
    await this.#sidecar(sidecar.file, sidecar.found);
    const { file, found } = await special(MANIFEST_FILENAME);
    if (found.kind === 'object') {
      if (isOomManifest(found.object)) return await this.#oomBundle(file, found.object);
      if (isDiagnoseManifest(found.object)) await this.#diagnoseBundle(file, found.object);
      if (isSinkManifest(found.object)) await this.#sink(file);
    }
    await this.#below(folder);
  }

  async #below(folder: string): Promise<void> {
    const { signal } = this.#options;
    const manifests: WalkedFile[] = [];
    const sidecars: WalkedFile[] = [];
    const envelopes: WalkedFile[] = [];
    const candidates: WalkedFile[] = [];
    const own = joinPath(folder, MANIFEST_FILENAME);
    await walkFolder(
      folder,
      {
        wants: (name) => SPECIAL_NAMES.has(name) || isTelemetryCandidate(name),
        onFile: (file) => {
          if (file.name === MANIFEST_FILENAME) {
            if (file.path !== own) manifests.push(file);
            return;
          }
          if (file.name === ATTACHMENTS_FILENAME) sidecars.push(file);
          if (file.name === RUN_ENVELOPE_FILENAME) envelopes.push(file);
          if (isTelemetryCandidate(file.name)) candidates.push(file);
        },
        onFolder: (path, entries) => this.#progress(path, entries),
        onUnreadable: (path, reason) => this.#warn('folder_unreadable', path, reason),
      },
      this.#resolver,
      signal,
    );
    for await (const [file, found] of this.#readAll(manifests)) {
      if (found.kind === 'object') await this.#manifest(file, found.object);
    }
    for await (const [file, found] of this.#readAll(sidecars)) await this.#sidecar(file, found);
    for await (const [file, found] of this.#readAll(envelopes)) await this.#envelope(file, found);
    await this.#candidates(candidates);
  }

  #readAll(files: readonly WalkedFile[]): AsyncGenerator<readonly [WalkedFile, JsonObjectFile]> {
    return inOrder(files, READ_AT_ONCE, async (file) => [file, await this.#read(file)] as const);
  }

  async #candidates(files: readonly WalkedFile[]): Promise<void> {
    const pauses = new Pauses(this.#options.signal);
    const paths = new Set<string>();
    for (const file of files) {
      if (pauses.isDue()) await pauses.take();
      paths.add(file.path);
    }
    for (const file of files) {
      if (pauses.isDue()) await pauses.take();
      if (this.#covered.has(file.path) || this.#isInOomBundle(file)) continue;
      // A packed copy beside its file is the same data twice.
      const unpacked = unpackedPath(file.path);
      if (unpacked !== file.path && paths.has(unpacked)) continue;
      await this.#file(file);
    }
  }

  #isInOomBundle(file: WalkedFile): boolean {
    if (this.#oomFolders.size === 0) return false;
    for (let folder = parentPath(file.resolved); ; folder = parentPath(folder)) {
      if (this.#oomFolders.has(folder)) return true;
      if (folder === '/') return false;
    }
  }

  async #namedManifest(file: WalkedFile, found: JsonObjectFile): Promise<void> {
    if (found.kind !== 'object') {
      const reason = found.kind === 'absent' ? 'there is no such file' : found.reason;
      this.#warn('manifest_not_object', file.path, `the manifest is no JSON object: ${reason}`);
    } else if (!(await this.#manifest(file, found.object))) {
      const expected = 'the manifest of a sink, a diagnose bundle or an out-of-memory bundle';
      this.#warn('manifest_unrecognized', file.path, `this is not ${expected}`);
    }
  }

  async #manifest(file: WalkedFile, manifest: JsonObject): Promise<boolean> {
    if (isOomManifest(manifest)) await this.#oomBundle(file, manifest);
    else if (isDiagnoseManifest(manifest)) await this.#diagnoseBundle(file, manifest);
    else if (isSinkManifest(manifest)) await this.#sink(file);
    else return false;
    return true;
  }

  async #oomBundle(file: WalkedFile, manifest: JsonObject): Promise<void> {
    const folder = await this.#resolver.resolve(parentPath(file.path));
    if (this.#oomFolders.has(folder)) return;
    this.#oomFolders.add(folder);
    const bundlePath = parentPath(file.path);
    const beside = await readJsonObject(joinPath(bundlePath, METADATA_FILENAME), this.#options.signal);
    const metadata: JsonObject = beside.kind === 'object' ? beside.object : {};
    this.oomBundles.push({
      bundle_path: bundlePath,
      manifest_path: file.path,
      created_at_utc: textOrNull(member(manifest, 'created_at_utc')),
      backend: textOrNull(member(manifest, 'backend')),
      reason: textOrNull(member(manifest, 'reason')),
      event_count: integerOrNull(member(manifest, 'event_count')),
      session_id: textOrNull(member(manifest, 'session_id')),
      session_status: textOrNull(member(manifest, 'session_status')),
      exception_type: textOrNull(member(metadata, 'exception_type')),
      exception_module: textOrNull(member(metadata, 'exception_module')),
    });
  }

  async #diagnoseBundle(file: WalkedFile, manifest: JsonObject): Promise<void> {
    const folder = parentPath(file.path);
    this.#coverFilesBesideSink(folder, manifest);
    const source = { path: folder, source_kind: 'diagnose_bundle', event_paths: [], manifest_path: file.path } as const;
    const resolved = await this.#resolver.resolve(folder);
    this.#source(source, { resolved, manifest: null, summary: diagnoseSummary(manifest) });
  }

  /** A bundle that lists a sink of its own keeps its events there; its other JSON files repeat them. */
  #coverFilesBesideSink(folder: string, manifest: JsonObject): void {
    const files = member(manifest, 'files');
    if (!Array.isArray(files)) return;
    const listed = files.filter((name) => typeof name === 'string').map((name) => joinPath(folder, name));
    const isManifest = (path: string): boolean => pathName(path) === MANIFEST_FILENAME;
    if (!listed.some((path) => isManifest(path) && parentPath(path) !== folder)) return;
    for (const path of listed) {
      if (lowerCase(pathSuffix(path)) === '.json' && !isManifest(path)) this.#covered.add(path);
    }
  }

  async #sink(file: WalkedFile): Promise<void> {
    const folder = parentPath(file.path);
    const { signal } = this.#options;
    let paths: readonly string[] = [];
    let manifest: SinkManifest | null = null;
    try {
      manifest = await readSinkManifest(folder, { signal });
      paths = await resolveSinkSegmentPaths(folder, { signal, onNotice: (notice) => this.#sinkNotice(notice) });
    } catch (error) {
      if (!(error instanceof StormlogError)) throw error;
      this.#warn('folder_unreadable', folder, error.message);
    }
    for (const path of paths) this.#covered.add(path);
    const source = { path: folder, source_kind: 'sink', event_paths: paths, manifest_path: file.path } as const;
    const resolved = await this.#resolver.resolve(folder);
    this.#source(source, { resolved, manifest, summary: null });
  }

  #sinkNotice(notice: LoadNotice): void {
    if (notice.code !== 'entry_outside_folder' && notice.code !== 'manifest_unreadable') return;
    this.warnings.push({ code: notice.code, message: notice.message, path: notice.path });
  }

  #telemetryFile(file: WalkedFile): void {
    const kind = telemetryFileKind(file.path);
    if (kind === null) return;
    const source = { path: file.path, source_kind: kind, event_paths: [file.path], manifest_path: null } as const;
    this.#source(source, { resolved: file.resolved, manifest: null, summary: null });
  }

  #source(source: CatalogSource, details: SourceDetails): void {
    const key = `${source.source_kind}\0${details.resolved}`;
    if (this.#seenSources.has(key)) return;
    this.#seenSources.add(key);
    this.sources.push(source);
    this.details.set(source, details);
  }

  async #envelope(file: WalkedFile, found: JsonObjectFile): Promise<void> {
    if (found.kind === 'absent' || !this.#isNew(file)) return;
    if (found.kind === 'unusable') {
      this.#warn('envelope_not_object', file.path, `the run envelope cannot be read: ${found.reason}`);
      return;
    }
    let envelope: RunEnvelope;
    try {
      envelope = await parseRunEnvelope(found.object, file.path, { resolver: this.#resolver });
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more faults)` : '';
      this.#warn('envelope_unrecognized', file.path, `this is no valid run envelope: ${error.message}${more}`);
      return;
    }
    const existing = this.#envelopes.get(envelope.run_id);
    if (this.#duplicateRunIds.has(envelope.run_id) || existing !== undefined) {
      this.#envelopes.delete(envelope.run_id);
      this.#duplicateRunIds.add(envelope.run_id);
      if (existing !== undefined) this.#duplicate(existing.path, envelope.run_id);
      this.#duplicate(file.path, envelope.run_id);
      return;
    }
    this.#envelopes.set(envelope.run_id, envelope);
    for (const [index, attachment] of envelope.attachments.entries()) this.#confine(file.path, index, attachment.path);
  }

  #duplicate(path: string, runId: string): void {
    const message = `the run id ${describeValue(runId)} stands in another envelope too, so neither counts`;
    this.#warn('duplicate_run_id', path, message);
  }

  async #sidecar(file: WalkedFile, found: JsonObjectFile): Promise<void> {
    if (found.kind === 'absent' || !this.#isNew(file)) return;
    if (found.kind === 'unusable') {
      this.#warn('sidecar_not_object', file.path, `the attachment sidecar cannot be read: ${found.reason}`);
      return;
    }
    const items = sidecarItems(found.object);
    if (items === 'sidecar_unrecognized') {
      this.#warn(items, file.path, 'this is no attachment sidecar: its format or version is another');
      return;
    }
    if (items === 'sidecar_attachments_not_list') {
      this.#warn(items, file.path, 'attachments must be a list');
      return;
    }
    for (const [index, item] of items.entries()) {
      const attachment = await parseExternalAttachment(item, file.path, this.#resolver);
      if (attachment === 'attachment_not_object') {
        this.#warn(attachment, file.path, `attachment ${index} is no object`, index);
      } else if (attachment === 'attachment_invalid') {
        const rule = 'it needs a title, a kind, a path or url, and may not end before it starts';
        this.#warn(attachment, file.path, `attachment ${index} is invalid: ${rule}`, index);
      } else {
        this.attachments.push(attachment);
        this.#confine(file.path, index, attachment.path);
      }
    }
  }

  #confine(path: string, index: number, target: string | null): void {
    if (this.#root === null || target === null || isInside(target, this.#root)) return;
    const message = `attachment ${index} lies at ${printablePath(target)}, outside ${printablePath(this.#root)}`;
    this.#warn('attachment_outside_root', path, message, index);
  }

  #isNew(file: WalkedFile): boolean {
    if (this.#seenFiles.has(file.resolved)) return false;
    this.#seenFiles.add(file.resolved);
    return true;
  }

  #progress(path: string, entries: number): void {
    this.#folders++;
    this.#entries += entries;
    this.#options.onProgress?.({ path, folders: this.#folders, entries: this.#entries });
  }

  #warn(code: CatalogWarningCode, path: string, reason: string, index?: number): void {
    const message = reason.startsWith(`${printablePath(path)}:`) ? reason : `${printablePath(path)}: ${reason}`;
    this.warnings.push({ code, message, path, ...(index === undefined ? {} : { index }) });
  }
}
