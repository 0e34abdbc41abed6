import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { memoryIo } from './memory-io.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const RUN = join(ROOT, 'samples', 'run');
const PATIENCE = { timeout: 60_000, interval: 20 };

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-watch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Watching {
  readonly process: ChildProcess;
  readonly exit: Promise<unknown[]>;
  out(): string;
  err(): string;
}

/** `stormlog watch` in a process of its own. */
function startWatch(...args: readonly string[]): Watching {
  const program = join(ROOT, 'packages', 'stormlog', 'src', 'bin.ts');
  const child = spawn(
    process.execPath,
    ['--conditions=@stormlog/source', '--import', import.meta.resolve('tsx'), program, 'watch', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  return { process: child, exit: once(child, 'exit'), out: () => texts.out, err: () => texts.err };
}

/** Copies a rank of the sample run; the last of its segments comes in two pieces, cut inside a line. */
async function copyRank(rank: number, to: string): Promise<() => Promise<void>> {
  const from = join(RUN, `rank${rank}`);
  const target = join(to, `rank${rank}`);
  await mkdir(target, { recursive: true });
  const segments = (await readdir(from)).filter((name) => name.startsWith('segment')).sort();
  for (const name of segments.slice(0, -1)) await copyFile(join(from, name), join(target, name));
  const last = segments.at(-1)!;
  const bytes = await readFile(join(from, last));
  const cut = bytes.indexOf(10) + 100;
  const manifest = await readFile(join(from, 'manifest.json'), 'utf8');
  await writeFile(
    join(target, 'manifest.json'),
    manifest.replaceAll('"completed"', '"running"').replaceAll(/"ended_at_ns": \d+/g, '"ended_at_ns": null'),
  );
  await writeFile(join(target, last), bytes.subarray(0, cut));
  return async () => {
    await appendFile(join(target, last), bytes.subarray(cut));
    await copyFile(join(from, 'manifest.json'), join(target, 'manifest.json'));
  };
}

describe('watch', () => {
  test.each([
    [['watch'], 'No input to watch'],
    [['watch', '-'], 'Standard input cannot be watched'],
    [['watch', 'run', '--interval', 'x'], '--interval'],
  ])('%j is a usage error', async (argv, message) => {
    const io = memoryIo();

    expect(await runCommand(argv, io)).toBe(2);
    expect(io.err()).toContain(message);
  });

  test('waits for what is not there, tells what has changed, and ends on Ctrl-C with 0', {
    timeout: 90_000,
  }, async () => {
    const folder = join(await temporaryFolder(), 'run');
    const watching = startWatch(folder, '--interval', '0', '--quiet', '3600');
    await vi.waitFor(() => expect(watching.err()).toContain('nothing to diagnose yet'), PATIENCE);

    const finish = await Promise.all([0, 1, 2].map((rank) => copyRank(rank, folder)));
    await vi.waitFor(() => expect(watching.out()).toContain('3 of 5 ranks present, missing: 3, 4'), PATIENCE);
    // Half a line is no fault of the file while it is written.
    expect(watching.err()).not.toMatch(/torn|line/);
    expect(watching.out()).not.toContain('stopped without completing');

    for (const rest of finish) await rest();
    await (await copyRank(3, folder))();
    await vi.waitFor(() => expect(watching.out()).toContain('4 of 5 ranks present, missing: 4'), PATIENCE);

    watching.process.kill('SIGINT');
    expect(await watching.exit).toEqual([0, null]);
    expect(watching.out().endsWith('\n')).toBe(true);
    expect(watching.err()).not.toContain('interrupted');
  });

  test('with --until-ended ends by itself, and a rank that fell silent has stopped then', async () => {
    const folder = await temporaryFolder();
    for (const rank of [0, 1, 2, 3]) await (await copyRank(rank, folder))();
    const killed = join(folder, 'rank3', 'manifest.json');
    const io = memoryIo();
    const watching = runCommand(['watch', folder, '--interval', '0', '--quiet', '1', '--until-ended'], io);

    await vi.waitFor(() => expect(io.out()).toContain('rank 3 stopped without completing'), PATIENCE);
    await writeFile(killed, (await readFile(killed, 'utf8')).replaceAll('"running"', '"interrupted"'));

    expect(await watching).toBe(0);
  });

  test('on a terminal keeps one screen up to date', async () => {
    const stop = new AbortController();
    const io = memoryIo({ terminal: true, columns: 100, signal: stop.signal });
    const watching = runCommand(['watch', RUN, '--interval', '1'], io);

    await vi.waitFor(() => expect(io.out()).toContain('Ctrl-C ends watching'), PATIENCE);
    stop.abort(new Error('interrupted'));

    expect(await watching).toBe(0);
    expect(io.out().startsWith('\u001b[H')).toBe(true);
    expect(io.out()).toContain('4 of 5 ranks present');
  });
});
