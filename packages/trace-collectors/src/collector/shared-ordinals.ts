import { ArgumentError, isJsonObject, type JsonObject } from '@stormlog/records';
import type { DeviceUuids } from '../devices/device-uuids.ts';
import { launchingPids } from '../trace/capture-trace.ts';
import type { GpuTrace } from '../trace/gpu-trace.ts';

/** Which processes used the ordinals of a trace, and where the option's UUID was taken. */
export interface TraceOrdinals {
  /** Resolved path. */
  readonly path: string;
  readonly ordinals: ReadonlyMap<string, { readonly processes: ReadonlySet<string>; readonly isApplied: boolean }>;
}

/** Reads what {@link checkSharedOrdinals} needs from the summary of a trace. */
export function traceOrdinals(trace: GpuTrace, path: string, summary: JsonObject): TraceOrdinals {
  const ordinals = new Map<string, { processes: Set<string>; isApplied: boolean }>();
  const devices = isJsonObject(summary['devices']) ? summary['devices'] : {};
  for (const [key, device] of Object.entries(devices)) {
    const slash = key.lastIndexOf('/');
    const pid = slash < 0 ? null : key.slice(0, slash);
    const ordinal = key.slice(slash + 1);
    const known = ordinals.get(ordinal) ?? { processes: new Set<string>(), isApplied: false };
    ordinals.set(ordinal, known);
    // A trace that tells no processes apart stands for one.
    const process = pid ?? launchingPids(trace).map(String);
    known.processes.add(JSON.stringify([trace.host, String(trace.rank), process]));
    if (isJsonObject(device) && device['device_uuid_source'] === 'option') known.isApplied = true;
  }
  return { path, ordinals };
}

/**
 * A UUID for an ordinal is for one process: ordinals are local to processes (docs/formats/trace-collectors.md §10.2).
 *
 * @throws ArgumentError when several processes used an ordinal to which one UUID of the option was applied
 */
export function checkSharedOrdinals(bound: DeviceUuids, traces: readonly TraceOrdinals[]): void {
  for (const ordinal of bound.shared.keys()) {
    check(
      ordinal,
      traces.filter(({ path }) => !bound.per_trace.get(path)?.has(ordinal)),
    );
  }
  for (const [path, table] of bound.per_trace) {
    for (const ordinal of table.keys())
      check(
        ordinal,
        traces.filter((trace) => trace.path === path),
      );
  }
}

function check(ordinal: string, traces: readonly TraceOrdinals[]): void {
  const uses = traces.flatMap(({ ordinals }) => ordinals.get(ordinal) ?? []);
  const processes = new Set(uses.flatMap((use) => [...use.processes]));
  if (!uses.some((use) => use.isApplied) || processes.size <= 1) return;
  const text = `${processes.size} processes used device ${ordinal}, which may be a different GPU in each: name the UUID per trace`;
  throw new ArgumentError('deviceUuids', text);
}
