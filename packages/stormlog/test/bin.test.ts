import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const RUN = join(PACKAGE, '..', '..', 'samples', 'run');

interface Options {
  readonly stdin?: 'pipe' | 'ignore';
  readonly stdout?: 'pipe' | number;
}

/** The bin as a process of its own, from the sources. */
function start(args: readonly string[], options: Options = {}): ChildProcess {
  const flags = ['--conditions=@stormlog/source', '--import', 'tsx', join(PACKAGE, 'src', 'bin.ts')];
  return spawn(process.execPath, [...flags, ...args], {
    cwd: PACKAGE,
    stdio: [options.stdin ?? 'ignore', options.stdout ?? 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
}

async function end(child: ChildProcess) {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

describe('the stormlog process', { timeout: 120_000 }, () => {
  test('prints the report on stdout, messages on stderr, and exits with the code of the command', async () => {
    const [good, bad] = await Promise.all([
      end(start(['diagnose', RUN, '--fail-on', 'critical'])),
      end(start(['diagnos', RUN])),
    ]);
    expect(good.code).toBe(3);
    expect(good.out).toContain('missing: 4');
    expect(good.out).not.toContain('note:');
    expect(bad).toMatchObject({ code: 2, out: '' });
    expect(bad.err).toContain('Did you mean stormlog diagnose?');
  });

  test('a reader that goes away ends it without a word', async () => {
    const child = start(['diagnose', RUN, '--json', '--timelines']);
    child.stdout?.once('data', () => child.stdout?.destroy());
    let err = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      err += text;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(0);
    expect(err).not.toMatch(/EPIPE|at /);
  });

  test('an interrupt while it waits for standard input is 130', async () => {
    const child = start(['diagnose', '-'], { stdin: 'pipe' });
    // Once it has taken more than a pipe can hold, it is reading.
    for (let i = 0; i < 16; i++) child.stdin?.write(`${' '.repeat(65_535)}\n`);
    await new Promise((resolve) => child.stdin?.once('drain', resolve));
    child.kill('SIGINT');
    const { code, out, err } = await end(child);
    expect({ code, out }).toEqual({ code: 130, out: '' });
    expect(err).toBe('interrupted\n');
  });

  test.runIf(existsSync('/dev/full'))('output that cannot be written is an error, not a success', async () => {
    const { code, err } = await end(start(['sessions', RUN, '--json'], { stdout: openSync('/dev/full', 'w') }));
    expect(code).toBe(1);
    expect(err).toContain('could not be written');
  });
});
