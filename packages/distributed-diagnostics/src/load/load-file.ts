import { pathName, printablePath, resolvePath } from '@stormlog/files';
import { stableLegacySessionId } from '@stormlog/sessions';
import { loadTelemetryCsv } from '@stormlog/telemetry';
import { synthesizeTimeline } from '../timelines/synthesize-timeline.ts';
import { uniqueWarnings, warningFromNotice } from '../warnings/diagnostics-warning.ts';
import type { DistributedSession } from './artifact-load-result.ts';
import { fileKind, isTimelineName } from './file-kind.ts';
import { distributedSession, type LoadContext } from './load-context.ts';

/** Sessions of one file, and whether none of its records named a session. */
export interface FileSessions {
  readonly sessions: readonly DistributedSession[];
  /** True for files without session ids, which are merged with others of their kind. */
  readonly flatLegacy: boolean;
}

const NOTHING: FileSessions = { sessions: [], flatLegacy: false };

/**
 * Reads one file by the end of its name (docs/formats/distributed-diagnostics.md §3.2). Whatever is wrong with it becomes
 * a warning; only aborting and errors of callbacks are thrown.
 *
 * @param path as it was found; links in it are followed for derived ids only
 */
export async function loadFile(path: string, context: LoadContext): Promise<FileSessions> {
  const kind = fileKind(path);
  if (kind === 'unsupported') {
    context.warn({
      code: 'file_type_unsupported',
      message: `${printablePath(path)}: telemetry is read from .json, .jsonl and .csv files (also packed as .gz), not from files of this name.`,
      path,
    });
    return NOTHING;
  }
  const sessions = kind === 'csv' ? await loadCsv(path, context) : await loadJson(path, context);
  if (sessions === null) return NOTHING;
  if (sessions.every((session) => session.events.length === 0)) {
    context.report({
      kind: 'skipped',
      path,
      code: 'no_events',
      message: `${printablePath(path)}: no telemetry event in this file.`,
      notable: true,
    });
  }
  return { sessions, flatLegacy: await isFlatLegacy(path, kind, sessions) };
}

/** Null, and a warning, when the file could not be used at all. */
async function loadJson(path: string, context: LoadContext): Promise<DistributedSession[] | null> {
  const isTimeline = isTimelineName(pathName(path));
  try {
    // A bundle's timeline is not telemetry with faults to be skipped.
    return await context.loadSessions(path, isTimeline ? { onInvalid: 'error' } : {});
  } catch (error) {
    const cause = context.causeOf(error);
    if (isTimeline) return await synthesizeTimeline(path, context);
    context.warnInstead('segment_unreadable', {
      code: 'json_unreadable',
      message: `${printablePath(path)} was not used: ${cause}`,
      path,
      cause,
    });
    return null;
  }
}

async function loadCsv(path: string, context: LoadContext): Promise<DistributedSession[] | null> {
  try {
    const loaded = await loadTelemetryCsv(path, { ...context.loaderOptions(), profile: 'diagnostics' });
    const warnings = uniqueWarnings(loaded.warnings.map(warningFromNotice));
    for (const { events } of loaded.sessions) context.allocator.registerAll(events);
    return loaded.sessions.map((session) => distributedSession(session, warnings));
  } catch (error) {
    const cause = context.causeOf(error);
    context.warn({ code: 'csv_unreadable', message: `${printablePath(path)} was not used: ${cause}`, path, cause });
    return null;
  }
}

/** Every session has the id that is derived from the file's place, so no record named one. */
async function isFlatLegacy(
  path: string,
  kind: 'json' | 'csv',
  sessions: readonly DistributedSession[],
): Promise<boolean> {
  if (sessions.length !== 1) return false;
  return sessions[0]!.summary.session_id === stableLegacySessionId(await resolvePath(path), kind);
}
