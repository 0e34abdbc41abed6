import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { joinPath, printablePath, systemError } from '@stormlog/files';
import { compareCodePoints, StormlogError } from '@stormlog/records';
import { resolveSinkSegmentPaths } from '@stormlog/telemetry';
import { isTimelineName, unpackedName } from './file-kind.ts';

/** A file or folder that was found, with what the operating system says of it (links followed). */
export interface FoundPath {
  readonly path: string;
  readonly stats: BigIntStats;
}

/** A file that is not read, and why. */
export interface PassedOver {
  readonly path: string;
  readonly code: 'not_telemetry' | 'empty_file' | 'link_to_folder' | 'unreadable';
  readonly message: string;
  readonly notable: boolean;
}

/** A folder whose manifest or entries lead to segments. */
export interface FoundSink extends FoundPath {
  /** Paths of its segments; empty when they could not be looked at. */
  readonly segments: ReadonlySet<string>;
}

/** What one walk through a folder found, each list in the order of the path's components. */
export interface FolderContents {
  /** The folder itself and folders below. */
  readonly sinks: FoundSink[];
  /** `.json` and `.csv` files whose names speak of events or tracks. */
  readonly candidates: FoundPath[];
  /** `.jsonl` files outside sinks, whatever they hold. */
  readonly jsonLines: FoundPath[];
  /** Everything called `telemetry_timeline.json`, folders included. */
  readonly timelines: FoundPath[];
  readonly passedOver: PassedOver[];
  /** Folders that could not be listed. */
  readonly unreadable: { readonly path: string; readonly cause: string }[];
}

const CANDIDATE = /(?:events|track).*\.(?:json|csv)$/s;
const JSON_LINES = /\.jsonl(?:\.gz)?$/;
const SEGMENT = /^segment-.*\.jsonl(?:\.gz)?$/s;
const FOREIGN_NAME = 'its name is not one of telemetry (*events*, *track*, .jsonl)';
const SINK_FILE = /^(?:manifest\.json|rollups\.json|.*\.tmp)$/s;

/**
 * Walks through a folder once and sorts what is there (docs/formats/distributed-diagnostics.md §3.3). Links to files are
 * followed, links to folders are not.
 *
 * @param signal aborting rejects with `signal.reason`
 */
export async function discoverFolder(root: string, signal: AbortSignal | undefined): Promise<FolderContents> {
  const contents: FolderContents = {
    sinks: [],
    candidates: [],
    jsonLines: [],
    timelines: [],
    passedOver: [],
    unreadable: [],
  };
  await visitFolder(root, contents, signal);
  return contents;
}

async function visitFolder(folder: string, contents: FolderContents, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    contents.unreadable.push({ path: folder, cause: systemError(error, folder, 'list').message });
    return;
  }
  entries.sort((left, right) => compareCodePoints(left.name, right.name));
  const sink = entries.some(({ name }) => name === 'manifest.json' || SEGMENT.test(name))
    ? await sinkAt(folder, contents)
    : null;
  if (sink !== null) contents.sinks.push(sink);
  for (const entry of entries) {
    const path = joinPath(folder, entry.name);
    if (entry.isDirectory()) {
      if (isTimelineName(entry.name)) await keep(path, contents, contents.timelines);
      await visitFolder(path, contents, signal);
    } else {
      await sortFile(path, entry, sink, contents);
    }
  }
}

/** The sink of a folder; null when there are no segments, as in a bundle that has a manifest too. */
async function sinkAt(folder: string, contents: FolderContents): Promise<FoundSink | null> {
  const found = await lookAt(folder, contents);
  if (found === null) return null;
  try {
    const segments = await resolveSinkSegmentPaths(folder);
    return segments.length === 0 ? null : { ...found, segments: new Set(segments) };
  } catch (error) {
    // Loading it will say what is wrong.
    if (error instanceof StormlogError) return { ...found, segments: new Set() };
    throw error;
  }
}

async function sortFile(path: string, entry: Dirent, sink: FoundSink | null, contents: FolderContents): Promise<void> {
  const { name } = entry;
  if (sink !== null && (sink.segments.has(path) || SINK_FILE.test(name))) return;
  const wanted = wantedAs(name, contents);
  if (wanted === contents.jsonLines && sink !== null) {
    passOver(contents, path, 'not_telemetry', 'it lies in the folder of a sink and is no segment of it', true);
    return;
  }
  if (wanted === null && !entry.isSymbolicLink()) {
    passOver(contents, path, 'not_telemetry', FOREIGN_NAME);
    return;
  }
  const found = await lookAt(path, contents);
  if (found === null) return;
  if (found.stats.isDirectory()) {
    if (wanted === contents.timelines) wanted.push(found);
    else passOver(contents, path, 'link_to_folder', 'a link to a folder, which is not followed');
  } else if (wanted === null) {
    passOver(contents, path, 'not_telemetry', FOREIGN_NAME);
  } else if (found.stats.isFile()) {
    wanted.push(found);
  } else {
    // A pipe would be waited for, a device may never end.
    passOver(contents, path, 'unreadable', 'it is neither a file nor a folder', true);
  }
}

function wantedAs(name: string, contents: FolderContents): FoundPath[] | null {
  if (isTimelineName(name)) return contents.timelines;
  if (CANDIDATE.test(unpackedName(name))) return contents.candidates;
  return JSON_LINES.test(name) ? contents.jsonLines : null;
}

async function keep(path: string, contents: FolderContents, list: FoundPath[]): Promise<void> {
  const found = await lookAt(path, contents);
  if (found !== null) list.push(found);
}

/** What stands at a path; null for a dangling link, or when it cannot be looked at. */
async function lookAt(path: string, contents: FolderContents): Promise<FoundPath | null> {
  try {
    return { path, stats: await stat(path, { bigint: true }) };
  } catch (error) {
    passOver(contents, path, 'unreadable', systemError(error, path, 'stat').message, true);
    return null;
  }
}

function passOver(
  contents: FolderContents,
  path: string,
  code: PassedOver['code'],
  why: string,
  notable = false,
): void {
  contents.passedOver.push({ path, code, message: `${printablePath(path)}: ${why}`, notable });
}
