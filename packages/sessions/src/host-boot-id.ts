import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripWhiteSpace } from '@stormlog/records';

/** Where {@link hostBootId} asks; the defaults are the machine's own answers. */
export interface BootIdSources {
  readonly platform: string;
  /** Read on Linux. */
  readonly bootIdFile: string;
  /** Run on macOS; its standard output is the answer. */
  readonly sysctlCommand: readonly [string, ...string[]];
  /** After this many milliseconds the command is killed and the id is not known. */
  readonly timeoutMs: number;
}

const COMMAND_TIMEOUT_MS = 2000;

/**
 * The id of this machine's current boot, which tells whether two processes share a monotonic clock; null when the system
 * does not say (docs/formats/sessions.md §6). Never fails. Asks anew at every call: `systemEnvironment()` remembers it.
 */
export function hostBootId(sources: Partial<BootIdSources> = {}): string | null {
  const platform = sources.platform ?? process.platform;
  if (platform === 'linux') return readBootIdFile(sources.bootIdFile ?? '/proc/sys/kernel/random/boot_id');
  if (platform === 'darwin') {
    const command = sources.sysctlCommand ?? ['sysctl', '-n', 'kern.bootsessionuuid'];
    return askCommand(command, sources.timeoutMs ?? COMMAND_TIMEOUT_MS);
  }
  return null;
}

function readBootIdFile(path: string): string | null {
  try {
    return stripWhiteSpace(readFileSync(path, 'utf8')) || null;
  } catch {
    return null;
  }
}

function askCommand([program, ...args]: readonly [string, ...string[]], timeoutMs: number): string | null {
  const answer = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return answer.status === 0 ? stripWhiteSpace(answer.stdout) || null : null;
}
