import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactText, RUN, temporaryFolder } from './capture-samples.ts';

export const WORKER = [
  '--conditions=@stormlog/source',
  '--import',
  'tsx',
  join(import.meta.dirname, 'append-worker.ts'),
];
/** Injections are counted per thread, so there is one thread for files. */
export const WORKER_ENVIRONMENT = { ...process.env, UV_THREADPOOL_SIZE: '1', TSX_DISABLE_CACHE: '1' };

const OLD_ENVELOPE = `{"schema_version": 1, "format": "stormlog.run_envelope", "run_id": "${RUN}", "metadata": {}}`;
const OLD_ARTIFACT = artifactText('i1');

/** The two files of one append. */
export interface AppendFolder {
  readonly artifact: string;
  readonly envelope: string;
}

export type FileState = 'old' | 'new' | 'broken';

/** What one append under strace came to. */
export interface TracedAppend extends AppendFolder {
  /** `done`, code and stage of the error, or nothing when the process was killed before. */
  readonly outcome: string;
  /** What strace wrote. */
  readonly log: string;
  readonly states: string;
  /** What lies beside the two. */
  readonly others: readonly string[];
}

/** An artifact and its envelope in folders of their own, as they are before. */
export function layOut(folder: string): AppendFolder {
  const artifact = join(folder, 'a', 'serve.jsonl');
  const envelope = join(folder, 'e', 'run.json');
  mkdirSync(join(folder, 'a'));
  mkdirSync(join(folder, 'e'));
  writeFileSync(artifact, OLD_ARTIFACT);
  writeFileSync(envelope, OLD_ENVELOPE);
  return { artifact, envelope };
}

/** `envelope old, artifact old` and so on. */
export function statesOf({ artifact, envelope }: AppendFolder): string {
  return `envelope ${envelopeState(envelope)}, artifact ${artifactState(artifact)}`;
}

/** What an append answers that runs by itself. */
export function appendTo({ artifact, envelope }: AppendFolder, name = 'i2'): string {
  const args = [...WORKER, artifact, name, envelope];
  return spawnSync(process.execPath, args, { env: WORKER_ENVIRONMENT, encoding: 'utf8' }).stdout;
}

/**
 * Lets a process of its own append, with strace attached from just before the first system call to the end.
 *
 * @param args of strace: what it traces or does
 */
export async function traceAppend(args: readonly string[]): Promise<TracedAppend> {
  const folder = await temporaryFolder();
  const elsewhere = await temporaryFolder();
  const files = layOut(folder);
  const practice = join(elsewhere, 'practice.jsonl');
  const logPath = join(elsewhere, 'log');
  writeFileSync(practice, OLD_ARTIFACT);
  const worker = spawn(process.execPath, [...WORKER, files.artifact, 'i2', files.envelope, practice], {
    env: WORKER_ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(worker, 'exit');
  let output = '';
  worker.stdout.on('data', (bytes) => {
    output += bytes;
  });
  await until(worker, worker.stdout, () => output.startsWith('ready\n'));
  const strace = spawn('strace', ['-f', '-o', logPath, ...args, '-p', `${worker.pid}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const detached = once(strace, 'exit');
  let told = '';
  strace.stderr.on('data', (bytes) => {
    told += bytes;
  });
  await until(strace, strace.stderr, () => told.includes('attached'));
  worker.stdin.on('error', () => undefined);
  worker.stdin.write('go');
  await Promise.all([ended, detached]);
  return {
    ...files,
    outcome: output.slice('ready\n'.length),
    log: readFileSync(logPath, 'utf8'),
    states: statesOf(files),
    others: ['a', 'e']
      .flatMap((name) => readdirSync(join(folder, name)))
      .filter((name) => !/^(serve.jsonl|run.json)$/.test(name)),
  };
}

function envelopeState(path: string): FileState {
  const text = readFileSync(path, 'utf8');
  if (text === OLD_ENVELOPE) return 'old';
  return text.endsWith('}\n') && text.includes('"i2.json"') && text.includes('serve.jsonl') ? 'new' : 'broken';
}

function artifactState(path: string): FileState {
  const text = readFileSync(path, 'utf8');
  if (text === OLD_ARTIFACT) return 'old';
  const lines = text.split('\n');
  return text.startsWith(OLD_ARTIFACT) && lines.length === 7 && lines.at(-1) === '' ? 'new' : 'broken';
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
