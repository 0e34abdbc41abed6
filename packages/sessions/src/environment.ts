import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import packageManifest from '../package.json' with { type: 'json' };
import { hostBootId } from './host-boot-id.ts';

/** Everything a library of this project learns from the world outside its arguments; tests hand in their own. */
export interface Environment {
  /** Nanoseconds since the Unix epoch. */
  wallNs(): bigint;
  /** Seconds of a clock that never goes back, from an arbitrary start. */
  monotonicSeconds(): number;
  /** A random id, unlike any other: a version-4 UUID in lower case. */
  newId(): string;
  readonly hostName: string;
  readonly pid: number;
  /** See `hostBootId`. */
  readonly bootId: string | null;
  /** The version of this software, as producers name it in what they write. */
  readonly version: string;
}

/**
 * The machine this process runs on. Nothing is asked before a member is read; the boot id is asked once per environment.
 * The wall clock follows the system's (steps of it show) and has finer digits than milliseconds.
 */
export function systemEnvironment(): Environment {
  let bootId: string | null | undefined;
  return {
    wallNs: createWallClock(),
    monotonicSeconds: () => performance.now() / 1000,
    newId: () => randomUUID(),
    get hostName() {
      return hostname();
    },
    get pid() {
      return process.pid;
    },
    get bootId() {
      if (bootId === undefined) bootId = hostBootId();
      return bootId;
    },
    get version() {
      return packageManifest.version;
    },
  };
}

/**
 * Date.now() has whole milliseconds. The digits below come from the monotonic clock, laid beside it anew whenever the
 * two disagree about the millisecond.
 */
function createWallClock(): () => bigint {
  let offset: bigint | null = null;
  return () => {
    const millisecond = BigInt(Date.now()) * 1_000_000n;
    const monotonic = process.hrtime.bigint();
    const fine = offset === null ? null : monotonic + offset;
    if (fine !== null && fine >= millisecond && fine < millisecond + 1_000_000n) return fine;
    offset = millisecond - monotonic;
    return millisecond;
  };
}
