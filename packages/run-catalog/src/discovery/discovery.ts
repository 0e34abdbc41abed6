import type { Dirent } from 'node:fs';
import { stat } from 'node:fs/promises';
import { joinPath, pathName, printablePath, spellPath, systemError } from '@stormlog/files';
import { ArtifactError, type JsonObject } from '@stormlog/records';
import type { SessionSummary } from '@stormlog/sessions';
import type { SinkManifest } from '@stormlog/telemetry';
import { RUN_ENVELOPE_FILENAME } from '../envelope/envelope-names.ts';
import type { RunEnvelope } from '../envelope/run-envelope.ts';
import { isInside } from '../paths/is-inside.ts';
import { parentPath } from '../paths/parent-path.ts';
import { PathResolver } from '../paths/path-resolver.ts';
import type { ExternalAttachment, OomBundle } from '../runs/row-schemas.ts';
import { ATTACHMENTS_FILENAME } from '../sidecar/sidecar-names.ts';
import { inOrder } from '../slices/in-order.ts';
import { Pauses } from '../slices/steps.ts';
import type { CatalogSource } from './catalog-source.ts';
import { type CatalogWarning, type CatalogWarningCode, catalogWarning } from './catalog-warning.ts';
import { diagnoseSummary } from './diagnose-summary.ts';
import type { DiscoveryOptions } from './discovery-options.ts';
import { filesBesideSink } from './files-beside-sink.ts';
import { FoundEnvelopes } from './found-envelopes.ts';
import { isDiagnoseManifest, isOomManifest, isSinkManifest, manifestKind } from './manifest-kinds.ts';
import { oomBundle } from './oom-bundle.ts';
import { type OpenedSink, openSink } from './open-sink.ts';
import { type JsonObjectFile, readJsonObject } from './read-json-object.ts';
import { sidecarAttachments } from './sidecar-attachments.ts';
import { isTelemetryCandidate, telemetryFileKind, unpackedPath } from './telemetry-file-kind.ts';
import { type WalkedFile, walkFolder } from './walk-folder.ts';

const MANIFEST_FILENAME = 'manifest.json';
const METADATA_FILENAME = 'metadata.json';
const SPECIAL_NAMES = new Set([MANIFEST_FILENAME, RUN_ENVELOPE_FILENAME, ATTACHMENTS_FILENAME]);
/** Small files that are read at a time. */
const READ_AT_ONCE = 16;

/** A manifest with what it leads to. */
interface ReadManifest {
  readonly file: WalkedFile;
  readonly found: JsonObjectFile;
  /** Only of a sink. */
  readonly sink: OpenedSink | null;
}

/** What a discovery keeps about a source besides what it tells. */
export interface SourceDetails {
  /** Absolute, links followed. */
  readonly resolved: string;
  /** Of a sink, when it can be used. */
  readonly manifest: SinkManifest | null;
  /** Whether a sink has rollups; null when that is not known yet. */
  readonly hasRollups: boolean | null;
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
  readonly #seenSources = new Set<string>();
  readonly #seenFiles = new Set<string>();
  readonly #oomFolders = new Set<string>();
  readonly #covered = new Set<string>();
  readonly #resolver = new PathResolver();
  readonly #envelopes = new FoundEnvelopes(this.#resolver, (warning) => this.warnings.push(warning));
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
    return this.#envelopes.all;
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
    else if (file.name === MANIFEST_FILENAME) await this.#namedManifest(await this.#readManifest(file));
    else this.#telemetryFile(file);
  }

  #read(file: WalkedFile): Promise<JsonObjectFile> {
    return readJsonObject(file.path, this.#options.signal);
  }

  async #readManifest(file: WalkedFile, entries?: readonly Dirent[]): Promise<ReadManifest> {
    const found = await this.#read(file);
    const isSink = found.kind === 'object' && manifestKind(found.object) === 'sink';
    return { file, found, sink: isSink ? await openSink(file.path, found.object, entries) : null };
  }

  async #folder(folder: string): Promise<void> {
    const special = (name: string) => this.#locate(joinPath(folder, name));
    const envelope = await special(RUN_ENVELOPE_FILENAME);
    await this.#envelope(envelope, await this.#read(envelope));
    const sidecar = await special(ATTACHMENTS_FILENAME);
    await this.#sidecar(sidecar, await this.#read(sidecar));
    const manifest = await special(MANIFEST_FILENAME);
    const found = await this.#read(manifest);
    if (found.kind === 'object') {
      if (isOomManifest(found.object)) return await this.#oomBundle(manifest, found.object);
      if (isDiagnoseManifest(found.object)) await this.#diagnoseBundle(manifest, found.object);
      if (isSinkManifest(found.object)) await this.#sink(manifest, await openSink(manifest.path, found.object));
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
    /** Of folders that have a manifest. */
    const entriesOf = new Map<string, readonly Dirent[]>();
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
        onFolder: (path, entries) => {
          if (entries.some(({ name }) => name === MANIFEST_FILENAME)) entriesOf.set(path, entries);
          this.#progress(path, entries.length);
        },
        onUnreadable: (path, reason) => this.#warn('folder_unreadable', path, reason),
      },
      this.#resolver,
      signal,
    );
    const read = (file: WalkedFile) => this.#readManifest(file, entriesOf.get(parentPath(file.path)));
    for await (const manifest of inOrder(manifests, READ_AT_ONCE, read)) await this.#manifest(manifest);
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

  async #namedManifest(read: ReadManifest): Promise<void> {
    const { file, found } = read;
    if (found.kind !== 'object') {
      const reason = found.kind === 'absent' ? 'there is no such file' : found.reason;
      this.#warn('manifest_not_object', file.path, `the manifest is no JSON object: ${reason}`);
    } else if (!(await this.#manifest(read))) {
      const expected = 'the manifest of a sink, a diagnose bundle or an out-of-memory bundle';
      this.#warn('manifest_unrecognized', file.path, `this is not ${expected}`);
    }
  }

  /** False when the manifest is none of ours. */
  async #manifest({ file, found, sink }: ReadManifest): Promise<boolean> {
    if (found.kind !== 'object') return false;
    const kind = manifestKind(found.object);
    if (kind === 'oom_bundle') await this.#oomBundle(file, found.object);
    else if (kind === 'diagnose_bundle') await this.#diagnoseBundle(file, found.object);
    else if (sink !== null) await this.#sink(file, sink);
    else return false;
    return true;
  }

  async #oomBundle(file: WalkedFile, manifest: JsonObject): Promise<void> {
    const bundlePath = parentPath(file.path);
    const folder = await this.#resolver.resolve(bundlePath);
    if (this.#oomFolders.has(folder)) return;
    this.#oomFolders.add(folder);
    const beside = await readJsonObject(joinPath(bundlePath, METADATA_FILENAME), this.#options.signal);
    this.oomBundles.push(oomBundle(file.path, manifest, beside.kind === 'object' ? beside.object : {}));
  }

  async #diagnoseBundle(file: WalkedFile, manifest: JsonObject): Promise<void> {
    const folder = parentPath(file.path);
    for (const path of filesBesideSink(folder, manifest, MANIFEST_FILENAME)) this.#covered.add(path);
    const source = { path: folder, source_kind: 'diagnose_bundle', event_paths: [], manifest_path: file.path } as const;
    const resolved = await this.#resolver.resolve(folder);
    this.#source(source, { resolved, manifest: null, hasRollups: null, summary: diagnoseSummary(manifest) });
  }

  async #sink(file: WalkedFile, { manifest, paths, hasRollups, warnings }: OpenedSink): Promise<void> {
    const folder = parentPath(file.path);
    this.warnings.push(...warnings);
    for (const path of paths) this.#covered.add(path);
    const source = { path: folder, source_kind: 'sink', event_paths: paths, manifest_path: file.path } as const;
    const resolved = await this.#resolver.resolve(folder);
    this.#source(source, { resolved, manifest, hasRollups, summary: null });
  }

  #telemetryFile(file: WalkedFile): void {
    const kind = telemetryFileKind(file.path);
    if (kind === null) return;
    const source = { path: file.path, source_kind: kind, event_paths: [file.path], manifest_path: null } as const;
    this.#source(source, { resolved: file.resolved, manifest: null, hasRollups: null, summary: null });
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
    const envelope = await this.#envelopes.add(file.path, found);
    if (envelope === null) return;
    for (const [index, attachment] of envelope.attachments.entries()) this.#confine(file.path, index, attachment.path);
  }

  async #sidecar(file: WalkedFile, found: JsonObjectFile): Promise<void> {
    if (found.kind === 'absent' || !this.#isNew(file)) return;
    const { attachments, warnings } = await sidecarAttachments(file.path, found, this.#resolver);
    this.warnings.push(...warnings);
    for (const { index, attachment } of attachments) {
      this.attachments.push(attachment);
      this.#confine(file.path, index, attachment.path);
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
    this.warnings.push(catalogWarning(code, path, reason, index));
  }
}
