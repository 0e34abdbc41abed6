import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryIo } from './memory-io.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CASES = join(import.meta.dirname, 'fixtures', 'reports');
const SAMPLES = join(ROOT, 'samples');
const inputs = [
  ...(await readdir(CASES)).map((name) => join(CASES, name)),
  ...(await readdir(SAMPLES, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(SAMPLES, entry.name)),
].sort();

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
const schemas: Record<string, ValidateFunction> = {};
let empty: string;

beforeAll(async () => {
  for (const command of ['diagnose', 'sessions', 'runs', 'correlate', 'validate']) {
    const text = await readFile(join(ROOT, 'docs', 'schemas', 'cli', `${command}.schema.json`), 'utf8');
    schemas[command] = ajv.compile(JSON.parse(text));
  }
  empty = await mkdtemp(join(tmpdir(), 'stormlog-empty-'));
  await writeFile(join(empty, 'empty.jsonl'), '');
});

afterAll(async () => {
  await rm(empty, { recursive: true, force: true });
});

async function faultsOf(command: string, ...args: string[]): Promise<unknown> {
  const io = memoryIo();
  await runCommand([command, '--json', ...args], io);
  const validate = schemas[command]!;
  return validate(JSON.parse(io.out())) ? [] : validate.errors?.slice(0, 5);
}

describe('the JSON documents follow their published schemas', () => {
  describe.each(['diagnose', 'sessions', 'runs', 'correlate', 'validate'])('%s', (command) => {
    test.each(inputs.map((path) => path.slice(ROOT.length + 1)))('%s', async (path) => {
      expect(await faultsOf(command, join(ROOT, path))).toEqual([]);
    });

    test('inputs that are not there, empty files, nanoseconds in quotes', async () => {
      expect(await faultsOf(command, join(empty, 'not-there.json'))).toEqual([]);
      expect(await faultsOf(command, empty)).toEqual([]);
      expect(await faultsOf(command, join(SAMPLES, 'run'), '--ns-as-string')).toEqual([]);
    });
  });

  test('diagnose with timelines', async () => {
    expect(await faultsOf('diagnose', join(SAMPLES, 'run'), '--timelines')).toEqual([]);
  });
});
