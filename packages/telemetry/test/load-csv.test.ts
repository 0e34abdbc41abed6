import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type JsonObject, stringifyJson } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { normalizeCsvRow } from '../src/csv/csv-cells.ts';
import { type LoadCsvOptions, loadTelemetryCsv } from '../src/csv/load-csv.ts';
import { folderOf, reportCollector, sampleRecord } from './load-samples.ts';

/** A CSV of records; metadata is written as given when it is a text. */
function csvOf(...records: readonly JsonObject[]): string {
  const columns = Object.keys(records[0] ?? {});
  const cell = (value: unknown) => {
    const text =
      value === null || value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value as never);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns.join(','), ...records.map((record) => columns.map((name) => cell(record[name])).join(','))].join(
    '\n',
  );
}

async function load(text: string | Uint8Array, options: LoadCsvOptions = {}, name = 'a.csv') {
  const collected = reportCollector();
  const path = join(folderOf({ [name]: text }), name);
  const { sessions, warnings } = await loadTelemetryCsv(path, { ...options, onReport: collected.onReport });
  const events = sessions.flatMap((session) => session.events);
  return {
    path,
    sessions,
    warnings,
    events,
    codes: warnings.map((warning) => warning.code),
    report: collected.reports[0],
  };
}

const LEGACY = 'timestamp,event_type,memory_allocated,context';

describe('a CSV file of telemetry', () => {
  it.each(['diagnostics', 'query'] as const)('keeps every digit of integers (%s)', async (profile) => {
    const { events, sessions } = await load(csvOf(sampleRecord()), { profile });
    expect(events[0]?.timestamp_ns).toBe(1_700_000_000_123_456_789n);
    expect(sessions[0]?.summary.started_at_ns).toBe(1_700_000_000_123_456_789n);
  });

  it('written by the Python package keeps its metadata, which is a Python dictionary', async () => {
    const metadata = "{'step': 2, 'shape': (8, 1024), 'note': \"it's fine\", 'loss': None, 'ok': True, 'nan': nan}";
    const { events, codes } = await load(csvOf({ ...sampleRecord(), metadata }));
    expect(codes).toEqual([]);
    expect(events[0]?.metadata).toMatchObject({
      step: 2,
      shape: [8, 1024],
      note: "it's fine",
      loss: null,
      ok: true,
      nan: Number.NaN,
    });
  });

  it.each(["{'x': __import__('os')._exit(97)}", '{broken', '[1]', '12', "('a', 1)"])(
    'has metadata %j read as empty, with a warning that names row and column',
    async (metadata) => {
      const { events, warnings, path } = await load(
        csvOf(sampleRecord(), { ...sampleRecord(), pid: 8, metadata, timestamp_ns: 5 }),
      );
      expect(events).toHaveLength(2);
      expect(warnings).toMatchObject([{ code: 'metadata_unreadable', path, line: 3, field: 'metadata' }]);
      expect(warnings[0]?.message).toMatch(`${path}:3: metadata`);
    },
  );

  it('reads memory_mb of legacy rows as megabytes, and refuses it in versioned ones', async () => {
    const { events } = await load('timestamp,type,memory_mb,device\n5,sample,2.5,/GPU:1\n6,sample,,/GPU:1\n');
    expect(events.map((event) => event.allocator_allocated_bytes)).toEqual([2_621_440, 0]);
    const { codes } = await load(csvOf({ ...sampleRecord(), memory_mb: 2 }));
    expect(codes).toEqual(['csv_row_rejected']);
    expect((await load('timestamp,memory_mb\n5,lots\n')).warnings[0]?.message).toContain(
      'memory_mb must be a number, found "lots"',
    );
  });

  it('reads a counter beyond ±(2^53−1) as not measured and says so', async () => {
    const { events, warnings, report } = await load(
      csvOf({ ...sampleRecord(), device_free_bytes: 9_223_372_036_854_775_794n }),
    );
    expect(events[0]?.device_free_bytes).toBeNull();
    expect(warnings).toMatchObject([{ code: 'counter_unusable', line: 2, field: 'device_free_bytes' }]);
    expect(report?.counters_unusable).toBe(1);
  });

  it('numbers rows from the header on, without lines that hold nothing and lines inside quotes', async () => {
    const { warnings } = await load(`${LEGACY}\n\n5,s,1,"a\nb"\n\nx,s,1,c\n`);
    expect(warnings.map((warning) => warning.line)).toEqual([3]);
  });

  it('rejects a row whose quote is never closed through the end of the file and names the lines lost', async () => {
    const { events, warnings } = await load(`${LEGACY}\n5,s,1,a\n6,s,1,"open\n7,s,1,c\n8,s,1,d\n`);
    expect(events).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: 'csv_quote_unclosed', line: 3 }]);
    expect(warnings[0]?.message).toMatch(/never closed.*rest of the file: 3 lines/);
  });

  it('rejects a row with text after a closing quote and keeps the next', async () => {
    const { events, warnings } = await load(`${LEGACY}\n5,s,1,"a"b\n6,s,1,5" pipe\n`);
    expect(events.map((event) => event.context)).toEqual(['5" pipe']);
    expect(warnings).toMatchObject([{ code: 'csv_row_rejected', line: 2 }]);
  });

  it.each([
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'vertical bars'],
  ])('separated by %j says that it seems to be separated by %s', async (separator, name) => {
    const rows = ['timestamp;event_type;memory_allocated', '1787650000,25;sample;1', '1787650001,25;sample;2'];
    const { events, warnings } = await load(rows.join('\n').replaceAll(';', separator));
    expect(events).toEqual([]);
    expect(warnings.map((warning) => warning.line)).toEqual([2, 3]);
    expect(warnings[0]?.message).toMatch(/no column is named timestamp_ns or timestamp/);
    expect(warnings[0]?.hint).toContain('commas');
    expect(warnings[0]?.message).toContain(name);
  });

  it('may start with a byte order mark, also before a quoted header', async () => {
    for (const header of ['\ufefftimestamp,memory_allocated', '\ufeff"timestamp",memory_allocated']) {
      expect((await load(`${header}\n5,1\n`)).events).toHaveLength(1);
    }
  });

  it('may be packed', async () => {
    const { events, sessions } = await load(gzipSync(`${LEGACY}\n5,s,1,a\n`), {}, 'a.csv.gz');
    expect(events).toHaveLength(1);
    expect(sessions[0]?.summary.source).toBe('artifact:a.csv.gz');
  });

  it('with a field that is too long is refused, and loses only that row when bad input is skipped', async () => {
    const text = `${LEGACY}\n5,s,1,a\n6,s,1,${'x'.repeat(131_073)}\n7,s,1,b\n`;
    await expect(load(text)).rejects.toMatchObject({ code: 'csv_field_too_long', line: 3 });
    const { events, warnings } = await load(text, { onInvalid: 'skip' });
    expect(events).toHaveLength(2);
    expect(warnings).toMatchObject([{ code: 'csv_row_rejected', line: 3 }]);
  });

  it('takes __proto__ and constructor as names like others', async () => {
    const { events } = await load('timestamp,memory_allocated,__proto__,constructor,session_id\n5,1,x,y,__proto__\n');
    expect(events[0]?.session_id).toBe('__proto__');
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('keeps the text of ids letter for letter', async () => {
    const ids = ['713752e1', '007', '0x1F', '1_000', 'Infinity', 'null', 'NaN', 'true'];
    const { sessions } = await load(
      `timestamp,memory_allocated,session_id\n${ids.map((id) => `5,1,${id}`).join('\n')}\n`,
    );
    expect(sessions.map((session) => session.summary.session_id)).toEqual(ids);
  });

  it('that cannot be opened is a warning for diagnoses and an error for queries', async () => {
    const path = join(folderOf({ x: '' }), 'absent.csv');
    const { sessions, warnings } = await loadTelemetryCsv(path);
    expect(sessions).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'csv_unreadable', path, line: null }]);
    await expect(loadTelemetryCsv(path, { profile: 'query' })).rejects.toMatchObject({ code: 'file_missing' });
  });

  it('of bytes that are not UTF-8 is refused with its line', async () => {
    await expect(load(Buffer.from('timestamp,context\n5,\xff\n', 'latin1'))).rejects.toMatchObject({
      code: 'not_utf8',
      line: 2,
    });
  });

  it('keeps at most 1000 warnings and says how many more there are', async () => {
    const { warnings, report } = await load(`${LEGACY}\n${'x,s,1,a\n'.repeat(1200)}`);
    expect(report).toMatchObject({ rejected: 1200, notices_left_out: 200 });
    expect(warnings).toHaveLength(1001);
    expect(warnings.at(-1)).toMatchObject({
      code: 'notices_left_out',
      message: expect.stringContaining('200 more rows'),
    });
  });
});

describe('copies of one event in a CSV file', () => {
  const copies = async (...changes: readonly JsonObject[]) => {
    const { events, report } = await load(csvOf(...changes.map((change) => ({ ...sampleRecord(), ...change }))));
    return { kept: events.map((event) => [event.context, event.metadata['a'] ?? null]), report };
  };

  it('are dropped and counted', async () => {
    const { kept, report } = await copies({ context: 'x' }, { context: 'x' });
    expect(kept).toEqual([['x', null]]);
    expect(report).toMatchObject({ events: 2, duplicates: 1 });
  });

  it('leave the richest: most metadata, then a context, then the first', async () => {
    expect((await copies({ context: 'x' }, { metadata: { a: 1, backend: 'cuda' } })).kept).toEqual([[null, 1]]);
    expect((await copies({ context: '' }, { context: 'x' })).kept).toEqual([['x', null]]);
    expect((await copies({ metadata: { a: 1 } }, { metadata: { a: 2 } })).kept).toEqual([[null, 1]]);
  });

  it('are found among any number of rows that differ only in their context', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => ({ context: `c${i % 20_000}` }));
    const { kept, report } = await copies(...rows);
    expect(kept).toHaveLength(20_000);
    expect(report).toMatchObject({ events: 30_000, duplicates: 10_000 });
  });

  it('are no copies when both have contexts that differ, or device or host differ', async () => {
    expect((await copies({ context: 'x' }, { context: 'y' }, { context: null })).kept).toHaveLength(2);
    expect((await copies({}, { device_id: 1 }, { host: 'node-b' })).kept).toHaveLength(3);
  });

  it('are kept by queries', async () => {
    expect((await load(csvOf(sampleRecord(), sampleRecord()), { profile: 'query' })).events).toHaveLength(2);
  });
});

describe('a row', () => {
  it('becomes a record by column', () => {
    const row = {
      timestamp: ' 1.5 ',
      pid: '7.9',
      memory_mb: '2.0',
      metadata: "{'a': 1}",
      context: '',
      x: '\u00a0y\u2003',
      rank: '1_0',
    };
    expect(normalizeCsvRow(row)).toEqual({
      timestamp: 1.5,
      pid: 7,
      memory_mb: 2,
      metadata: { a: 1 },
      context: null,
      x: 'y',
      rank: 10,
    });
  });

  it.each([
    ['pid', 'nan'],
    ['pid', 'inf'],
    ['pid', '0x10'],
    ['pid', '1,000'],
    ['pid', null],
    ['timestamp', 'x'],
    ['timestamp', null],
  ])('with %s %j is refused with the column', (column, cell) => {
    expect(() => normalizeCsvRow({ [column]: cell })).toThrow(expect.objectContaining({ field: column }));
  });
});
