import { pathName } from '@stormlog/files';
import { InvalidRecordError, type JsonValue } from '@stormlog/records';
import { parseIterationRange } from '../ranges/iteration-range.ts';
import { RangeIndex } from '../ranges/range-index.ts';
import type { GpuKind, GpuTrace } from '../trace/gpu-trace.ts';
import { type Id, idOf, isTruthy, textOf } from '../values/trace-values.ts';
import { NsysEvents, NsysLaunches } from './nsys-columns.ts';
import { NsysDevices } from './nsys-devices.ts';
import { type NsysRow, NsysTables } from './nsys-tables.ts';
import { openSqlite } from './sqlite-library.ts';

const EVENT_TABLES: readonly (readonly [string, GpuKind])[] = [
  ['CUPTI_ACTIVITY_KIND_KERNEL', 'gpu_kernel'],
  ['CUPTI_ACTIVITY_KIND_MEMCPY', 'gpu_memcpy'],
  ['CUPTI_ACTIVITY_KIND_MEMSET', 'gpu_memset'],
];
const RUNTIME = 'CUPTI_ACTIVITY_KIND_RUNTIME';
const GRAPH_TRACE = 'CUPTI_ACTIVITY_KIND_GRAPH_TRACE';
const LISTED_DEVICES = 5;

/**
 * Reads a report of Nsight Systems that was exported to SQLite (docs/formats/trace-collectors.md §9). Needs the optional
 * package `node-sqlite3-wasm`.
 *
 * @throws StormlogError `sqlite_library_missing`
 * @throws ArtifactError, InvalidRecordError that name the file: `trace_invalid`, `field_invalid`
 */
export async function loadNsysSqlite(path: string): Promise<GpuTrace> {
  const database = await openSqlite(path);
  try {
    return readTables(new NsysTables(database), path);
  } catch (error) {
    throw error instanceof InvalidRecordError ? error.at({ path }) : error;
  } finally {
    database.close();
  }
}

function readTables(tables: NsysTables, path: string): GpuTrace {
  checkTables(tables);
  const strings = new Map<JsonValue, string>();
  for (const row of tables.rows('StringIds', ['id', 'value'])) {
    const value = row.value('value');
    if (value !== null) strings.set(row.value('id'), textOf(value));
  }
  const base = baseOf(tables);
  const events = readEvents(tables, base, strings);
  const devices = new NsysDevices(tables);
  const graphRows = tables.count(GRAPH_TRACE);
  return {
    format: 'nsys',
    traceId: pathName(path),
    host: hostOf(tables),
    rank: null,
    worldSize: null,
    engineVersion: null,
    cuptiVersion: null,
    deviceNames: new Map(),
    events,
    launches: readLaunches(tables, base, strings),
    ranges: readRanges(tables, strings),
    deviceOf: (pid, ordinal) => devices.of(pid, ordinal),
    notImported: graphRows === 0 ? {} : { graph_trace_rows: graphRows },
    notes: notesOf(events, devices, graphRows),
  };
}

function checkTables(tables: NsysTables): void {
  const isExport =
    tables.has('StringIds') && (tables.has('META_DATA_EXPORT') || tables.has('TARGET_INFO_SESSION_START_TIME'));
  if (!isExport) throw new InvalidRecordError('trace_invalid', 'the database is no export of Nsight Systems');
  if (![...EVENT_TABLES.map(([name]) => name), RUNTIME, GRAPH_TRACE].some((name) => tables.has(name))) {
    throw new InvalidRecordError('trace_invalid', 'the report holds no CUDA activity: record with --trace=cuda,nvtx');
  }
}

function baseOf(tables: NsysTables): bigint {
  if (!tables.has('TARGET_INFO_SESSION_START_TIME')) return 0n;
  for (const row of tables.rows('TARGET_INFO_SESSION_START_TIME', ['utcEpochNs'])) {
    return row.value('utcEpochNs') === null ? 0n : BigInt(row.integer('utcEpochNs'));
  }
  return 0n;
}

function hostOf(tables: NsysTables): JsonValue {
  if (!tables.has('META_DATA_CAPTURE')) return null;
  for (const row of tables.rows('META_DATA_CAPTURE', ['value'], [], "where [name] = 'DEVICE_DISPLAY_NAME'")) {
    return textOf(row.value('value'));
  }
  return null;
}

function readEvents(tables: NsysTables, base: bigint, strings: ReadonlyMap<JsonValue, string>): NsysEvents {
  const events = new NsysEvents(base);
  const required = ['start', 'end', 'deviceId', 'streamId', 'correlationId', 'globalPid'];
  for (const [table, kind] of EVENT_TABLES) {
    if (!tables.has(table)) continue;
    for (const row of tables.rows(table, required, ['shortName', 'graphId', 'graphNodeId'])) {
      const [start, end] = [row.integer('start'), row.integer('end')];
      if (end < start) {
        const field = `${table}.end`;
        throw new InvalidRecordError('field_invalid', `an event of ${table} ends before it starts at ${start}`, {
          field,
        });
      }
      events.add({
        kind,
        name: nameOf(row, 'shortName', strings) ?? kind,
        start,
        end,
        device: row.integerOrNull('deviceId'),
        stream: row.integerOrNull('streamId'),
        correlation: row.integerOrNull('correlationId') || null,
        graph: row.integerOrNull('graphId') || null,
        hasGraphNode: row.integerOrNull('graphNodeId') !== null,
        pid: row.value('globalPid') === null ? null : processOf(row.integer('globalPid')),
      });
    }
  }
  return events;
}

function readLaunches(tables: NsysTables, base: bigint, strings: ReadonlyMap<JsonValue, string>): NsysLaunches {
  const launches = new NsysLaunches(base);
  if (!tables.has(RUNTIME)) return launches;
  for (const row of tables.rows(RUNTIME, ['start', 'globalTid', 'correlationId', 'nameId'])) {
    if (!isTruthy(row.value('correlationId')) || row.value('globalTid') === null) continue;
    const thread = row.integer('globalTid');
    launches.set(row.integer('correlationId'), {
      pid: processOf(thread),
      tid: threadOf(thread),
      start: row.integer('start'),
      name: nameOf(row, 'nameId', strings) ?? '',
    });
  }
  return launches;
}

function readRanges(tables: NsysTables, strings: ReadonlyMap<JsonValue, string>): RangeIndex {
  const ranges = new RangeIndex();
  if (!tables.has('NVTX_EVENTS')) return ranges;
  const columns = ['start', 'end', 'text', 'textId', 'globalTid'];
  const where = 'where [eventType] in (59, 60) and [end] is not null';
  for (const row of tables.rows('NVTX_EVENTS', columns, [], where)) {
    if (row.value('globalTid') === null) continue;
    const text = row.value('text');
    const ref = parseIterationRange(text !== null ? textOf(text) : (nameOf(row, 'textId', strings) ?? ''));
    if (ref === null) continue;
    const thread = row.integer('globalTid');
    const [start, end] = [Number(row.integer('start')) / 1000, Number(row.integer('end')) / 1000];
    ranges.add(processOf(thread), threadOf(thread), start, end, ref);
  }
  return ranges;
}

/** The string that a column names; undefined when there is none. */
function nameOf(row: NsysRow, column: string, strings: ReadonlyMap<JsonValue, string>): string | undefined {
  const id = row.value(column);
  return id === null ? undefined : strings.get(id);
}

function notesOf(events: NsysEvents, devices: NsysDevices, graphRows: number): string[] {
  const notes: string[] = [];
  if (graphRows > 0) {
    notes.push(
      `${graphRows} launches of whole CUDA graphs were not imported; record with --cuda-graph-trace=node to see their nodes`,
    );
  } else if (events.count === 0) {
    notes.push('the report holds no GPU activity');
  }
  if (devices.isAmbiguous) {
    notes.push('the export does not say which GPU an ordinal is; export it again with a newer Nsight Systems');
    return notes;
  }
  const unnamed = new Set<string>();
  for (let i = 0; i < events.count; i++) {
    const [pid, device] = [events.pid(i), events.device(i)];
    if ((devices.of(pid, device)?.uuid ?? null) === null) unnamed.add(`process ${pid} device ${device}`);
  }
  if (unnamed.size > 0) {
    const listed = [...unnamed].slice(0, LISTED_DEVICES).join(', ');
    notes.push(`${unnamed.size} devices have no UUID: ${listed}`);
  }
  return notes;
}

function processOf(global: Id): Id {
  return idOf((BigInt(global) >> 24n) & 0xffffffn);
}

function threadOf(global: Id): Id {
  return idOf(BigInt(global) & 0xffffffn);
}
