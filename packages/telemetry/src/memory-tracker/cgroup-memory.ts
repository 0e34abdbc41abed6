import { readFileSync } from 'node:fs';

/** Memory of the control group a process lives in; null is "no limit" or "not measured". */
export interface CgroupMemory {
  readonly limitBytes: number | null;
  /** Of the group that has the limit, page cache included. */
  readonly usedBytes: number | null;
}

/** Reads a small file of the kernel as a whole; null when it cannot be read. */
export type ReadKernelFile = (path: string) => string | null;

interface CgroupLevel {
  readonly limit: string;
  readonly used: string;
}

interface CgroupLimit {
  readonly bytes: number;
  readonly usedPath: string;
}

interface Mount {
  readonly root: string;
  readonly point: string;
  readonly version: 1 | 2;
}

const LIMIT_EVERY_READS = 50;
const NONE: CgroupMemory = { limitBytes: null, usedBytes: null };
const FILES = {
  1: { limit: 'memory.limit_in_bytes', used: 'memory.usage_in_bytes' },
  2: { limit: 'memory.max', used: 'memory.current' },
} as const;

/**
 * The memory limit of this process's control group, of version 1 or 2, and what is used of it. A limit may stand at any
 * group above: the tightest one counts (docs/formats/memory-tracking.md §3).
 */
export class CgroupMemoryReader {
  readonly #read: ReadKernelFile;
  readonly #levels: readonly CgroupLevel[];
  #limit: CgroupLimit | null = null;
  #reads = 0;

  constructor(read: ReadKernelFile = readKernelFile) {
    this.#read = read;
    this.#levels = findLevels(read);
  }

  read(): CgroupMemory {
    // Limits seldom change, and looking for them costs most of a sample.
    if (this.#reads++ % LIMIT_EVERY_READS === 0) this.#limit = this.#tightest();
    if (this.#limit === null) return NONE;
    return { limitBytes: this.#limit.bytes, usedBytes: byteCount(this.#read(this.#limit.usedPath)) };
  }

  #tightest(): CgroupLimit | null {
    let tightest: CgroupLimit | null = null;
    for (const { limit, used } of this.#levels) {
      const bytes = byteCount(this.#read(limit));
      if (bytes !== null && (tightest === null || bytes < tightest.bytes)) tightest = { bytes, usedPath: used };
    }
    return tightest;
  }
}

function readKernelFile(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

/** The groups from the process's own up to the root of the mount, those that say something about memory. */
function findLevels(read: ReadKernelFile): CgroupLevel[] {
  const mount = findMount(read('/proc/self/mountinfo') ?? '');
  if (mount === null) return [];
  const files = FILES[mount.version];
  const levels: CgroupLevel[] = [];
  const parts = ownGroup(read('/proc/self/cgroup') ?? '', mount);
  for (let depth = parts.length; depth >= 0; depth--) {
    const folder = [mount.point, ...parts.slice(0, depth)].join('/');
    const level = { limit: `${folder}/${files.limit}`, used: `${folder}/${files.used}` };
    if (read(level.limit) !== null) levels.push(level);
  }
  return levels;
}

/** A hybrid system mounts both; the one with the memory controller counts, which version 1 names. */
function findMount(mountInfo: string): Mount | null {
  let found: Mount | null = null;
  for (const line of mountInfo.split('\n')) {
    const [fields, described] = line.split(' - ');
    const [, , , root, point] = fields?.split(' ') ?? [];
    const [kind, , options] = described?.split(' ') ?? [];
    if (root === undefined || point === undefined) continue;
    if (kind === 'cgroup' && options?.split(',').includes('memory')) return { root, point, version: 1 };
    if (kind === 'cgroup2') found ??= { root, point, version: 2 };
  }
  return found;
}

/** The process's group below the mount point, part by part. */
function ownGroup(membership: string, mount: Mount): string[] {
  for (const line of membership.split('\n')) {
    const [, controllers, ...rest] = line.split(':');
    const isOwn = mount.version === 2 ? controllers === '' : controllers?.split(',').includes('memory');
    if (!isOwn) continue;
    const path = rest.join(':');
    const below = path.startsWith(mount.root) ? path.slice(mount.root.length) : path;
    return below.split('/').filter((part) => part !== '' && part !== '..');
  }
  return [];
}

/** Version 2 says `max` where there is no limit, version 1 a number near 2^63. */
function byteCount(text: string | null): number | null {
  const digits = text?.trim() ?? '';
  if (!/^\d+$/.test(digits)) return null;
  const bytes = Number(digits);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
