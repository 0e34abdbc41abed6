import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import { parseJson, stringifyJson } from '@stormlog/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disagreements, outputDisagreements, parseExpectation } from './expectation.ts';
import { memoryIo } from './memory-io.ts';

/** Trouble that people reported of tools like this one, each case a folder of inputs with what is right. */
const CASES = join(import.meta.dirname, 'fixtures', 'reports');

/** Inputs that are too large to keep: made out of a small one. */
const MAKERS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  r36: makeTenThousandSessions,
  r59: makeLongTrack,
};

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'stormlog-'));
});

afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

const names = (await readdir(CASES)).sort();

describe('reported trouble', () => {
  test('all cases are there', () => {
    expect(names).toHaveLength(36);
  });

  test.each(names)('%s', async (name) => {
    // The case's name must not be in the paths: it could satisfy what the output has to say.
    const id = name.slice(0, name.indexOf('-'));
    const folder = join(scratch, id);
    await cp(join(CASES, name), folder, { recursive: true });
    const expected = parseExpectation(await readFile(join(folder, 'expect.json'), 'utf8'));
    await rm(join(folder, 'expect.json'));
    await MAKERS[id]?.(folder);
    const before = await contents(folder);
    const io = memoryIo();

    const out = await mkdtemp(join(scratch, 'out-'));
    const args = expected.args.map((argument) => argument.replaceAll('$DIR', folder).replaceAll('$OUT', out));
    const exitCode = await runCommand([...expected.command.split(' '), ...args], io);

    expect(
      disagreements(expected, { exitCode, out: io.out(), err: io.err() }),
      (io.err() + io.out()).slice(0, 2000),
    ).toEqual([]);
    const read = (file: string) => readFile(join(out, file), 'utf8').catch(() => null);
    expect(await outputDisagreements(expected, read)).toEqual([]);
    expect(await contents(folder)).toEqual(before);
  });
});

/** Every file below a folder with its bytes. */
async function contents(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'latin1')] as const)));
}

async function makeTenThousandSessions(folder: string): Promise<void> {
  const one = parseJson(await readFile(join(folder, 'one.json'), 'utf8'));
  if (typeof one !== 'object' || one === null || Array.isArray(one) || !('timestamp_ns' in one))
    throw new Error('one.json');
  const start = BigInt(String(one.timestamp_ns));
  const lines: string[] = [];
  for (let n = 0; n < 10_000; n++) {
    const session_id = `session-${String(n).padStart(5, '0')}`;
    for (const [i, event_type] of ['sample', 'stop'].entries()) {
      lines.push(stringifyJson({ ...one, session_id, event_type, timestamp_ns: start + BigInt(n * 1_000_003 + i) }));
    }
  }
  await writeFile(join(folder, 'events.jsonl'), `${lines.join('\n')}\n`);
  await rm(join(folder, 'one.json'));
}

/** A quote in row 4 that is never closed, and thousands of rows after it. */
async function makeLongTrack(folder: string): Promise<void> {
  const rows = (await readFile(join(folder, 'half.csv'), 'utf8')).trimEnd().split('\n');
  rows[3] = rows[3]!.replace(',step 2', ',"step 2');
  const rest = Array.from({ length: 2000 }, () => rows.slice(4)).flat();
  await writeFile(join(folder, 'long_track.csv'), `${[...rows.slice(0, 4), ...rest].join('\n')}\n`);
  await rm(join(folder, 'half.csv'));
}
