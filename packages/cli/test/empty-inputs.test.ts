import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import { expect, onTestFinished, test } from 'vitest';
import { memoryIo } from './memory-io.ts';

async function run(argv: readonly string[], stdin = '') {
  const io = memoryIo({ stdin });
  const exitCode = await runCommand(argv, io);
  return { exitCode, out: io.out(), err: io.err() };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-empty-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test.each(['diagnose', 'sessions'])('%s names standard input when nothing came from it', async (command) => {
  const { exitCode, err } = await run([command, '-']);

  expect(exitCode).toBe(5);
  expect(err).toContain('-: no telemetry event in this stream.');
});

test('validate does not call an empty standard input valid', async () => {
  const text = await run(['validate', '-'], '\n');
  const json = await run(['validate', '-', '--json']);

  expect(text).toEqual({ exitCode: 5, out: '', err: '-: no record in it, so nothing was checked\n' });
  expect(json.exitCode).toBe(5);
  expect(JSON.parse(json.out)).toMatchObject({ valid: false, files: [{ path: '-', records: 0 }], faults: [] });
});

test('validate names a file without a record, which is valid', async () => {
  const path = join(await temporaryFolder(), 'rank_0.jsonl');
  await writeFile(path, '');

  const { exitCode, out, err } = await run(['validate', path]);

  expect([exitCode, out]).toEqual([0, '1 file, 0 records: all valid\n']);
  expect(err).toBe(`${path}: no record in it, so nothing was checked\n`);
});

test.skipIf(process.platform === 'win32')('validate says how a pipe is read', async () => {
  const path = join(await temporaryFolder(), 'rank_0.jsonl');
  execFileSync('mkfifo', [path]);

  const { exitCode, out, err } = await run(['validate', path]);

  expect(exitCode).toBe(5);
  expect(out).toContain('it is neither a file nor a folder\n');
  expect(err).toBe('for a pipe use - (standard input)\n');
});

test('runs does not take - for a path', async () => {
  expect(await run(['runs', '-'])).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('not in standard input'),
  });
});
