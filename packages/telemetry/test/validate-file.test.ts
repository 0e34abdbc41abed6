import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type TelemetryFault,
  type ValidateOptions,
  type ValidationReport,
  validateTelemetryFile,
} from '@stormlog/telemetry';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stormlog-validate-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const VALID = {
  schema_version: 3,
  session_id: 's',
  timestamp_ns: 1_700_000_000_000,
  event_type: 'sample',
  collector: 'c',
  sampling_interval_ms: 0,
  pid: 1,
  host: 'h',
  device_id: 0,
  allocator_allocated_bytes: 1,
  allocator_reserved_bytes: 1,
  allocator_active_bytes: null,
  allocator_inactive_bytes: null,
  allocator_change_bytes: 0,
  device_used_bytes: 1,
  device_free_bytes: null,
  device_total_bytes: null,
  context: null,
  metadata: {},
};

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

function lines(...records: readonly unknown[]): string {
  return records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');
}

async function validate(source: Parameters<typeof validateTelemetryFile>[0], options: ValidateOptions = {}) {
  const faults: TelemetryFault[] = [];
  const reports: ValidationReport[] = [];
  const found = validateTelemetryFile(source, { ...options, onReport: (report) => reports.push(report) });
  for await (const fault of found) faults.push(fault);
  return { faults, reports };
}

describe('JSON Lines', () => {
  test('every fault of every record, with line, field, what stood there and what is expected', async () => {
    const path = await write(
      'a.jsonl',
      lines(VALID, { ...VALID, pid: -7, host: '' }, '{"x": ', [1], { ...VALID, surplus: 1 }),
    );
    const { faults, reports } = await validate(path);
    expect(faults.map(({ line, field, code }) => [line, field, code])).toEqual([
      [2, 'pid', 'field_invalid'],
      [2, 'host', 'field_invalid'],
      [3, null, 'json_syntax'],
      [4, null, 'record_not_object'],
      [5, 'surplus', 'field_unknown'],
    ]);
    expect(faults[0]).toMatchObject({ path, found: '-7', expected: expect.stringContaining('-1') });
    expect(reports).toEqual([{ path, kind: 'json_lines', records: 5, invalid: 4, legacy: 0, faults: 5 }]);
  });

  test('faults come in the order of the lines, whatever their kind and the size of the chunks', async () => {
    const mixed = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? '{broken' : { ...VALID, pid: -9 }));
    const path = await write('a.jsonl', lines(...mixed));
    for (const chunkBytes of [64, 1000, 1_000_000]) {
      const { faults } = await validate(path, { chunkBytes });
      expect(faults.map((fault) => fault.line)).toEqual(mixed.map((_, i) => i + 1));
    }
  });

  test('integers beyond 2^53 are named to the last digit', async () => {
    const text = JSON.stringify(VALID).replace('"device_used_bytes":1', '"device_used_bytes":9223372036854775794');
    const { faults } = await validate(await write('a.jsonl', `${text}\n`));
    expect(faults).toMatchObject([{ field: 'device_used_bytes', found: '9223372036854775794' }]);
  });

  test('a torn last line is a fault, and says so', async () => {
    const { faults } = await validate(await write('a.jsonl', `${lines(VALID)}{"schema_ver`));
    expect(faults).toMatchObject([{ line: 2, message: expect.stringContaining('cut short') }]);
  });

  test('the encoding of a file that is not UTF-8 is named', async () => {
    const { faults } = await validate(await write('a.jsonl', Buffer.from(`\ufeff${lines(VALID)}`, 'utf16le')));
    expect(faults[0]!.message).toContain('UTF-16');
  });

  test('records of the old form are valid and counted; what cannot be converted is not', async () => {
    const old = { timestamp: 1.5, memory_allocated: 5, memory_reserved: 6 };
    const { faults, reports } = await validate(
      await write(
        'a.jsonl',
        lines(old, { ...old, timestamp: 'noon' }, '{"timestamp": 1, "memory_allocated": 9223372036854775794}'),
      ),
    );
    expect(faults.map(({ line, field }) => [line, field])).toEqual([
      [2, 'timestamp'],
      [3, 'memory_allocated'],
    ]);
    expect(faults[1]!.found).toBe('9223372036854775794');
    expect(reports[0]).toMatchObject({ records: 3, invalid: 2, legacy: 3 });
  });

  test('beyond the limit faults are counted only', async () => {
    const path = await write('a.jsonl', lines(...Array.from({ length: 50 }, () => '{')));
    const { faults, reports } = await validate(path, { limit: 3 });
    expect(faults).toHaveLength(3);
    expect(reports[0]).toMatchObject({ faults: 50, invalid: 50 });
  });

  test('packed files and streams are read alike', async () => {
    const text = lines(VALID, '{');
    const packed = await validate(await write('a.jsonl.gz', gzipSync(text)));
    const streamed = await validate({
      name: '-',
      stream: (async function* () {
        yield Buffer.from(text);
      })(),
    });
    expect(packed.faults).toMatchObject([{ line: 2, code: 'json_syntax' }]);
    expect(streamed.faults).toMatchObject([{ path: '-', line: 2, code: 'json_syntax' }]);
  });

  test('damaged gzip is a fault after those of the lines before it', async () => {
    const bytes = gzipSync(lines(...Array.from({ length: 2000 }, (_, i) => ({ ...VALID, pid: i }))));
    const { faults } = await validate(await write('a.jsonl.gz', bytes.subarray(0, bytes.length - 20)));
    expect(faults.at(-1)).toMatchObject({ code: 'gzip_damaged', line: null });
  });

  test('aborting rejects with the reason', async () => {
    const path = await write('a.jsonl', lines(VALID));
    const reason = new Error('enough');
    await expect(validate(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('JSON documents', () => {
  test.each([
    ['a list', [VALID, { ...VALID, pid: null }], '[1]'],
    ['events', { events: [VALID, { ...VALID, pid: null }] }, 'events[1]'],
    ['telemetry_events', { telemetry_events: [VALID, { ...VALID, pid: null }] }, 'telemetry_events[1]'],
  ])('%s: every element', async (_, document, element) => {
    const { faults, reports } = await validate(await write('e.json', JSON.stringify(document)));
    expect(faults).toMatchObject([{ element, field: 'pid', line: null }]);
    expect(reports[0]).toMatchObject({ kind: 'json_document', records: 2, invalid: 1 });
  });

  test('a single record', async () => {
    expect((await validate(await write('e.json', JSON.stringify({ ...VALID, pid: null })))).faults).toHaveLength(1);
    expect((await validate(await write('e.json', JSON.stringify(VALID)))).faults).toEqual([]);
  });

  test('a document that is not JSON is one fault with line and column', async () => {
    const { faults } = await validate(await write('e.json', '{\n "events": [\n  {"a" 1}\n]}'));
    expect(faults).toMatchObject([{ code: 'json_syntax' }]);
    expect(`${faults[0]!.line} ${faults[0]!.message}`).toMatch(/3.*column 8/);
  });

  test('a foreign document and one of another session are faults', async () => {
    const foreign = await validate(await write('e.json', '{"entries": []}'));
    const summary = { session_id: 'other', status: 'completed', started_at_ns: 1, host: 'h', source: 's' };
    const mixed = await validate(
      await write('m.json', JSON.stringify({ session_summary: summary, telemetry_events: [VALID] })),
    );
    expect(foreign.faults).toMatchObject([{ code: 'document_without_events' }]);
    expect(mixed.faults).toMatchObject([{ code: 'session_mismatch', element: 'telemetry_events[0]' }]);
  });
});

describe('other files', () => {
  test('CSV: rows that the loader would reject, by row', async () => {
    const header = 'timestamp_ns,event_type,pid,host,device_id,memory_allocated,memory_reserved';
    const rows = ['1700000000000000000,sample,1,h,0,5,6', '1700000000000000001,sample,x,h,0,5,6', 'a,b"c,1,h,0,5,6'];
    const { faults, reports } = await validate(await write('track.csv', `${[header, ...rows].join('\n')}\n`));
    expect(faults.map((fault) => fault.line)).toEqual([3, 4]);
    expect(reports[0]).toMatchObject({ kind: 'csv', records: 3, invalid: 2 });
  });

  test('sink manifests: entries that lead outside, are gone, cut or not understood', async () => {
    await write('sink/segment-000001.jsonl', lines(VALID));
    await write('secret.jsonl', lines(VALID));
    const manifest = {
      schema_version: 2,
      format: 'stormlog.append_only_telemetry_sink',
      sessions: [{ session_id: '' }],
      segments: [
        { filename: 'segment-000001.jsonl', event_count: 1, size_bytes: 999_999, closed: true, session_id: null },
        { filename: 'segment-000002.jsonl', event_count: 1, size_bytes: 1, closed: true, session_id: null },
        { filename: '../secret.jsonl', event_count: 1, size_bytes: 1, closed: true, session_id: null },
      ],
    };
    const path = await write('sink/manifest.json', JSON.stringify(manifest));
    const { faults } = await validate(path);
    expect(faults.map(({ code, element }) => [code, element]).sort()).toEqual([
      ['entry_outside_folder', null],
      ['file_missing', 'segments[1]'],
      ['file_unreadable', 'segments[0]'],
      ['manifest_entry_unusable', null],
    ]);
  });

  test('timelines: elements, lengths and hints', async () => {
    const timeline = {
      timestamps: [1, null, -2, 4],
      allocated: [1, 'x', 3],
      reserved: [1, 2, -3],
      rank: '0',
      world_size: 0,
    };
    const { faults, reports } = await validate(await write('telemetry_timeline.json', JSON.stringify(timeline)));
    expect(faults.map(({ element, field }) => element ?? field)).toEqual([
      'timestamps[1]',
      'timestamps[2]',
      'allocated[1]',
      'reserved[2]',
      'allocated',
      'rank',
      'world_size',
    ]);
    expect(reports[0]!.kind).toBe('timeline');
  });

  test('what is not there, and what is not a file, are faults', async () => {
    expect((await validate(join(folder, 'nope.jsonl'))).faults).toMatchObject([{ code: 'file_missing' }]);
    expect((await validate('/dev/null')).faults).toMatchObject([{ code: 'not_a_file' }]);
  });

  test('a named pipe that nobody writes to is a fault, not waited for', async () => {
    const path = join(folder, 'rank_0.jsonl');
    execFileSync('mkfifo', [path]);
    let peeked = false;
    const isForeign = async () => {
      peeked = true;
      return false;
    };
    expect((await validate(path, { isForeign })).faults).toMatchObject([{ code: 'not_a_file' }]);
    expect((await validate(folder, { isForeign })).faults).toMatchObject([{ path, code: 'not_a_file' }]);
    expect(peeked).toBe(false);
  });

  test('the rollups of a sink by the rules of their reader, not as telemetry', async () => {
    const sample = join(import.meta.dirname, '..', '..', '..', 'samples', 'run', 'rank0', 'rollups.json');
    const rollups = JSON.parse(await readFile(sample, 'utf8'));
    const good = await write('good/rollups.json', JSON.stringify(rollups));
    rollups.sessions[0].event_count = -4;
    const bad = await write('bad/rollups.json', JSON.stringify({ ...rollups, schema_version: 'x' }));

    expect(await validate(good)).toEqual({
      faults: [],
      reports: [{ path: good, kind: 'rollups', records: 1, invalid: 0, legacy: 0, faults: 0 }],
    });
    const { faults, reports } = await validate(join(folder, 'bad'));
    expect(faults.map(({ path, field, found }) => [path, field, found])).toEqual([
      [bad, 'schema_version', '"x"'],
      [bad, 'sessions.0.event_count', '-4'],
    ]);
    expect(reports).toMatchObject([{ kind: 'rollups', invalid: 1, faults: 2 }]);
  });

  test('a folder: its telemetry files at any depth in order, nothing else', async () => {
    await write('b/segment-000001.jsonl', lines(VALID));
    await write('a/deep/rank_0_events.json', '[]');
    await write('a/track.csv', 'x');
    await write('notes.json', '{');
    await write('readme.txt', '{');
    const { reports } = await validate(folder);
    expect(reports.map((report) => report.path.slice(folder.length + 1))).toEqual([
      'a/deep/rank_0_events.json',
      'a/track.csv',
      'b/segment-000001.jsonl',
    ]);
  });
});
