import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { loadTelemetrySessions, TelemetrySink } from '../src/index.ts';
import { sampleEvent } from './sink-samples.ts';

const MIB = 1 << 20;
const LIMIT = 32 * 1024;
const KEPT = { retentionMaxFiles: 1000, rolloverMaxEvents: 200 } as const;
const PYTHON_COUNT = `
import sys
from stormlog.telemetry import load_telemetry_sessions
print([len(s.events) for s in load_telemetry_sessions(sys.argv[1])])
`;

/** A file system of two MiB; where mounting is not allowed, the test is skipped and says so. */
async function smallDisk(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sink-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) context.skip(`a file system cannot be mounted here: ${stderr.trim()}`);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  return folder;
}

/** A server that measures and does not wait long for its sink: whether it goes on, and what it saw of the buffer. */
async function serve(sink: TelemetrySink, records: number): Promise<{ highestBytes: number }> {
  let highestBytes = 0;
  for (let index = 0; index < records; index++) {
    await sink.append(sampleEvent());
    highestBytes = Math.max(highestBytes, sink.failureDiagnostics().buffered_bytes);
    if (index % 100 === 0) await delay(1);
  }
  return { highestBytes };
}

it('a bounded sink on a full disk drops and counts, stays small, and writes again when there is space', async (context) => {
  const disk = await smallDisk(context);
  const filler = join(disk, 'filler');
  const notices: string[] = [];
  const sink = await TelemetrySink.open(join(disk, 'sink'), {
    ...KEPT,
    maxBufferBytes: LIMIT,
    flushEverySeconds: 0.02,
    failureBackoffSeconds: 0.02,
    failureBackoffMaxSeconds: 0.05,
    onNotice: ({ code, message }) => notices.push(`${code}: ${message}`),
  });
  await serve(sink, 200);
  await writeFile(filler, Buffer.alloc(1.75 * MIB));

  const during = await serve(sink, 3000);
  const full = sink.failureDiagnostics();
  await rm(filler);
  await delay(60);
  const after = await serve(sink, 300);
  const recovered = sink.failureDiagnostics();
  await sink.close();
  const closed = sink.failureDiagnostics();

  expect(full.dropped_records).toBeGreaterThan(500);
  expect(full.dropped_bytes).toBeGreaterThan(full.dropped_records * 300);
  expect(full.flush_failures).toBeGreaterThan(1);
  expect(full.consecutive_flush_failures).toBeGreaterThan(0);
  expect(full.last_flush_error).toContain('ENOSPC');
  expect(notices.filter((notice) => notice.startsWith('sink_write_failed')).length).toBeGreaterThan(0);
  expect(notices.length).toBeLessThan(full.flush_failures + 1);
  expect(Math.max(during.highestBytes, after.highestBytes)).toBeLessThanOrEqual(LIMIT);
  expect(recovered.consecutive_flush_failures).toBe(0);
  expect([closed.buffered_records, closed.dropped_records]).toEqual([0, full.dropped_records]);
  const [session, ...others] = await loadTelemetrySessions(join(disk, 'sink'));
  expect(others).toEqual([]);
  expect([session?.summary.status, (session?.events.length ?? 0) + closed.dropped_records]).toEqual([
    'completed',
    3500,
  ]);
  const python = process.env['STORMLOG_PYTHON'] ?? 'STORMLOG_PYTHON is not set';
  const counted = execFileSync(python, ['-c', PYTHON_COUNT, join(disk, 'sink')], { encoding: 'utf8' });
  expect(counted.trim()).toBe(`[${session?.events.length}]`);
});

it('a bounded sink that stays without space ends with what it could write, and says what it dropped', async (context) => {
  const disk = await smallDisk(context);
  const sink = await TelemetrySink.open(join(disk, 'sink'), {
    ...KEPT,
    maxBufferBytes: LIMIT,
    failureBackoffSeconds: 0.01,
  });
  await serve(sink, 200);
  await sink.flush({ force: true });
  await writeFile(join(disk, 'filler'), Buffer.alloc(3 * MIB)).catch(() => undefined);

  await serve(sink, 1000);
  await sink.close();

  const { dropped_records: dropped, buffered_records: buffered } = sink.failureDiagnostics();
  const [session] = await loadTelemetrySessions(join(disk, 'sink'));
  expect(buffered).toBe(0);
  expect(session?.events.length).toBeGreaterThanOrEqual(200);
  expect((session?.events.length ?? 0) + dropped).toBe(1200);
});

it('an unbounded sink on a full disk says so, keeps its records, and writes them when there is space', async (context) => {
  const disk = await smallDisk(context);
  const filler = join(disk, 'filler');
  const sink = await TelemetrySink.open(join(disk, 'sink'), KEPT);
  await sink.append(sampleEvent());
  await sink.flush({ force: true });
  await writeFile(filler, Buffer.alloc(3 * MIB)).catch(() => undefined);

  const failed = await Promise.allSettled(Array.from({ length: 100 }, () => sink.append(sampleEvent())));
  await rm(filler);
  await sink.close();

  const refused = failed.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.reason).toMatchObject({ code: 'file_unwritable', systemCode: 'ENOSPC' });
  const [session] = await loadTelemetrySessions(join(disk, 'sink'));
  expect(session?.events).toHaveLength(101);
});
