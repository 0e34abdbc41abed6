import type { UuidsByOrdinal } from '../devices/device-uuids.ts';
import { compareIds, type Id } from '../values/trace-values.ts';

/** One lifetime of a worker process, as its execution log tells (docs/formats/trace-collectors.md §12). */
export interface WorkerEpoch {
  readonly epoch: string;
  readonly host: string | null;
  readonly pid: Id | null;
  readonly cuda_ordinal: Id | null;
  readonly device_uuid: string | null;
  readonly started_wall_ns: bigint | null;
  readonly last_seen_wall_ns: bigint | null;
  readonly ended: boolean;
}

/** What a trace tells of its processes. Times are null when it has none. */
export interface TraceProcesses {
  readonly host: unknown;
  readonly pids: Iterable<Id>;
  readonly start_wall_ns: bigint | null;
  readonly end_wall_ns: bigint | null;
}

/** Which worker each process of a trace is. Keys are decimal pids and ordinals. */
export interface WorkerBinding {
  readonly status: 'no_window' | 'no_host' | 'none' | 'bound' | 'partial';
  readonly device_uuids: ReadonlyMap<string, UuidsByOrdinal>;
  readonly workers: ReadonlyMap<string, string>;
  readonly ambiguous: ReadonlyMap<string, readonly string[]>;
  readonly unmatched: readonly Id[];
}

const SILENCE_NS = 30_000_000_000n;

/** Binds the processes of traces to the GPUs of worker epochs (docs/formats/trace-collectors.md §12). */
export class WorkerIndex {
  readonly #epochs: readonly WorkerEpoch[];

  constructor(epochs: Iterable<WorkerEpoch>) {
    this.#epochs = [...epochs];
  }

  bind({ host, pids, start_wall_ns: start, end_wall_ns: end }: TraceProcesses): WorkerBinding {
    const workers = new Map<string, string>();
    const deviceUuids = new Map<string, UuidsByOrdinal>();
    const ambiguous = new Map<string, readonly string[]>();
    const unmatched: Id[] = [];
    const distinct = [...new Set(pids)].sort(compareIds);
    const binding = { device_uuids: deviceUuids, workers, ambiguous, unmatched };
    if (start === null || end === null) return { status: 'no_window', ...binding };
    if (host === null || host === undefined || host === '') {
      return { status: 'no_host', ...binding, unmatched: distinct };
    }
    for (const pid of distinct) {
      const alive = this.#epochs.filter(
        (epoch) => epoch.host === host && epoch.pid === pid && isAlive(epoch, start, end),
      );
      const [only] = alive;
      if (only === undefined) {
        unmatched.push(pid);
      } else if (alive.length > 1) {
        ambiguous.set(
          String(pid),
          alive.map(({ epoch }) => epoch),
        );
      } else {
        workers.set(String(pid), only.epoch);
        if (only.cuda_ordinal !== null && only.device_uuid !== null) {
          deviceUuids.set(String(pid), new Map([[String(only.cuda_ordinal), only.device_uuid]]));
        }
      }
    }
    const status = workers.size === 0 ? 'none' : workers.size === distinct.length ? 'bound' : 'partial';
    return { status, ...binding };
  }
}

function isAlive(epoch: WorkerEpoch, start: bigint, end: bigint): boolean {
  if (epoch.started_wall_ns !== null && epoch.started_wall_ns > start) return false;
  if (epoch.last_seen_wall_ns === null) return !epoch.ended;
  return epoch.last_seen_wall_ns + (epoch.ended ? 0n : SILENCE_NS) >= end;
}
