import { comparePaths, printablePath, readJsonLineBatches } from '@stormlog/files';
import { isJsonObject, type JsonValue, StormlogError } from '@stormlog/records';
import { telemetryEventFromRecord } from '@stormlog/telemetry';
import { mergeFlatLegacy } from '../merge/flat-legacy.ts';
import { SessionAccumulator } from '../merge/session-accumulator.ts';
import { synthesizeTimeline } from '../timelines/synthesize-timeline.ts';
import type { DistributedSession } from './artifact-load-result.ts';
import { discoverFolder, type FolderContents, type FoundPath } from './discover-folder.ts';
import type { LoadContext } from './load-context.ts';
import { loadFile } from './load-file.ts';
import type { SeenAs } from './seen-files.ts';

const MAX_SKIPPED_REPORTS = 100;

/**
 * Reads a folder: its sink and the sinks below, the files that speak of telemetry, and timelines, each once
 * (docs/formats/distributed-diagnostics.md §3.3).
 *
 * @param path resolved
 */
export async function loadFolder(path: string, context: LoadContext): Promise<DistributedSession[]> {
  const contents = await discoverFolder(path, context.options.signal);
  const accumulator = new SessionAccumulator();
  const flat: DistributedSession[] = [];
  let repeated = 0;
  const isNew = (found: FoundPath, as: SeenAs): boolean => {
    const first = context.seen.firstPath(found.stats, found.path, as);
    if (first === null) return true;
    repeated++;
    context.report({ kind: 'repeated', path: found.path, first_path: first });
    return false;
  };

  for (const { path: folder, cause } of contents.unreadable) {
    context.warn({
      code: 'folder_unreadable',
      message: `The folder ${printablePath(folder)} was not searched: ${cause}`,
      path: folder,
      cause,
    });
  }
  for (const sink of contents.sinks) {
    if (isNew(sink, 'sink')) for (const session of await loadSink(sink.path, context)) accumulator.add(session);
  }
  const files = [...contents.candidates, ...(await telemetryLines(contents, context))];
  for (const file of files.sort((left, right) => comparePaths(left.path, right.path))) {
    if (!isNew(file, 'file')) continue;
    const { sessions, flatLegacy } = await loadFile(file.path, context);
    for (const session of sessions) if (flatLegacy) flat.push(session);
    if (!flatLegacy) for (const session of sessions) accumulator.add(session);
  }
  for (const timeline of contents.timelines) {
    if (!isNew(timeline, 'file')) continue;
    for (const session of await synthesizeTimeline(timeline.path, context)) accumulator.add(session);
  }
  if (flat.length > 0) accumulator.add(mergeFlatLegacy(flat));
  reportPassedOver(path, contents, context);

  const sessions = accumulator.finish(context.reportDuplicates);
  if (sessions.length === 0) warnOfNothing(path, repeated, context);
  return sessions;
}

async function loadSink(path: string, context: LoadContext): Promise<DistributedSession[]> {
  try {
    return await context.loadSessions(path);
  } catch (error) {
    const cause = context.causeOf(error);
    context.warn({
      code: 'sink_unreadable',
      message: `The sink in ${printablePath(path)} was not used: ${cause}`,
      path,
      cause,
    });
    return [];
  }
}

/** The `.jsonl` files that begin with a telemetry record; the others are passed over. */
async function telemetryLines(contents: FolderContents, context: LoadContext): Promise<FoundPath[]> {
  const chosen: FoundPath[] = [];
  // A manifest may list segments below its folder.
  const segments = new Set(contents.sinks.flatMap((sink) => [...sink.segments]));
  for (const file of contents.jsonLines) {
    if (segments.has(file.path)) continue;
    const why = file.stats.size === 0n ? 'it is empty' : await whyNotTelemetry(file.path, context);
    if (why === null) chosen.push(file);
    else {
      contents.passedOver.push({
        path: file.path,
        code: file.stats.size === 0n ? 'empty_file' : 'not_telemetry',
        message: `${printablePath(file.path)}: ${why}`,
        notable: true,
      });
    }
  }
  return chosen;
}

const FIRST_CHUNK = 65_536;

/** Null when the first line with anything on it is a telemetry record. */
async function whyNotTelemetry(path: string, context: LoadContext): Promise<string | null> {
  try {
    for await (const batch of readJsonLineBatches(path, { signal: context.options.signal, chunkBytes: FIRST_CHUNK })) {
      const fault = batch.faults[0];
      const line = batch.lines[0];
      if (fault !== undefined && (line === undefined || fault.line < line)) {
        return `its first line is no JSON: ${fault.error.message}`;
      }
      if (line !== undefined)
        return isTelemetryRecord(batch.values[0]!) ? null : 'its first line is no telemetry record';
    }
    return 'it has no lines';
  } catch (error) {
    return context.causeOf(error);
  }
}

const TELEMETRY_KEYS = ['allocator_allocated_bytes', 'device_used_bytes', 'memory_allocated', 'memory_mb'];

/** A record that converts, or one that speaks of memory and is only faulty. */
function isTelemetryRecord(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  if (TELEMETRY_KEYS.some((key) => Object.hasOwn(value, key))) return true;
  try {
    telemetryEventFromRecord(value);
    return true;
  } catch (error) {
    if (error instanceof StormlogError) return false;
    throw error;
  }
}

/** Names what was passed over, the notable ones first, up to a limit. */
function reportPassedOver(path: string, contents: FolderContents, context: LoadContext): void {
  const limit = context.options.maxSkippedReports ?? MAX_SKIPPED_REPORTS;
  const ordered = [
    ...contents.passedOver.filter((each) => each.notable),
    ...contents.passedOver.filter((each) => !each.notable),
  ];
  for (const each of ordered.slice(0, limit)) context.report({ kind: 'skipped', ...each });
  const more = ordered.length - limit;
  if (more > 0) context.report({ kind: 'skipped_more', path, count: more });
}

function warnOfNothing(path: string, repeated: number, context: LoadContext): void {
  if (repeated > 0) {
    context.warn({
      code: 'input_repeated',
      message: `${printablePath(path)}: everything in it was loaded already, under another name.`,
      path,
    });
    return;
  }
  context.warn({
    code: 'directory_without_events',
    message: `No telemetry in the folder ${printablePath(path)}: looked for sinks (manifest.json, segment-*.jsonl), *events* and *track* files (.json, .csv), .jsonl files and telemetry_timeline.json.`,
    path,
  });
}
