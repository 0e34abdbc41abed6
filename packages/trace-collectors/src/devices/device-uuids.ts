import { pathName, resolvePath } from '@stormlog/files';
import { ArgumentError, parseIntegerText } from '@stormlog/records';

/** UUIDs by ordinal, the ordinal as decimal text. */
export type UuidsByOrdinal = ReadonlyMap<string, string>;

/** Device UUIDs bound to the traces they are meant for. */
export interface DeviceUuids {
  /** For every trace. */
  readonly shared: UuidsByOrdinal;
  /** For one trace, by the selector as given or, once bound, by the trace's resolved path. */
  readonly per_trace: ReadonlyMap<string, UuidsByOrdinal>;
}

/**
 * Reads entries `[SELECTOR:]INDEX=UUID`, or a bare UUID of index 0 (docs/formats/trace-collectors.md §10.1).
 *
 * @throws ArgumentError for a malformed entry, or two UUIDs of one index
 */
export function parseDeviceUuids(entries: Iterable<string>): DeviceUuids {
  const shared = new Map<string, string>();
  const perTrace = new Map<string, Map<string, string>>();
  for (const entry of entries) {
    const equals = entry.indexOf('=');
    const left = equals < 0 ? '0' : entry.slice(0, equals);
    const uuid = equals < 0 ? entry : entry.slice(equals + 1);
    const colon = left.lastIndexOf(':');
    const digits = left.slice(colon + 1);
    const index = /^\p{Nd}+$/u.test(digits) ? parseIntegerText(digits) : null;
    if (index === null || uuid === '' || colon === 0) {
      throw new ArgumentError(
        'deviceUuids',
        `a device UUID must be [TRACE:]INDEX=UUID, found ${JSON.stringify(entry)}`,
      );
    }
    let table = shared;
    if (colon > 0) {
      const selector = left.slice(0, colon);
      table = perTrace.get(selector) ?? new Map();
      perTrace.set(selector, table);
    }
    setOnce(table, String(index), uuid);
  }
  return { shared, per_trace: perTrace };
}

/**
 * Finds the trace that each selector means (docs/formats/trace-collectors.md §10.1).
 *
 * @throws ArgumentError when a selector means none or several
 */
export async function bindDeviceUuids(uuids: DeviceUuids, paths: readonly string[]): Promise<DeviceUuids> {
  const resolved = new Set<string>();
  for (const path of paths) resolved.add(await resolvePath(path));
  const bound = new Map<string, Map<string, string>>();
  for (const [selector, table] of uuids.per_trace) {
    const trace = await traceOf(selector, resolved);
    const target = bound.get(trace) ?? new Map<string, string>();
    bound.set(trace, target);
    for (const [index, uuid] of table) setOnce(target, index, uuid);
  }
  return { shared: uuids.shared, per_trace: bound };
}

/** The UUIDs of one trace: its own before those of all. */
export function uuidsOfTrace(bound: DeviceUuids, resolvedPath: string): UuidsByOrdinal {
  const own = bound.per_trace.get(resolvedPath);
  return own === undefined ? bound.shared : new Map([...bound.shared, ...own]);
}

async function traceOf(selector: string, resolved: ReadonlySet<string>): Promise<string> {
  const path = await resolvePath(selector);
  if (resolved.has(path)) return path;
  const named = [...resolved].filter((trace) => pathName(trace) === selector);
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  const found = named.length === 0 ? 'names none of the traces' : `is the name of ${named.length} traces`;
  throw new ArgumentError('deviceUuids', `${JSON.stringify(selector)} ${found}`);
}

function setOnce(table: Map<string, string>, index: string, uuid: string): void {
  const earlier = table.get(index);
  if (earlier !== undefined && earlier !== uuid) {
    throw new ArgumentError('deviceUuids', `device ${index} is given two UUIDs: ${earlier} and ${uuid}`);
  }
  table.set(index, uuid);
}
