import { ArgumentError } from '@stormlog/records';
import type { GpuTrace } from '../trace/gpu-trace.ts';
import type { Id } from '../values/trace-values.ts';
import type { UuidsByOrdinal } from './device-uuids.ts';

/** Who named the UUID of a device. */
export type UuidSource = 'trace' | 'option' | 'execution_log';

/** What is known of device UUIDs besides the trace itself (docs/formats/trace-collectors.md §7). */
export interface KnownUuids {
  /** Given by the user, for every process of the trace. */
  readonly option: UuidsByOrdinal;
  /** Found in the execution log, by pid. */
  readonly byPid: ReadonlyMap<string, UuidsByOrdinal>;
}

/** Which GPU the ordinals of a trace are (docs/formats/trace-collectors.md §7). */
export class DeviceResolution {
  readonly #trace: GpuTrace;
  readonly #known: KnownUuids;
  readonly #onlyPid: Id | null;

  /** @param pids of the launch calls, distinct */
  constructor(trace: GpuTrace, known: KnownUuids, pids: readonly Id[]) {
    this.#trace = trace;
    this.#known = known;
    this.#onlyPid = pids.length === 1 ? pids[0]! : null;
  }

  /** @param tracePid the process by which the trace names its devices @param pid the process of the log */
  resolve(
    tracePid: Id | null,
    pid: Id | null,
    ordinal: Id | null,
  ): { readonly uuid: string; readonly source: UuidSource } | null {
    if (ordinal === null) return null;
    const traced = this.#trace.deviceOf(tracePid, ordinal)?.uuid ?? null;
    if (traced !== null) return { uuid: traced, source: 'trace' };
    const given = this.#known.option.get(String(ordinal));
    if (given !== undefined) return { uuid: given, source: 'option' };
    const process = pid ?? this.#onlyPid;
    const logged = process ? this.#known.byPid.get(String(process))?.get(String(ordinal)) : undefined;
    return logged === undefined ? null : { uuid: logged, source: 'execution_log' };
  }

  /** @throws ArgumentError when the trace names another UUID than the option */
  checkOption(): void {
    if (this.#known.option.size === 0) return;
    const { events } = this.#trace;
    for (let i = 0; i < events.count; i++) {
      const ordinal = events.device(i);
      if (ordinal === null) continue;
      const given = this.#known.option.get(String(ordinal));
      const traced = this.#trace.deviceOf(events.pid(i), ordinal)?.uuid ?? null;
      if (given !== undefined && traced !== null && given !== traced) {
        throw new ArgumentError('deviceUuids', `the trace says device ${ordinal} is ${traced}, the option ${given}`);
      }
    }
  }
}
