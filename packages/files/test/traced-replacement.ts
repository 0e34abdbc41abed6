import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

export const OLD = 'old content';
const NEW_BYTES = 2000;
export const WORKER = [
  '--conditions=@stormlog/source',
  '--import',
  'tsx',
  join(import.meta.dirname, 'replace-worker.ts'),
];
/** Injections are counted per thread, so there is one thread for files. */
export const WORKER_ENVIRONMENT = { ...process.env, UV_THREADPOOL_SIZE: '1', TSX_DISABLE_CACHE: '1' };

/** What one replacement under strace came to. */
export interface TracedReplacement {
  /** `done`, the code of the error, or nothing when the process was killed before. */
  readonly outcome: string;
  readonly content: 'old' | 'new' | 'broken';
  /** What lies beside the file. */
  readonly others: readonly string[];
  /** What strace wrote. */
  readonly log: string;
}

/**
 * Lets a process of its own replace a file, with strace attached from just before the first system call to the end.
 *
 * @param args of strace: what it traces or does
 * @param options the mode of the file; the size in bytes beyond which the system cuts writes of the process short
 */
export async function traceReplacement(
  args: readonly string[],
  { mode = 0o644, largestFile }: { readonly mode?: number; readonly largestFile?: number } = {},
): Promise<TracedReplacement> {
  const folder = await temporaryFolder();
  const elsewhere = await temporaryFolder();
  const path = join(folder, 'f');
  const practice = join(elsewhere, 'practice');
  const logPath = join(elsewhere, 'log');
  for (const file of [path, practice]) {
    writeFileSync(file, OLD);
    await chmod(file, mode);
  }
  const worker = spawn(process.execPath, [...WORKER, path, `${NEW_BYTES}`, practice], { env: WORKER_ENVIRONMENT });
  const ended = once(worker, 'exit');
  let output = '';
  worker.stdout.on('data', (bytes) => {
    output += bytes;
  });
  await until(worker, worker.stdout, () => output.startsWith('ready\n'));
  const strace = spawn('strace', ['-f', '-o', logPath, ...args, '-p', `${worker.pid}`]);
  const detached = once(strace, 'exit');
  let told = '';
  strace.stderr.on('data', (bytes) => {
    told += bytes;
  });
  await until(strace, strace.stderr, () => told.includes('attached'));
  if (largestFile !== undefined) {
    execFileSync('prlimit', ['--pid', `${worker.pid}`, `--fsize=${largestFile}:${largestFile}`]);
  }
  worker.stdin.on('error', () => undefined);
  worker.stdin.write('go');
  await Promise.all([ended, detached]);
  const content = readFileSync(path, 'utf8');
  return {
    outcome: output.slice('ready\n'.length),
    content: content === OLD ? 'old' : content === 'n'.repeat(NEW_BYTES) ? 'new' : 'broken',
    others: readdirSync(folder).filter((name) => name !== 'f'),
    log: readFileSync(logPath, 'utf8'),
  };
}

async function until(
  process: { readonly exitCode: number | null },
  stream: NodeJS.ReadableStream,
  isSo: () => boolean,
): Promise<void> {
  while (!isSo()) {
    if (process.exitCode !== null) throw new Error(`a process ended early with exit code ${process.exitCode}`);
    await Promise.race([once(stream, 'data'), once(stream, 'end')]);
  }
}
