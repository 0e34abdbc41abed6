import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryIo } from './memory-io.ts';

const CASES = join(import.meta.dirname, 'fixtures', 'reports');
/** Set for a longer campaign; the seed is printed by fast-check when a run fails. */
const RUNS = Number(process.env['STORMLOG_FUZZ_RUNS'] ?? 60);
const SEED = Number(process.env['STORMLOG_FUZZ_SEED'] ?? 20261130);

interface Seedling {
  readonly name: string;
  readonly bytes: Buffer;
}

let folder: string;
const seedlings: Seedling[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stormlog-mutated-'));
  for (const entry of await readdir(CASES, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'expect.json' || entry.name === 'one.json') continue;
    seedlings.push({ name: entry.name, bytes: await readFile(join(entry.parentPath, entry.name)) });
  }
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Bytes that readers trip over more often than others. */
const nastyBytes = fc.constantFrom(
  ...[
    '"',
    '\\',
    '{',
    '}',
    '[',
    ',',
    ':',
    '\n',
    '\r',
    '-',
    '9',
    'e',
    'NaN',
    '\u0000',
    '\u001b[2J',
    '1e999',
    '"__proto__":',
    'null',
    "'",
  ],
);

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  removed: fc.nat({ max: 200 }),
  added: fc.oneof(nastyBytes, fc.string({ unit: 'binary', maxLength: 8 })),
});

test('whatever is in a file, a command ends with a code of its own and prints nothing that a terminal obeys', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('diagnose', 'sessions', 'validate'),
      fc.subarray(['--json', '--strict']),
      async (pick, changes, command, options) => {
        const seedling = seedlings[pick % seedlings.length]!;
        const path = join(folder, seedling.name);
        await writeFile(path, mutate(seedling.bytes, changes));
        const io = memoryIo();

        const words = command === 'validate' ? options.filter((option) => option !== '--strict') : options;
        const exitCode = await runCommand([command, ...words, path], io);

        await rm(path);
        expect([0, 5], io.err().slice(0, 500)).toContain(exitCode);
        const printed = io.out() + io.err();
        expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
        expect(printed).not.toMatch(/unexpected error|^ {4,}at /m);
        if (words.includes('--json')) JSON.parse(io.out());
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
}, 600_000);

function mutate(bytes: Buffer, changes: readonly { at: number; removed: number; added: string }[]): Buffer {
  return changes.reduce((current, { at, removed, added }) => {
    const start = Math.floor(at * current.length);
    return Buffer.concat([current.subarray(0, start), Buffer.from(added), current.subarray(start + removed)]);
  }, bytes);
}
