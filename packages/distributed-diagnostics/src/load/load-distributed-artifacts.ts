import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { type FileSource, joinPath, printablePath, resolvePath, systemError } from '@stormlog/files';
import { compareSessionSummaries } from '@stormlog/sessions';
import { synthesizeGroups } from '../groups/synthesize-groups.ts';
import { mergeFlatLegacy } from '../merge/flat-legacy.ts';
import { sortedUnion } from '../merge/merge-sessions.ts';
import { SessionAccumulator } from '../merge/session-accumulator.ts';
import { markEvents } from '../model/event-markers.ts';
import { uniqueWarnings, uniteWarnings } from '../warnings/diagnostics-warning.ts';
import type { ArtifactLoadResult, DistributedSession } from './artifact-load-result.ts';
import type { FoundPath } from './discover-folder.ts';
import { LoadContext } from './load-context.ts';
import { type FileSessions, loadFile } from './load-file.ts';
import { loadFolder } from './load-folder.ts';
import type { DistributedLoadOptions } from './load-options.ts';
import { rankSessions } from './rank-sessions.ts';
import { selectSession } from './select-session.ts';

/**
 * Loads the telemetry of all ranks of a job from files and folders, puts it together and chooses a session
 * (docs/formats/distributed-diagnostics.md §3–§7).
 *
 * Nothing that is wrong with an input is thrown: it becomes a warning that names path and place, and everything else is
 * loaded. No inputs give an empty result.
 *
 * @param inputs paths of files and folders, or named streams of JSON Lines; their order decides ties
 * @throws ArgumentError `session_unknown`, `job_unknown` for a selection that is not there
 */
export async function loadDistributedArtifacts(
  inputs: readonly FileSource[],
  options: DistributedLoadOptions = {},
): Promise<ArtifactLoadResult> {
  const context = new LoadContext(options);
  const { sessions: loaded, sources } = await loadInputs(inputs, context);
  const sessions = loaded.accumulator.finish(context.reportDuplicates);
  const groups = synthesizeGroups(sessions.filter(({ summary }) => summary.session_id !== loaded.mergedLegacyId));
  const all = [...sessions, ...groups.sessions].sort((left, right) =>
    compareSessionSummaries(left.summary, right.summary),
  );
  const selected = selectSession({
    sessions: all,
    representatives: groups.representatives,
    superseded: groups.superseded,
    sessionId: options.sessionId,
    jobId: options.jobId,
  });
  const selectedId = selected?.summary.session_id ?? null;
  const members = groups.groups.find(({ session_id }) => session_id === selectedId)?.members ?? [];
  const events = selected?.events ?? [];
  return {
    events,
    sessions: all,
    selected_session_id: selectedId,
    warnings: uniqueWarnings([
      ...context.warnings,
      ...uniteWarnings(all.map(({ warnings }) => warnings)),
      ...groups.warnings,
    ]),
    sources_loaded: sources,
    markers: markEvents(events).markers,
    groups: groups.groups,
    rank_sessions: rankSessions(
      sessions,
      new Set([...(selectedId === null ? [] : [selectedId]), ...members.map(({ session_id }) => session_id)]),
    ),
  };
}

interface LoadedInputs {
  readonly accumulator: SessionAccumulator;
  /** Id of the session made of file inputs without session ids; null without any. */
  readonly mergedLegacyId: string | null;
}

async function loadInputs(
  inputs: readonly FileSource[],
  context: LoadContext,
): Promise<{ readonly sessions: LoadedInputs; readonly sources: string[] }> {
  const accumulator = new SessionAccumulator();
  const flat: DistributedSession[] = [];
  const sources: (readonly string[])[] = [];
  for (const input of inputs) {
    context.options.signal?.throwIfAborted();
    const { sessions, flatLegacy } = await loadInput(input, context);
    for (const session of sessions) {
      sources.push(session.sources_loaded);
      if (flatLegacy) flat.push(session);
      else accumulator.add(session);
    }
  }
  const merged = flat.length > 0 ? mergeFlatLegacy(flat) : null;
  if (merged !== null) accumulator.add(merged);
  return {
    sessions: { accumulator, mergedLegacyId: merged?.summary.session_id ?? null },
    sources: sortedUnion(sources),
  };
}

const NOTHING: FileSessions = { sessions: [], flatLegacy: false };

async function loadInput(input: FileSource, context: LoadContext): Promise<FileSessions> {
  if (typeof input !== 'string') return await loadStream(input, context);
  const found = await lookAt(expandHome(input), context);
  if (found === null) return NOTHING;
  const { path, stats } = found;
  if (!stats.isFile() && !stats.isDirectory()) {
    context.warn({
      code: 'path_type_unsupported',
      message: `${printablePath(path)} is neither a file nor a folder.`,
      path,
    });
    return NOTHING;
  }
  const first = context.seen.firstPath(stats, path, stats.isFile() ? 'file' : 'folder');
  if (first !== null) {
    context.report({ kind: 'repeated', path, first_path: first });
    context.warn({
      code: 'input_repeated',
      message: `${printablePath(path)} was given twice; it is read once.`,
      path,
    });
    return NOTHING;
  }
  return stats.isFile()
    ? await loadFile(path, context)
    : { sessions: await loadFolder(path, context), flatLegacy: false };
}

/** A stream is JSON Lines, whatever it is called. */
async function loadStream(input: Exclude<FileSource, string>, context: LoadContext): Promise<FileSessions> {
  const path = input.name;
  try {
    const sessions = await context.loadSessions(input);
    if (sessions.every(({ events }) => events.length === 0)) {
      const message = `${printablePath(path)}: no telemetry event in this stream.`;
      context.report({ kind: 'skipped', path, code: 'no_events', message, notable: true });
    }
    return { sessions, flatLegacy: false };
  } catch (error) {
    const cause = context.causeOf(error);
    context.warn({ code: 'json_unreadable', message: `${printablePath(path)} was not used: ${cause}`, path, cause });
    return NOTHING;
  }
}

/** What stands at a path; null, and a warning, when nothing does or it cannot be looked at. */
async function lookAt(written: string, context: LoadContext): Promise<FoundPath | null> {
  let path = joinPath(process.cwd(), written);
  try {
    path = await resolvePath(written);
    return { path, stats: await stat(path, { bigint: true }) };
  } catch (error) {
    const failure = systemError(error, path, 'open');
    if (failure.code === 'file_missing') {
      context.warn({ code: 'path_missing', message: `${printablePath(path)}: there is no such file or folder.`, path });
    } else {
      const cause = failure.message;
      context.warn({
        code: 'path_unreadable',
        message: `${printablePath(path)} was not used: ${cause}`,
        path,
        cause,
      });
    }
    return null;
  }
}

function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? homedir() + path.slice(1) : path;
}
