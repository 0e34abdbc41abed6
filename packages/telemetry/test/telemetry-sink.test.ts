import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArgumentError, InvalidRecordError } from '@stormlog/records';
import { describe, expect, test, vi } from 'vitest';
import {
  buildTelemetryRollups,
  type LoadNotice,
  loadTelemetrySessions,
  readSinkManifest,
  readTelemetryRollups,
  resolveTelemetrySinkConfig,
  type SinkFileOperations,
  SYSTEM_SINK_FILE_OPERATIONS,
  TelemetrySink,
} from '../src/index.ts';
import { noSpace, operationsWith, StillWorld, sampleEvent, testFolder } from './sink-samples.ts';

async function linesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('segment-')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
}

function numbersOf(lines: readonly string[]): number[] {
  return lines.map((line) => JSON.parse(line).n);
}

function manifestText(fields: object): string {
  return JSON.stringify({ schema_version: 2, sessions: [], segments: [], ...fields });
}

describe('the config', () => {
  test('names the member that cannot be', () => {
    expect(() => resolveTelemetrySinkConfig({ retentionMaxTotalBytes: 1 })).toThrow(
      expect.objectContaining({ argument: 'retentionMaxTotalBytes' }),
    );
    expect(() => resolveTelemetrySinkConfig({ flushEverySeconds: Number.NaN })).toThrow(ArgumentError);
    expect(() => resolveTelemetrySinkConfig({ rolloverMaxEvents: 1.5 })).toThrow(ArgumentError);
  });
});

describe('opening', () => {
  test('refuses a manifest of a newer version and leaves it as it is', async () => {
    const folder = await testFolder();
    const text = manifestText({ schema_version: 3, extra: true });
    await writeFile(join(folder, 'manifest.json'), text);

    await expect(TelemetrySink.open(folder)).rejects.toMatchObject({ code: 'manifest_newer' });
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(text);
  });

  test('opens a folder with a segment whose digits are no decimal ones', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'segment-².jsonl'), '');
    await writeFile(join(folder, 'segment-000004.jsonl'), '');

    const sink = await TelemetrySink.open(folder);
    await sink.append({ n: 1 });
    await sink.close();

    expect(await readdir(folder)).toContain('segment-000005.jsonl');
  });

  test('does not take the number of a segment that has been packed', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'segment-000007.jsonl.gz'), '');

    const sink = await TelemetrySink.open(folder);
    await sink.append({ n: 1 });
    await sink.close();

    expect(await readdir(folder)).toContain('segment-000008.jsonl');
  });
});

describe('retention', () => {
  test('never deletes what the sink did not write', async () => {
    const parent = await testFolder();
    const folder = join(parent, 'sink');
    await mkdir(join(folder, 'archive'), { recursive: true });
    const listed = ['../other.jsonl', 'archive/segment-000001.jsonl', 'notes.jsonl', 'segment-backup.jsonl'];
    for (const name of listed) await writeFile(join(folder, name), '{}\n');
    const segments = listed.map((filename) => ({ filename, event_count: 1, size_bytes: 3, closed: true }));
    await writeFile(join(folder, 'manifest.json'), manifestText({ segments }));
    const config = { flushEveryEvents: 1, rolloverMaxEvents: 1, retentionMaxFiles: 1, writeRollups: false };

    const sink = await TelemetrySink.open(folder, config);
    for (let n = 0; n < 3; n++) await sink.append({ n });
    await sink.close();

    for (const name of listed) expect(await readFile(join(folder, name), 'utf8')).toBe('{}\n');
    expect(sink.getDiagnostics()).toMatchObject({ pruned_segment_count: 2, final_retained_files: 5 });
    expect(await readdir(folder)).toContain('segment-000004.jsonl');
    expect(await readdir(folder)).not.toContain('segment-000003.jsonl');
  });
});

describe('calls that overlap', () => {
  test('keep the order of records and never flush twice at once', async () => {
    const folder = await testFolder();
    let writing = 0;
    let most = 0;
    const fileOperations = operationsWith((file) => ({
      write: async (bytes) => {
        most = Math.max(most, ++writing);
        const taken = await file.write(bytes);
        writing--;
        return taken;
      },
    }));
    const sink = await TelemetrySink.open(folder, {
      flushEveryEvents: 3,
      rolloverMaxEvents: 7,
      retentionMaxFiles: 100,
      fileOperations,
    });

    const appended = Array.from({ length: 50 }, (_, n) => sink.append({ n }));
    const flushed = [sink.flush({ force: true }), sink.flush({ force: true })];
    appended.push(...Array.from({ length: 50 }, (_, n) => sink.append({ n: 50 + n })));
    await Promise.all([...appended, ...flushed, sink.close()]);

    expect(numbersOf(await linesOf(folder))).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(most).toBe(1);
  });

  test('a record appended while a flush fails is written after the records of that flush, each once', async () => {
    const folder = await testFolder();
    let failures = 1;
    let sink: TelemetrySink | null = null;
    const fileOperations = operationsWith((file) => ({
      sync: async () => {
        if (failures-- <= 0) return await file.sync();
        void sink?.append({ n: 3 });
        throw noSpace();
      },
    }));
    sink = await TelemetrySink.open(folder, { flushEveryEvents: 100, fileOperations });
    await sink.append({ n: 1 });
    await sink.append({ n: 2 });

    await expect(sink.flush({ force: true })).rejects.toMatchObject({ code: 'file_unwritable', systemCode: 'ENOSPC' });
    await sink.close();

    expect(numbersOf(await linesOf(folder))).toEqual([1, 2, 3]);
  });

  test('a record after close starts a new session and segment', async () => {
    const folder = await testFolder();
    const sink = await TelemetrySink.open(folder, { environment: new StillWorld(), writeRollups: false });

    await Promise.all([sink.append({ n: 1 }), sink.close(), sink.append({ n: 2 }), sink.close()]);

    const manifest = await readSinkManifest(folder);
    expect(manifest?.segments.map((segment) => [segment.session_id, segment.event_count])).toEqual([
      ['id-1', 1],
      ['id-2', 1],
    ]);
  });
});

describe('bounded mode on a full disk', () => {
  test('goes on, counts what it drops, and writes again when there is room', async () => {
    const folder = await testFolder();
    const environment = new StillWorld();
    const notices: LoadNotice[] = [];
    let isFull = true;
    const fileOperations = operationsWith((file) => ({
      write: async (bytes) => {
        if (!isFull) return await file.write(bytes);
        await file.write(bytes.subarray(0, 3));
        throw noSpace();
      },
    }));
    const sink = await TelemetrySink.open(folder, {
      maxBufferBytes: 100,
      flushEveryEvents: 1,
      writeRollups: false,
      environment,
      fileOperations,
      onNotice: (notice) => notices.push(notice),
    });
    for (let n = 0; n < 50; n++) await sink.append({ n: 10 + n });
    const whileFull = sink.failureDiagnostics();
    isFull = false;
    environment.advance(60);
    await sink.append({ n: 99 });
    await sink.close();

    expect(whileFull).toMatchObject({
      buffered_records: 10,
      buffered_bytes: 100,
      dropped_records: 40,
      dropped_bytes: 400,
    });
    expect(whileFull.flush_failures).toBe(1);
    expect(notices.map((notice) => notice.code)).toEqual(['sink_write_failed']);
    expect(numbersOf(await linesOf(folder))).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 99]);
    expect(sink.failureDiagnostics()).toMatchObject({ buffered_records: 0, consecutive_flush_failures: 0 });
  });

  test('does not let records that nobody waits for fill the memory', async () => {
    const folder = await testFolder();
    const sink = await TelemetrySink.open(folder, { maxBufferBytes: 100 });

    const appended = Array.from({ length: 1000 }, () => sink.append({ n: 10 }));
    const { dropped_records: dropped } = sink.failureDiagnostics();
    await Promise.all(appended);
    await sink.close();

    expect(dropped).toBe(990);
    expect((await linesOf(folder)).length).toBe(10);
  });
});

describe('the background flush', () => {
  test('writes what nobody flushes, until close', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const folder = await testFolder();
      const environment = new StillWorld();
      const sink = await TelemetrySink.open(folder, { environment });
      await sink.append({ n: 1 });
      environment.advance(2);
      vi.advanceTimersByTime(2000);
      await sink.startSession();
      const written = numbersOf(await linesOf(folder));
      await sink.close();

      expect(written).toEqual([1]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('records', () => {
  test('of another session, with an id that is not text, or that JSON cannot hold are refused and change nothing', async () => {
    const folder = await testFolder();
    const sink = await TelemetrySink.open(folder);
    await sink.append({ session_id: 'a' });

    await expect(sink.append({ session_id: 'b' })).rejects.toMatchObject({ code: 'session_mismatch' });
    await expect(sink.append({ session_id: 7 })).rejects.toBeInstanceOf(InvalidRecordError);
    await expect(sink.append({ value: () => 1 })).rejects.toBeInstanceOf(ArgumentError);
    expect(sink.failureDiagnostics().buffered_records).toBe(1);
    await sink.close();
  });
});

describe('a new segment', () => {
  test('is brought to the disk with its name before a flush resolves, again when that failed', async () => {
    const folder = await testFolder();
    const calls: string[] = [];
    const fileOperations: SinkFileOperations = {
      ...operationsWith((file) => ({
        write: (bytes) => {
          calls.push('write');
          return file.write(bytes);
        },
      })),
      syncFolder: async () => {
        calls.push('sync folder');
        if (calls.length === 1) throw noSpace();
      },
    };
    const sink = await TelemetrySink.open(folder, { fileOperations, writeRollups: false });
    await sink.append({ n: 1 });

    await expect(sink.flush({ force: true })).rejects.toMatchObject({ stage: 'sync folder' });
    await sink.flush({ force: true });
    await sink.append({ n: 2 });
    await sink.flush({ force: true });

    expect(calls).toEqual(['sync folder', 'sync folder', 'write', 'write']);
    await sink.close();
    expect(numbersOf(await linesOf(folder))).toEqual([1, 2]);
  });
});

describe('the manifest', () => {
  test('is brought to the disk at rollover and close, not at every flush', async () => {
    const folder = await testFolder();
    let syncs = 0;
    const fileOperations: SinkFileOperations = {
      ...SYSTEM_SINK_FILE_OPERATIONS,
      openEmpty: async (path) => {
        const file = await SYSTEM_SINK_FILE_OPERATIONS.openEmpty(path);
        const sync = () => {
          syncs++;
          return file.sync();
        };
        return { ...file, sync };
      },
    };
    const config = { flushEveryEvents: 1, rolloverMaxEvents: 3, writeRollups: false };
    const sink = await TelemetrySink.open(folder, { ...config, fileOperations });

    const counts: number[] = [];
    for (let n = 0; n < 4; n++) {
      await sink.append({ n });
      counts.push(syncs);
    }
    await sink.close();
    counts.push(syncs);

    expect(counts).toEqual([0, 0, 1, 1, 2]);
  });
});

describe('rollups at close', () => {
  test('are those of the loaded folder, and fresh', async () => {
    const folder = await testFolder();
    const environment = new StillWorld();
    const config = { flushEveryEvents: 2, rolloverMaxEvents: 3, retentionMaxFiles: 2, environment };
    for (const session of ['a', 'b']) {
      const sink = await TelemetrySink.open(folder, config);
      for (let n = 5; n > 0; n--) await sink.append(sampleEvent({ session, at: environment.wallNs() + BigInt(n) }));
      await sink.close();
    }

    const rollups = await readTelemetryRollups(folder);

    const sessions = await loadTelemetrySessions(folder);
    const built = buildTelemetryRollups(sessions, await readSinkManifest(folder), { environment });
    expect(rollups?.sessions).toEqual(built.sessions);
    expect(rollups?.sessions.map((session) => session.event_count)).toEqual([0, 5]);
    expect(rollups?.coverage).toMatchObject({ pruned_segment_count: 2, retained_event_count: 5 });
  });

  test('that cannot be made are told of and do not fail the close', async () => {
    const folder = await testFolder();
    const codes: string[] = [];
    const sink = await TelemetrySink.open(folder, { onNotice: (notice) => codes.push(notice.code) });
    await sink.append({ schema_version: 4 });

    await sink.close();

    expect(codes).toEqual(['rollups_not_written']);
    expect(await readTelemetryRollups(folder)).toBeNull();
  });
});
