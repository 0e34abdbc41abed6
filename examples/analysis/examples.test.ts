import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { loadTelemetryEvents, TelemetrySink } from 'stormlog';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const SAMPLE_RUN = resolve(HERE, '..', '..', 'samples', 'run');

/** What an example prints, line by line. */
async function linesOf(example: string, ...args: readonly string[]): Promise<string[]> {
  const flags = ['--conditions=@stormlog/source', '--import', import.meta.resolve('tsx')];
  const { stdout } = await run(process.execPath, [...flags, join(HERE, example), ...args]);
  return stdout.trimEnd().split('\n');
}

test('diagnose names the rank that never came and the growth of the others', async () => {
  const lines = await linesOf('diagnose.ts', SAMPLE_RUN);

  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('rank 4: never seen');
  expect(lines[3]).toContain('rank 2: 107 samples, grew by 97.2');
});

test('a detector of one’s own runs over every rank', async () => {
  const lines = await linesOf('sawtooth-detector.ts', SAMPLE_RUN);

  expect(lines.map((line) => line.slice(0, 7))).toEqual(['rank 0:', 'rank 1:', 'rank 2:', 'rank 3:']);
});

test('following a sink tells its heights while it is written, and ends with its session', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-follow-'));
  const sink = await TelemetrySink.open(folder, { flushEveryEvents: 1, rolloverMaxEvents: 2 });
  const printed = linesOf('follow-sink.ts', folder);
  const [first] = await loadTelemetryEvents(join(SAMPLE_RUN, 'rank2'));
  for (const mib of [100, 105, 200, 150, 400]) {
    await sink.append({ ...first!, allocator_allocated_bytes: mib * 2 ** 20 });
  }
  await sink.close();

  const lines = await printed;

  expect(lines.filter((line) => line.startsWith('rank'))).toEqual([
    'rank 2: 100.0 MiB',
    'rank 2: 200.0 MiB',
    'rank 2: 400.0 MiB',
  ]);
  expect(lines).toContain('session completed');
  await rm(folder, { recursive: true });
});

test('telemetry becomes a Parquet file with every nanosecond', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-parquet-'));
  const target = join(folder, 'rank2.parquet');
  const source = join(SAMPLE_RUN, 'rank2');

  await linesOf('events-to-parquet.ts', source, target);

  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(target) });
  const events = await loadTelemetryEvents(source);
  expect(rows.map((row) => row['timestamp_ns'])).toEqual(events.map(({ timestamp_ns }) => timestamp_ns));
  expect(rows.map((row) => row['allocated'])).toEqual(
    events.map(({ allocator_allocated_bytes: bytes }) => (bytes === null ? null : BigInt(bytes))),
  );
  await rm(folder, { recursive: true });
});
