import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import { expect, onTestFinished, test } from 'vitest';
import { memoryIo } from './memory-io.ts';

const REPORTS = join(import.meta.dirname, 'fixtures', 'reports');
const ARTIFACT_ROW = '{"schema_version":1,"event_type":"infer.request"}\n';

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-runs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function runs(...args: readonly string[]) {
  const io = memoryIo();
  const exitCode = await runCommand(['runs', ...args], io);
  return { exitCode, out: io.out(), err: io.err() };
}

function envelope(runId: string): string {
  const attachments = [
    { title: 'Events', kind: 'inference', storage: 'reference', path: 'artifacts/serve.jsonl', metadata: {} },
  ];
  const head = { schema_version: 1, format: 'stormlog.run_envelope', run_id: runId };
  return JSON.stringify({ ...head, attachments, metadata: {} });
}

test('takes an inference artifact for an attachment of its run, whole or torn, and not for broken telemetry', async () => {
  const folder = await folderOf({
    'good/stormlog_run.json': envelope('good'),
    'good/artifacts/serve.jsonl': ARTIFACT_ROW.repeat(3),
    'torn/stormlog_run.json': envelope('torn'),
    'torn/artifacts/serve.jsonl': `${ARTIFACT_ROW}{"torn`,
  });

  const { exitCode, out, err } = await runs(folder, '--strict');

  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toContain('2 runs · 0 sessions · 2 attachments');
});

test('tells which lines of a telemetry file it passed over, also in JSON, and refuses the file when strict', async () => {
  const name = 'r31-broken-lines-of-every-kind';
  const lines = await readFile(join(REPORTS, name, 'rank_0.jsonl'));
  const folder = await folderOf({ 'rank_0.jsonl': lines.toString('latin1') });

  const table = await runs(folder);
  const document = JSON.parse((await runs(folder, '--json')).out);
  const strict = await runs(folder, '--strict');

  expect(table.exitCode).toBe(0);
  expect(table.err).toContain('rank_0.jsonl:2');
  expect(document.warnings[0]).toEqual({
    code: 'line_skipped',
    message: expect.stringContaining('rank_0.jsonl:2: not JSON'),
    path: join(folder, 'rank_0.jsonl'),
  });
  expect([strict.exitCode, strict.err]).toEqual([5, expect.stringContaining('its sessions cannot be loaded')]);
});
