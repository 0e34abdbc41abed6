import { type FileSource, pathName, resolvePath } from '@stormlog/files';
import { ArtifactError } from '@stormlog/records';
import { type SessionSummary, stableLegacySessionId } from '@stormlog/sessions';
import { readSinkManifest, type SinkManifest } from '../sink/manifest.ts';
import { resolveSinkManifestPath } from '../sink/resolve-manifest.ts';
import { segmentPaths, sinkRoot } from '../sink/resolve-segments.ts';
import { unpackedPath } from '../sink/sink-names.ts';
import { FileReport } from './file-report.ts';
import type { LoadDocumentOptions } from './load-options.ts';

/** One JSON Lines file of a source, with the session of its records that name none. */
export interface SegmentSource {
  readonly path: string;
  readonly source: FileSource;
  readonly defaultSessionId: string;
}

/** What a path given to a loader turned out to be. */
export type TelemetrySource = {
  readonly resolvedPath: string;
  /** Source of summaries that have to be inferred. */
  readonly summarySource: string;
} & (
  | {
      readonly kind: 'segments';
      readonly segments: readonly SegmentSource[];
      readonly summaries: readonly SessionSummary[];
    }
  | { readonly kind: 'document'; readonly path: string; readonly defaultSessionId: string }
);

/**
 * Finds out what a path is: JSON Lines segments of a sink or alone, or a JSON document (docs/formats/loading.md §2). A
 * stream is always JSON Lines.
 *
 * @throws ArtifactError `sink_without_segments`, or what kept one from looking
 */
export async function openTelemetrySource(input: FileSource, options: LoadDocumentOptions): Promise<TelemetrySource> {
  if (typeof input !== 'string') return streamSource(input);
  const resolvedPath = await resolvePath(input);
  const summarySource = `artifact:${pathName(input) || resolvedPath}`;
  const { manifest, segments } = await lookForSegments(input, resolvedPath, options);
  if (segments.length > 0) {
    return { kind: 'segments', resolvedPath, summarySource, segments, summaries: manifest?.sessions ?? [] };
  }
  if (manifest !== null) {
    throw new ArtifactError('sink_without_segments', 'the sink has a manifest but no segments', {
      path: input,
      stage: 'read',
    });
  }
  const kind = options.eventsKey || 'json';
  const defaultSessionId = stableLegacySessionId(resolvedPath, kind);
  return { kind: 'document', resolvedPath, summarySource, path: input, defaultSessionId };
}

/** The segments of a path as it is now, and the manifest that speaks of them. */
export interface FoundSegments {
  readonly manifest: SinkManifest | null;
  /** Empty when the path is none of a sink or a JSON Lines file. */
  readonly segments: readonly SegmentSource[];
}

/**
 * Looks for the segments of a sink, or a JSON Lines file, at a path (docs/formats/loading.md §2).
 *
 * @throws ArtifactError when the operating system does not let one look
 */
export async function lookForSegments(
  input: string,
  resolvedPath: string,
  options: Pick<LoadDocumentOptions, 'signal' | 'onReport'>,
): Promise<FoundSegments> {
  const root = await sinkRoot(input);
  const manifestPath = await resolveSinkManifestPath(input);
  const report = new FileReport(manifestPath ?? input);
  const manifestOptions = { signal: options.signal, onNotice: report.add.bind(report) };
  const manifest = manifestPath === null ? null : await readSinkManifest(input, manifestOptions);
  const paths = await segmentPaths(input, root, manifest, manifestOptions.onNotice);
  if (report.notices.length > 0 && (paths.length > 0 || manifest !== null)) options.onReport?.(report.toReport());
  const fallback = stableLegacySessionId(resolvedPath, 'sink');
  const hints = sessionHints(manifest);
  return {
    manifest,
    segments: paths.map((path) => ({ path, source: path, defaultSessionId: hintFor(path, hints) || fallback })),
  };
}

function streamSource(input: Exclude<FileSource, string>): TelemetrySource {
  const { name } = input;
  const segment = { path: name, source: input, defaultSessionId: stableLegacySessionId(name, 'sink') };
  const summarySource = `artifact:${name}`;
  return { kind: 'segments', resolvedPath: name, summarySource, segments: [segment], summaries: [] };
}

/** The sessions that the manifest gives its segments, the last entry of a name winning. */
function sessionHints(manifest: SinkManifest | null): ReadonlyMap<string, string | null> {
  return new Map((manifest?.segments ?? []).map((segment) => [segment.filename, segment.session_id]));
}

/** A packed segment has the session that the manifest gives the file it was. */
function hintFor(path: string, hints: ReadonlyMap<string, string | null>): string | null {
  const name = pathName(path);
  return hints.get(name) ?? hints.get(unpackedPath(name)) ?? null;
}
