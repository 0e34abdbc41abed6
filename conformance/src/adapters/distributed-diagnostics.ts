import {
  type ArtifactLoadResult,
  buildDistributedModel,
  type CounterColumn,
  type DiagnosticsWarning,
  type DistributedSession,
  formatBytes,
  loadDistributedArtifacts,
  parseRankFilter,
  type RankTimeline,
  rankFromPath,
} from '@stormlog/distributed-diagnostics';
import { compareCodePoints, isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import { sessionSummaryToRecord, stableLegacySessionId, systemEnvironment } from '@stormlog/sessions';
import { type TelemetryEvent, telemetryEventFromRecord, telemetryEventToRecord } from '@stormlog/telemetry';
import type { TimelineMarker } from '@stormlog/timeline';
import type { AdapterTable, CaseContext } from '../adapter.ts';
import { listOf, objectOf } from './case-input.ts';

/** Loading the ranks of a job, the model over them, and the small text rules around both. */
export const DISTRIBUTED_DIAGNOSTICS: AdapterTable = {
  'distributed.parse_rank_filter': (input) => {
    const { expr, available } = objectOf(input);
    return [...parseRankFilter(typeof expr === 'string' ? expr : null, listOf(available, 'available').map(Number))];
  },
  'distributed.format_bytes': (input) => {
    const { value, precision } = objectOf(input);
    const bytes = typeof value === 'bigint' ? value : Number(value);
    return precision === undefined ? formatBytes(bytes) : formatBytes(bytes, Number(precision));
  },
  'distributed.rank_from_path': (input) => rankFromPath(String(objectOf(input)['path'])),
  'distributed.load': async (input, context) => {
    evaluateExpected(context);
    return loadAnswer(await load(objectOf(input), context));
  },
  'distributed.model': async (input, context) => {
    evaluateExpected(context);
    return await modelAnswer(objectOf(input), context);
  },
};

const NOW_NS = 1_750_000_000_000_000_000n;

async function load(input: JsonObject, context: CaseContext): Promise<ArtifactLoadResult> {
  const sessionId = Object.hasOwn(input, 'session_id') ? input['session_id'] : undefined;
  return await loadDistributedArtifacts(
    listOf(input['paths'], 'paths').map((path) => absolute(String(path), context)),
    {
      sessionId: typeof sessionId === 'string' ? sessionId : undefined,
      environment: { ...systemEnvironment(), wallNs: () => NOW_NS },
    },
  );
}

function absolute(path: string, context: CaseContext): string {
  return path.startsWith('/') || path.startsWith('~') ? path : `${context.directory}/${path}`;
}

/** Derived ids and the present time stand in a notation in the expected answers. */
function evaluateExpected(context: CaseContext): void {
  if (context.expected !== undefined) context.expect(evaluate(context.expected));
}

function evaluate(value: JsonValue): JsonValue {
  if (value === '$NOW') return NOW_NS;
  if (typeof value === 'string') return value.startsWith('path-id(') ? derivedId(value) : value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => evaluate(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, evaluate(item)]));
}

/** Inner ids first; the members of a rank group in the order of their real ids. */
function derivedId(notation: string): string {
  const parts = splitParts(notation.slice('path-id('.length, -1)).map((part) =>
    part.startsWith('path-id(') ? derivedId(part) : part,
  );
  const ordered =
    parts[0] === 'distributed.rank_group' ? [...parts.slice(0, 3), ...parts.slice(3).sort(compareCodePoints)] : parts;
  return stableLegacySessionId(...ordered);
}

function splitParts(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function loadAnswer(loaded: ArtifactLoadResult): unknown {
  return {
    selected_session_id: loaded.selected_session_id,
    sources_loaded: loaded.sources_loaded,
    warnings: loaded.warnings.map(warningAnswer),
    event_count: loaded.events.length,
    markers: loaded.markers.map(markerAnswer),
    sessions: loaded.sessions.map(sessionAnswer),
  };
}

function sessionAnswer(session: DistributedSession): unknown {
  const first = session.events[0];
  return {
    summary: sessionSummaryToRecord(session.summary),
    sources_loaded: session.sources_loaded,
    warnings: session.warnings.map(warningAnswer),
    first_event: first === undefined ? null : telemetryEventToRecord(first),
    events: session.events.map((event) => [
      event.timestamp_ns,
      event.event_type,
      event.rank,
      event.local_rank,
      event.world_size,
      event.allocator_allocated_bytes,
      event.allocator_reserved_bytes,
      event.allocator_change_bytes,
      event.device_used_bytes,
      event.device_total_bytes,
      event.sampling_interval_ms,
      event.context,
      event.job_id,
    ]),
  };
}

/** A warning without its prose and causes, which are free, and without the field of a row, which the original lacks. */
function warningAnswer({ message: _message, hint: _hint, cause: _cause, ...named }: DiagnosticsWarning): unknown {
  return Object.fromEntries(
    Object.entries(named).filter(
      ([name, value]) => value !== undefined && !(name === 'field' && named.code === 'csv_row_rejected'),
    ),
  );
}

function markerAnswer({ label: _label, metadata: _metadata, ...marker }: TimelineMarker): unknown {
  return marker;
}

async function modelAnswer(input: JsonObject, context: CaseContext): Promise<unknown> {
  const events = await modelEvents(input, context);
  const model = buildDistributedModel(events, { ranks: chosenRanks(input, events) });
  return {
    rows: model.rows,
    indicators: model.indicators.map(({ details: _details, ...indicator }) => indicator),
    expected_ranks: model.expected_ranks,
    present_ranks: model.present_ranks,
    missing_ranks: model.missing_ranks,
    per_rank_timelines: byRankText(model.per_rank_timelines, timelineAnswer),
    warnings: model.warnings.map(warningAnswer),
    markers_by_rank: byRankText(model.markers_by_rank, (markers) => markers.map(markerAnswer)),
    ...(model.devices === undefined ? {} : { devices: byRankText(model.devices, (devices) => devices) }),
  };
}

async function modelEvents(input: JsonObject, context: CaseContext): Promise<readonly TelemetryEvent[]> {
  if (input['events'] !== undefined) {
    return listOf(input['events'], 'events').map((record) => telemetryEventFromRecord(record));
  }
  const loaded = await load(input, context);
  return input['all_sessions'] === true ? loaded.sessions.flatMap(({ events }) => events) : loaded.events;
}

function chosenRanks(input: JsonObject, events: readonly TelemetryEvent[]): Iterable<number> | null {
  const filter = input['rank_filter'];
  if (typeof filter === 'string') return parseRankFilter(filter, buildDistributedModel(events).expected_ranks);
  const selected = input['selected_ranks'];
  return Array.isArray(selected) ? selected.map(Number) : null;
}

function byRankText<Value>(byRank: ReadonlyMap<number, Value>, answer: (value: Value) => unknown): unknown {
  return Object.fromEntries([...byRank].map(([rank, value]) => [String(rank), answer(value)]));
}

function timelineAnswer(timeline: RankTimeline): unknown {
  const { timestamps_ns, ...counters } = timeline;
  return {
    timestamps_ns: [...timestamps_ns],
    ...Object.fromEntries(Object.entries(counters).map(([name, column]) => [name, nullable(column)])),
  };
}

/** Columns hold NaN for what was not measured. */
function nullable(column: CounterColumn): (number | null)[] {
  return Array.from(column, (value) => (Number.isNaN(value) ? null : value));
}
