import { readFileSync, readlinkSync } from 'node:fs';
import { isJsonObject, parseJson, stringifyJson } from '@stormlog/records';
import type { Environment } from '@stormlog/sessions';
import { systemCodeOf } from '../errors/system-error.ts';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z$/;

/** Who holds a lock, as the lock file says (docs/formats/writing-files.md §3). */
export interface LockOwner {
  /** Unlike that of any other lock ever made. */
  readonly token: string;
  readonly host: string;
  readonly boot_id: string | null;
  /** The process ids of another namespace mean other processes; null where the system has none. */
  readonly pid_namespace: string | null;
  readonly pid: number;
  /** Tells a process from a later one with its id: clock ticks since boot; null where the system does not say. */
  readonly process_start: string | null;
  /** When the lock was made, in UTC; null in a lock file that does not say. */
  readonly since: string | null;
}

/** This process, as the owner of a new lock. */
export function newLockOwner(environment: Environment): LockOwner {
  return {
    token: environment.newId(),
    host: environment.hostName,
    boot_id: environment.bootId,
    pid_namespace: pidNamespace(),
    pid: environment.pid,
    process_start: processState(environment.pid)?.start ?? null,
    since: new Date(Number(environment.wallNs() / 1_000_000n)).toISOString(),
  };
}

/** The text of a lock file. */
export function lockOwnerText(owner: LockOwner): string {
  return `${stringifyJson({ format: 'stormlog.lock', ...owner })}\n`;
}

/** The owner that a lock file names; null for a text that is none, as of a file that is being written. */
export function parseLockOwner(text: string): LockOwner | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  if (!isJsonObject(value)) return null;
  const { token, host, boot_id: bootId, pid_namespace: namespace, pid, process_start: start, since } = value;
  // The token becomes part of a file's name.
  if (typeof token !== 'string' || !/^[\w-]{1,64}$/.test(token)) return null;
  if (typeof host !== 'string' || typeof pid !== 'number') return null;
  return {
    token,
    host,
    boot_id: typeof bootId === 'string' ? bootId : null,
    pid_namespace: typeof namespace === 'string' ? namespace : null,
    pid,
    process_start: typeof start === 'string' ? start : null,
    since: typeof since === 'string' && TIME.test(since) ? since : null,
  };
}

/**
 * Whether the owner's process lives: known at once when it is on this machine, in this boot and this namespace of
 * process ids; `unknown` when it is elsewhere.
 */
export function lockOwnerState(owner: LockOwner, environment: Environment): 'alive' | 'dead' | 'unknown' {
  const isHere =
    owner.host === environment.hostName &&
    owner.boot_id !== null &&
    owner.boot_id === environment.bootId &&
    owner.pid_namespace === pidNamespace();
  if (!isHere) return 'unknown';
  const state = processState(owner.pid);
  if (state !== null) {
    // A zombie is a dead process that nobody has asked after yet.
    const isSame = owner.process_start === null || owner.process_start === state.start;
    return isSame && state.status !== 'Z' && state.status !== 'X' ? 'alive' : 'dead';
  }
  try {
    process.kill(owner.pid, 0);
    return 'alive';
  } catch (error) {
    return systemCodeOf(error) === 'ESRCH' ? 'dead' : 'alive';
  }
}

function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/** Of a process, what /proc says; null when it says nothing. */
function processState(pid: number): { readonly status: string; readonly start: string } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name in parentheses may hold anything; the fields after it are plain.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const status = fields[0];
  const start = fields[19];
  return status === undefined || start === undefined ? null : { status, start };
}
