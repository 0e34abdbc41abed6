import { execFile } from 'node:child_process';

/** Memory of a GPU and of this process on it; null is what the driver does not tell. */
export interface GpuMemory {
  readonly index: number;
  readonly uuid: string;
  readonly name: string;
  readonly usedBytes: number;
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  /** What this process holds there; null when the driver does not list the process. */
  readonly processBytes: number | null;
  readonly listsProcess: boolean;
}

/** How the program is run. */
export interface NvidiaSmiOptions {
  readonly command: string;
  readonly pid: number;
  readonly signal: AbortSignal;
}

const MIB = 1024 * 1024;
const TIMEOUT_MS = 5000;
const MAX_OUTPUT_BYTES = 1 << 20;
const FORMAT = '--format=csv,noheader,nounits';

/**
 * Asks `nvidia-smi` for all GPUs (docs/formats/memory-tracking.md §4). Null when there is no such program. It runs beside
 * the process, without a shell, is ended after some seconds, and never keeps the process alive.
 *
 * Rejects with what went wrong when the program fails.
 */
export async function readGpuMemory(options: NvidiaSmiOptions): Promise<GpuMemory[] | null> {
  const devices = await run(options, ['--query-gpu=index,uuid,name,memory.used,memory.free,memory.total', FORMAT]);
  if (devices === null) return null;
  const processes = await run(options, ['--query-compute-apps=pid,gpu_uuid,used_gpu_memory', FORMAT]);
  const own = ownMemory(processes ?? '', options.pid);
  return rowsOf(devices).flatMap((row) => {
    const [index, uuid, name, used, free, total] = row;
    const usedBytes = bytesOf(used);
    // A GPU whose memory the driver does not measure has nothing to record.
    if (index === undefined || !/^\d{1,4}$/.test(index) || uuid === undefined || usedBytes === null) return [];
    return {
      index: Number(index),
      uuid,
      name: name ?? '',
      usedBytes,
      ...known(usedBytes, bytesOf(free), bytesOf(total)),
      processBytes: own.get(uuid) ?? null,
      listsProcess: own.has(uuid),
    };
  });
}

function run({ command, signal }: NvidiaSmiOptions, args: readonly string[]): Promise<string | null> {
  const limits = {
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    killSignal: 'SIGKILL',
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { ...limits, signal, encoding: 'utf8' }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT') resolve(null);
      else reject(error);
    });
    child.unref();
    for (const stream of [child.stdout, child.stderr]) {
      // They are sockets, which the type does not say.
      if (stream !== null && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
    }
  });
}

/** What this process holds, by GPU; a process is listed once for each of its contexts. */
function ownMemory(output: string, pid: number): Map<string, number | null> {
  const own = new Map<string, number | null>();
  for (const [owner, uuid, used] of rowsOf(output)) {
    if (owner !== String(pid) || uuid === undefined) continue;
    const bytes = bytesOf(used);
    const before = own.get(uuid) ?? null;
    own.set(uuid, bytes === null ? before : (before ?? 0) + bytes);
  }
  return own;
}

function rowsOf(output: string): string[][] {
  return output
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()));
}

/** `123` is a number of MiB; what is not supported is said in words such as `[N/A]`. */
function bytesOf(cell: string | undefined): number | null {
  return cell !== undefined && /^\d{1,9}$/.test(cell) ? Number(cell) * MIB : null;
}

/** With more in use, or free, than there is, the total is not known. */
function known(usedBytes: number, freeBytes: number | null, totalBytes: number | null) {
  const isPossible = totalBytes !== null && usedBytes <= totalBytes && (freeBytes ?? 0) <= totalBytes;
  return { freeBytes, totalBytes: isPossible ? totalBytes : null };
}
