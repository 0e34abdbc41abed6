import type { FileSource } from '@stormlog/files';
import { ArgumentError } from '@stormlog/records';
import { type SessionSummary, selectDefaultLoadedSession } from '@stormlog/sessions';
import type { TelemetryEvent } from '../event/telemetry-event.ts';
import type { LoadDocumentOptions } from './load-options.ts';
import type { LoadedSession } from './loaded-session.ts';
import { readSource } from './read-events.ts';
import { SessionGroups } from './session-groups.ts';
import { openTelemetrySource } from './telemetry-source.ts';

/**
 * Loads the sessions of a telemetry file, a sink folder or a stream, the best default first, each with its events in
 * order of time (docs/formats/loading.md).
 *
 * @param input path of a `.jsonl` file, a sink's folder or `manifest.json`, or a JSON document of any other name, each
 *   of them also packed with a `.gz` at the end; or a named stream of JSON Lines
 * @throws InvalidRecordError with path and line for what is not a record, unless `onInvalid` is `skip`
 * @throws ArtifactError `file_missing`, `not_a_file`, `file_unreadable`, `gzip_damaged`, `sink_without_segments`
 */
export async function loadTelemetrySessions(
  input: FileSource,
  options: LoadDocumentOptions = {},
): Promise<LoadedSession[]> {
  options.signal?.throwIfAborted();
  const source = await openTelemetrySource(input, options);
  const groups = new SessionGroups();
  const summaries: SessionSummary[] = source.kind === 'segments' ? [...source.summaries] : [];
  // A document is known by its resolved path, segments by the path they were found under.
  const nameOf = (path: string): string => (source.kind === 'document' ? source.resolvedPath : path);
  const batches = readSource(source, options, (file) => {
    if (file.summary !== null) summaries.push(file.summary);
    if (source.kind === 'segments' && file.events === 0) groups.addSource(file.defaultSessionId, file.path);
  });
  for await (const { events, path } of batches) groups.add(events, nameOf(path));
  return groups.toSessions({ summaries, source: source.summarySource, resolvedPath: source.resolvedPath });
}

/** Options of {@link loadTelemetryEvents}. */
export interface LoadEventsOptions extends LoadDocumentOptions {
  /** The session to answer; default: the best default among those with events. */
  readonly sessionId?: string | null | undefined;
}

/**
 * The events of one session of a telemetry file, sink or stream, in order of time; empty when there are no sessions at
 * all (docs/formats/loading.md §7).
 *
 * @throws ArgumentError `session_unknown` when there are sessions, but not the one asked for
 * @throws InvalidRecordError, ArtifactError as {@link loadTelemetrySessions}
 */
export async function loadTelemetryEvents(
  input: FileSource,
  options: LoadEventsOptions = {},
): Promise<readonly TelemetryEvent[]> {
  const sessions = await loadTelemetrySessions(input, options);
  if (sessions.length === 0) return [];
  const { sessionId } = options;
  if (sessionId === undefined || sessionId === null) return selectDefaultLoadedSession(sessions)?.events ?? [];
  const chosen = sessions.find((session) => session.summary.session_id === sessionId);
  if (chosen !== undefined) return chosen.events;
  const known = sessions.slice(0, 5).map((session) => JSON.stringify(session.summary.session_id));
  const more = sessions.length > known.length ? `, and ${sessions.length - known.length} more` : '';
  throw new ArgumentError(
    'sessionId',
    `there is no session ${JSON.stringify(sessionId)}; found: ${known.join(', ')}${more}`,
    { code: 'session_unknown' },
  );
}
