import { resolvePath } from '@stormlog/files';
import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { sessionSummaryToRecord, stableLegacySessionId } from '@stormlog/sessions';
import {
  type CsvCells,
  type LoadDocumentOptions,
  type LoadedSession,
  loadTelemetryCsv,
  loadTelemetryEvents,
  loadTelemetrySessions,
  normalizeCsvRow,
  projectTelemetryEvents,
  type TelemetryEvent,
  telemetryEventLine,
  telemetryEventToRecord,
  uniqueProjectedCorrelations,
  uniqueProjectedResources,
} from '@stormlog/telemetry';
import type { AdapterTable, CaseContext } from '../adapter.ts';
import { casePath, objectMember, textMember } from '../case-input.ts';

/** Loading telemetry from JSON, JSON Lines, sinks and CSV. */
export const TELEMETRY_LOAD: AdapterTable = {
  'telemetry.load_sessions': async (input, context) => {
    expectDerivedIds(context);
    const sessions = await load(input, context);
    return sessions.map((session) => sessionAnswer(session, onlyOf(input), [...session.warnings]));
  },
  'telemetry.load_events': async (input, context) => {
    expectDerivedIds(context);
    const events = await loadTelemetryEvents(casePath(input, context), {
      ...loadOptions(input),
      sessionId: textMember(objectMember(input, 'options'), 'session_id'),
    });
    return events.map((event) => eventAnswer(event, onlyOf(input)));
  },
  'telemetry.export_lines': async (input, context) =>
    (await load(input, context)).flatMap(({ events }) => events.map((event) => telemetryEventLine(event))),
  'telemetry.project_sessions': async (input, context) =>
    (await load(input, context)).map((session) => {
      const records = projectTelemetryEvents(session.events);
      return {
        session_id: session.summary.session_id,
        records,
        resources: uniqueProjectedResources(records),
        correlations: uniqueProjectedCorrelations(records),
      };
    }),
  'telemetry.load_csv': async (input, context) => {
    expectDerivedIds(context);
    const { sessions, warnings } = await loadTelemetryCsv(casePath(input, context), { profile: profileOf(input) });
    // The original tells of the rows of a session's warnings only; the query profile loses them without a session.
    const isLost = profileOf(input) === 'query' && sessions.length === 0;
    return {
      sessions: sessions.map((session) => sessionAnswer(session, onlyOf(input), session.warnings.length)),
      warning_lines: isLost ? [] : warnings.map((warning) => warning.line),
    };
  },
  'telemetry.normalize_csv_row': (input) => {
    const row = objectMember(input, 'row');
    const cells: CsvCells = Object.fromEntries(
      Object.entries(row).map(([column, cell]) => [column, typeof cell === 'string' ? cell : null]),
    );
    return normalizeCsvRow(cells, { profile: profileOf(input) });
  },
};

function load(input: JsonValue, context: CaseContext): Promise<LoadedSession[]> {
  return loadTelemetrySessions(casePath(input, context), loadOptions(input));
}

function loadOptions(input: JsonValue): LoadDocumentOptions {
  const options = objectMember(input, 'options');
  const permissive = options['permissive_legacy'];
  return {
    permissiveLegacy: typeof permissive === 'boolean' ? permissive : undefined,
    eventsKey: textMember(options, 'events_key'),
  };
}

function onlyOf(input: JsonValue): readonly JsonValue[] | null {
  const only = objectMember(input, 'options')['only'];
  return Array.isArray(only) && only.length > 0 ? only : null;
}

function profileOf(input: JsonValue): 'query' | 'diagnostics' {
  return isJsonObject(input) && input['profile'] === 'query' ? 'query' : 'diagnostics';
}

function sessionAnswer(session: LoadedSession, only: readonly JsonValue[] | null, warnings: unknown): unknown {
  return {
    summary: sessionSummaryToRecord(session.summary),
    events: session.events.map((event) => eventAnswer(event, only)),
    sources_loaded: session.sources_loaded,
    warnings,
  };
}

/** An event as a record, cut down to some of its fields. */
export function eventAnswer(event: TelemetryEvent, only: readonly JsonValue[] | null): JsonObject {
  const record: JsonObject = telemetryEventToRecord(event);
  if (only === null) return record;
  return Object.fromEntries(only.map((name) => [String(name), record[String(name)] ?? null]));
}

/** The answers write `path-id(<path>,<kind>)` for the id that is derived from the two. */
function expectDerivedIds(context: CaseContext): void {
  if (context.expected !== undefined) context.expect(withDerivedIds(context.expected));
}

function withDerivedIds(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    const [, path, kind] = /^path-id\((.*),([^,]*)\)$/s.exec(value) ?? [];
    return path === undefined || kind === undefined ? value : stableLegacySessionId(path, kind);
  }
  if (Array.isArray(value)) return value.map(withDerivedIds);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withDerivedIds(member)]));
}

/** Puts `stand-in` wherever a text of an answer is one of the ids derived from a path. */
export async function hideDerivedIds(
  answer: unknown,
  path: string,
  kinds: readonly string[],
  standIn: string,
): Promise<unknown> {
  const resolved = await resolvePath(path);
  const ids = new Set(kinds.map((kind) => stableLegacySessionId(resolved, kind)));
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.has(value) ? standIn : value;
    if (Array.isArray(value)) return value.map(hide);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hide(member)]));
  };
  return hide(answer);
}
