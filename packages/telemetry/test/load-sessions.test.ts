import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InvalidRecordError, stringifyJson } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { loadTelemetryEvents, loadTelemetrySessions } from '../src/load/load-sessions.ts';
import { readTelemetryEvents } from '../src/load/read-events.ts';
import { folderOf, reportCollector, sampleLine, sampleRecord } from './load-samples.ts';

const skip = 'skip' as const;

async function loadLines(text: string | Uint8Array, options: { onInvalid?: 'skip' } = {}) {
  const collected = reportCollector();
  const path = join(folderOf({ 'a.jsonl': text }), 'a.jsonl');
  const sessions = await loadTelemetrySessions(path, { ...options, onReport: collected.onReport });
  return { path, events: sessions.flatMap((session) => session.events), ...collected, report: collected.reports[0] };
}

describe('a JSON Lines file', () => {
  it('ends its lines at LF, CR LF and CR alone', async () => {
    const lines = [1, 2, 3, 4].map((pid) => sampleLine({ pid }));
    const { events } = await loadLines(`${lines[0]}\n\r\n${lines[1]}\r\n${lines[2]}\r${lines[3]}`);
    expect(events.map((event) => event.pid)).toEqual([1, 2, 3, 4]);
  });

  it('keeps U+2028, U+2029, NEL, VT and FF inside a string', async () => {
    const context = 'a\u2028b\u2029c\u0085d';
    const { events } = await loadLines(`${JSON.stringify(JSON.parse(sampleLine({ context })))}\n`);
    expect(events[0]?.context).toBe(context);
  });

  it('may start with a byte order mark', async () => {
    const { events, codes } = await loadLines(`\ufeff${sampleLine()}\n`);
    expect(events).toHaveLength(1);
    expect(codes).toEqual([]);
  });

  it('keeps times to the nanosecond', async () => {
    const { events } = await loadLines(`${sampleLine({ timestamp_ns: 1_787_650_003_123_456_844n })}\n`);
    expect(events[0]?.timestamp_ns).toBe(1_787_650_003_123_456_844n);
  });

  it.each([
    ['in the middle of a record', Buffer.from('{"schema_version": 3, "sess')],
    ['inside a character', Buffer.from('{"context": "é').subarray(0, -1)],
    ['in zero bytes', Buffer.alloc(4096)],
    ['in a line of two records', Buffer.from('{"a": 1} {"b": 2}')],
  ])('that ends %s loses its torn tail, with a notice', async (_, tail) => {
    const { path, events, report, codes } = await loadLines(Buffer.concat([Buffer.from(`${sampleLine()}\n`), tail]));
    expect(events).toHaveLength(1);
    expect(codes).toEqual(['torn_tail']);
    expect(report).toMatchObject({ path, lines: 2, events: 1, rejected: 1, torn_tail: true });
    expect(report?.notices[0]?.message).toMatch(`${path}:2: the file ends in a torn record of ${tail.length} bytes`);
  });

  it('keeps a last line that is complete but for its line end', async () => {
    const { events, codes } = await loadLines(`${sampleLine({ pid: 1 })}\n${sampleLine({ pid: 2 })}`);
    expect(events.map((event) => event.pid)).toEqual([1, 2]);
    expect(codes).toEqual([]);
  });

  it.each([
    ['is not JSON', '{oops}\n', { code: 'json_syntax' }],
    ['is no object', '[1]\n', { code: 'record_not_object' }],
    ['is no object though it has no line end', '12', { code: 'record_not_object' }],
    ['breaks a rule', `${sampleLine({ host: '' })}\n`, { code: 'field_invalid', field: 'host' }],
    ['breaks a rule though it has no line end', sampleLine({ rank: 4, world_size: 2 }), { field: 'rank' }],
  ])('is refused at the first line that %s, naming file and line', async (_, bad, expected) => {
    const path = join(folderOf({ 'a.jsonl': `${sampleLine()}\n\n${bad}` }), 'a.jsonl');
    await expect(loadTelemetrySessions(path)).rejects.toMatchObject({ ...expected, path, line: 3 });
  });

  it('names the first bad line, whether it is no JSON or no record', async () => {
    const path = join(folderOf({ 'a.jsonl': `{}\n{oops}\n` }), 'a.jsonl');
    await expect(loadTelemetrySessions(path)).rejects.toMatchObject({ line: 1 });
    const other = join(folderOf({ 'a.jsonl': `{oops}\n{}\n` }), 'a.jsonl');
    await expect(loadTelemetrySessions(other)).rejects.toMatchObject({ line: 1, code: 'json_syntax' });
  });

  it('gives its good lines when bad ones are skipped, and reports each of those', async () => {
    const bad = ['{"a": 1} {"b": 2}', '{"a": NaN}', 'null', "{'a': 1}", `\0\0\0${sampleLine()}`];
    const text = bad.flatMap((line, index) => [sampleLine({ pid: index }), line]).join('\n');
    const { events, report, path } = await loadLines(`${text}\n`, { onInvalid: skip });
    expect(events.map((event) => event.pid)).toEqual([0, 1, 2, 3, 4]);
    expect(report).toMatchObject({ lines: 10, blank: 0, events: 5, rejected: 5, torn_tail: false });
    const lines = report?.notices
      .map((notice) => [notice.code, notice.line])
      .sort((a, b) => Number(a[1]) - Number(b[1]));
    expect(lines).toEqual([2, 4, 6, 8, 10].map((line) => ['line_skipped', line]));
    for (const notice of report?.notices ?? []) expect(notice.message).toMatch(`${path}:${notice.line}: `);
    const messages = new Map(report?.notices.map((notice) => [notice.line, notice.message]));
    expect(messages.get(8)).toMatch('Python dictionary');
    expect(messages.get(10)).toMatch('zero bytes');
    expect(report?.notices.find((notice) => notice.line === 8)?.hint).toMatch('json.dumps');
  });

  it('names every faulty field of a line that is skipped, in one line of text', async () => {
    const { report } = await loadLines(`${sampleLine({ host: '', pid: 'x', 'odd\n': 1 })}\n`, { onInvalid: skip });
    expect(report?.notices[0]?.message).toMatch(/^[^\n]*; 2 more faults: [^\n]*host[^\n]*$/);
  });

  it('of UTF-16 is refused with the name of its encoding, also when bad lines are skipped', async () => {
    const text = Buffer.from(`\ufeff${sampleLine()}\n${sampleLine()}\n`, 'utf16le');
    await expect(loadLines(text, { onInvalid: skip })).rejects.toMatchObject({
      code: 'not_utf8',
      message: expect.stringContaining('UTF-16 (little endian)'),
    });
    await expect(loadLines(text.subarray(2), { onInvalid: skip })).rejects.toMatchObject({ code: 'not_utf8' });
    await expect(loadLines(Buffer.from(text).swap16())).rejects.toMatchObject({ code: 'not_utf8' });
  });

  it('has counters that cannot be byte counts read as not measured, and counted', async () => {
    const line = sampleLine({ device_total_bytes: 9_223_372_036_854_775_794n });
    const { events, report } = await loadLines(`${sampleLine()}\n${line}\n`);
    expect(events.map((event) => event.device_total_bytes)).toEqual([null, null]);
    expect(report).toMatchObject({ counters_unusable: 1, rejected: 0 });
    expect(report?.notices).toMatchObject([{ code: 'counter_unusable', line: 2, field: 'device_total_bytes' }]);
    expect(report?.notices[0]?.message).toContain('9223372036854775794');
  });

  it('gives the same events whatever the size of the chunks', async () => {
    const path = join(
      folderOf({ 'a.jsonl': `${sampleLine({ context: 'é\u{1f600}' })}\r\n${sampleLine()}\r{"torn` }),
      'a.jsonl',
    );
    const whole = await loadTelemetrySessions(path);
    for (const chunkBytes of [1, 2, 3, 7, 64]) expect(await loadTelemetrySessions(path, { chunkBytes })).toEqual(whole);
  });

  it('keeps at most 1000 notices and counts the rest', async () => {
    const { report } = await loadLines('{oops}\n'.repeat(1500), { onInvalid: skip });
    expect(report).toMatchObject({ rejected: 1500, notices_left_out: 500 });
    expect(report?.notices).toHaveLength(1000);
  });
});

describe('packed files', () => {
  it('are read as what they hold', async () => {
    const folder = folderOf({
      'a.jsonl.gz': gzipSync(`${sampleLine()}\n{"torn`),
      'b.json.gz': gzipSync(`{"events": [${sampleLine()}]}`),
    });
    for (const name of ['a.jsonl.gz', 'b.json.gz']) {
      const [session] = await loadTelemetrySessions(join(folder, name));
      expect(session).toMatchObject({ summary: { session_id: 's', source: `artifact:${name}` } });
      expect(session?.events).toHaveLength(1);
    }
  });

  it('that are cut short give what could be unpacked when bad input is skipped', async () => {
    const lines = Array.from({ length: 3000 }, (_, pid) => `${sampleLine({ pid })}\n`).join('');
    const packed = gzipSync(lines);
    const path = join(folderOf({ 'a.jsonl.gz': packed.subarray(0, packed.length - 400) }), 'a.jsonl.gz');
    await expect(loadTelemetrySessions(path)).rejects.toMatchObject({ code: 'gzip_damaged', path });
    const collected = reportCollector();
    const [session] = await loadTelemetrySessions(path, { onInvalid: skip, onReport: collected.onReport });
    expect(session?.events.length).toBeGreaterThan(100);
    expect(collected.codes).toContain('segment_unreadable');
  });
});

describe('a sink', () => {
  it('is sorted by time, equal times in the order of segments and lines', async () => {
    const at = (timestamp_ns: bigint, pid: number) => `${sampleLine({ timestamp_ns, pid })}\n`;
    const folder = folderOf({
      'segment-000001.jsonl': at(5n, 1) + at(3n, 2),
      'segment-000002.jsonl': at(3n, 3) + at(1n, 4) + at(5n, 5),
    });
    const [session] = await loadTelemetrySessions(folder);
    expect(session?.events.map((event) => event.pid)).toEqual([4, 2, 3, 1, 5]);
    expect(session?.sources_loaded).toHaveLength(2);
  });

  it('with a segment that cannot be read loses only that one when bad input is skipped', async () => {
    const folder = folderOf({ 'segment-000001.jsonl': `${sampleLine()}\n` });
    mkdirSync(join(folder, 'segment-000002.jsonl'));
    symlinkSync('gone', join(folder, 'segment-000003.jsonl'));
    await expect(loadTelemetrySessions(folder)).rejects.toMatchObject({ code: 'not_a_file' });
    const collected = reportCollector();
    const [session] = await loadTelemetrySessions(folder, { onInvalid: skip, onReport: collected.onReport });
    expect(session?.events).toHaveLength(1);
    expect(collected.codes).toEqual(['segment_unreadable', 'segment_unreadable']);
  });

  it('of which no segment can be read is an error in any case', async () => {
    const folder = folderOf({});
    mkdirSync(join(folder, 'segment-000002.jsonl'));
    await expect(loadTelemetrySessions(folder, { onInvalid: skip })).rejects.toMatchObject({ code: 'not_a_file' });
  });

  it('with a manifest that cannot be used is loaded without it, with a notice', async () => {
    const folder = folderOf({ 'manifest.json': '{oops', 'segment-1.jsonl': `${sampleLine()}\n` });
    const collected = reportCollector();
    const sessions = await loadTelemetrySessions(folder, collected);
    expect(sessions).toHaveLength(1);
    expect(collected.codes).toEqual(['manifest_unreadable']);
    expect(collected.reports.map((report) => report.path)).toEqual([
      join(folder, 'manifest.json'),
      join(folder, 'segment-1.jsonl'),
    ]);
  });
});

describe('a named pipe that nobody writes to', () => {
  it('in place of a segment is an error, not waited for', async () => {
    const folder = folderOf({ 'segment-000001.jsonl': `${sampleLine()}\n` });
    const path = join(folder, 'segment-000002.jsonl');
    execFileSync('mkfifo', [path]);
    await expect(loadTelemetrySessions(folder)).rejects.toMatchObject({ code: 'not_a_file', path });
  });

  it('in place of a manifest makes the manifest unreadable; the segments are loaded', async () => {
    const folder = folderOf({ 'segment-000001.jsonl': `${sampleLine()}\n` });
    execFileSync('mkfifo', [join(folder, 'manifest.json')]);
    const collected = reportCollector();
    const [session] = await loadTelemetrySessions(folder, { onReport: collected.onReport });
    expect(session?.events).toHaveLength(1);
    expect(collected.codes).toEqual(['manifest_unreadable']);
  });
});

describe('a JSON document', () => {
  const document = (events: readonly unknown[]) => stringifyJson({ events } as never);

  it('loses bad elements only when they are skipped, each reported with its place', async () => {
    const text = document([sampleRecord(), null, 'x', sampleRecord({ host: '' }), sampleRecord({ pid: 9 })]);
    const path = join(folderOf({ 'a.json': text }), 'a.json');
    await expect(loadTelemetrySessions(path)).rejects.toMatchObject({
      path,
      record: 2,
      message: expect.stringContaining('events[1]'),
    });
    const collected = reportCollector();
    const [session] = await loadTelemetrySessions(path, { onInvalid: skip, onReport: collected.onReport });
    expect(session?.events.map((event) => event.pid)).toEqual([7, 9]);
    expect(collected.reports[0]).toMatchObject({ lines: 5, events: 2, rejected: 3 });
    expect(collected.codes).toEqual(['element_skipped', 'element_skipped', 'element_skipped']);
    expect(collected.notices[2]?.message).toMatch(/events\[3\]: .*host/);
  });

  it('of a tracker keeps the summary, and refuses records of another session', async () => {
    const session_summary = { session_id: 's', status: 'completed', started_at_ns: 5, host: 'h', source: 'x' };
    const tracker = (...records: unknown[]) => stringifyJson({ session_summary, telemetry_events: records } as never);
    const folder = folderOf({
      'a.json': tracker(sampleRecord()),
      'b.json': tracker(sampleRecord({ session_id: 't' })),
    });
    const [session] = await loadTelemetrySessions(join(folder, 'a.json'));
    expect(session?.summary).toMatchObject({ status: 'completed', started_at_ns: 5n, source: 'x' });
    await expect(loadTelemetrySessions(join(folder, 'b.json'))).rejects.toMatchObject({ code: 'session_mismatch' });
  });

  it('without records says what it looked for', async () => {
    const path = join(folderOf({ 'a.json': '{"hello": 1}' }), 'a.json');
    await expect(loadTelemetrySessions(path)).rejects.toMatchObject({ code: 'document_without_events', path });
  });
});

describe('the list of a JSON document', () => {
  const pids = async (text: string, options: { eventsKey?: string } = {}) => {
    const path = join(folderOf({ 'a.json': text }), 'a.json');
    const [session] = await loadTelemetrySessions(path, options);
    return session?.events.map((event) => event.pid) ?? [];
  };
  const list = (pid: number) => `[${sampleLine({ pid })}]`;

  it('is events, wherever it stands, even beside a telemetry_events that could not be read', async () => {
    expect(await pids(`{"telemetry_events": [5], "events": ${list(1)}}`)).toEqual([1]);
    expect(await pids(`{"events": ${list(1)}, "telemetry_events": [5]}`)).toEqual([1]);
    expect(await pids(`{"events": null, "telemetry_events": ${list(2)}}`)).toEqual([2]);
  });

  it('is the last of that name', async () => {
    expect(await pids(`{"events": ${list(1)}, "events": ${list(2)}}`)).toEqual([2]);
    expect(await pids(`{"events": ${list(1)}, "events": 5, "timestamp": 5, "memory_allocated": 1}`)).toEqual([-1]);
  });

  it('is read the same whatever the size of the chunks', async () => {
    const text = `{"a": [1, {"b": "]}"}], "events": [${sampleLine({ context: 'é\u{1f600}"]' })}, ${sampleLine()}], "z": null}`;
    const path = join(folderOf({ 'a.json': text }), 'a.json');
    const whole = await loadTelemetrySessions(path);
    expect(whole[0]?.events).toHaveLength(2);
    for (const chunkBytes of [1, 2, 3, 7, 64]) expect(await loadTelemetrySessions(path, { chunkBytes })).toEqual(whole);
  });

  it('is the one under the key asked for', async () => {
    expect(await pids(`{"events": ${list(1)}, "rows": ${list(2)}}`, { eventsKey: 'rows' })).toEqual([2]);
    await expect(pids(`{"events": ${list(1)}}`, { eventsKey: 'rows' })).rejects.toMatchObject({
      code: 'document_without_events',
    });
  });

  it('may name its tracker session after the records', async () => {
    const summary = '{"session_id": "s", "status": "completed", "started_at_ns": 5, "host": "h", "source": "x"}';
    const text = `{"telemetry_events": [${sampleLine()}, ${sampleLine({ session_id: 't' })}], "session_summary": ${summary}}`;
    const path = join(folderOf({ 'a.json': text }), 'a.json');
    await expect(loadTelemetrySessions(path)).rejects.toMatchObject({ code: 'session_mismatch', record: 2 });
    const collected = reportCollector();
    const sessions = await loadTelemetrySessions(path, { onInvalid: skip, onReport: collected.onReport });
    expect(sessions.map((session) => [session.summary.session_id, session.events.length])).toEqual([['s', 1]]);
    expect(collected.codes).toEqual(['element_skipped']);
  });
});

describe('loading', () => {
  it('takes a named stream of JSON Lines', async () => {
    async function* stream() {
      yield Buffer.from(`${sampleLine()}\n`);
    }
    const [session] = await loadTelemetrySessions({ name: '-', stream: stream() });
    expect(session).toMatchObject({ summary: { source: 'artifact:-' }, sources_loaded: ['-'] });
  });

  it('rejects with the reason of an abort', async () => {
    const path = join(folderOf({ 'a.jsonl': `${sampleLine()}\n`.repeat(100) }), 'a.jsonl');
    const reason = new Error('enough');
    await expect(loadTelemetrySessions(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const onProgress = () => controller.abort(reason);
    const options = { signal: controller.signal, onProgress, chunkBytes: 100, onInvalid: skip };
    await expect(loadTelemetrySessions(path, options)).rejects.toBe(reason);
  });

  it('tells how far it has got', async () => {
    const text = `${sampleLine()}\n`.repeat(10);
    const path = join(folderOf({ 'a.jsonl': text }), 'a.jsonl');
    const seen: unknown[] = [];
    await loadTelemetrySessions(path, { chunkBytes: 1000, onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ path, bytes: text.length, totalBytes: text.length });
    expect(seen.length).toBeGreaterThan(2);
  });

  it('passes an error of the caller on unchanged', async () => {
    const path = join(folderOf({ 'a.jsonl': `${sampleLine()}\n` }), 'a.jsonl');
    const failure = new TypeError('mine');
    const onReport = () => {
      throw failure;
    };
    await expect(loadTelemetrySessions(path, { onReport, onInvalid: skip })).rejects.toBe(failure);
  });

  it('of one session names those there are when the one asked for is not', async () => {
    const path = join(folderOf({ 'a.jsonl': `${sampleLine()}\n` }), 'a.jsonl');
    expect(await loadTelemetryEvents(path, { sessionId: 's' })).toHaveLength(1);
    await expect(loadTelemetryEvents(path, { sessionId: 'x' })).rejects.toMatchObject({
      code: 'session_unknown',
      argument: 'sessionId',
      message: expect.stringContaining('"s"'),
    });
  });

  it.each([
    ['absent.jsonl', 'file_missing'],
    ['absent.json', 'file_missing'],
    ['.', 'not_a_file'],
  ])('of %s fails with %s', async (name, code) => {
    await expect(loadTelemetrySessions(join(folderOf({ x: '' }), name))).rejects.toMatchObject({ code });
  });
});

describe('the same records', () => {
  it('give the same events as JSON Lines, as a sink and as a document', async () => {
    const records = [5n, 3n, 3n, 9n].map((timestamp_ns, pid) =>
      sampleRecord({ timestamp_ns, pid, rank: pid % 2, world_size: 2 }),
    );
    const lines = records.map((record) => `${stringifyJson(record)}\n`).join('');
    const folder = folderOf({
      'a.jsonl': lines,
      'a.json': stringifyJson(records),
      'b.json': stringifyJson({ telemetry_events: records }),
      'sink/segment-000001.jsonl': lines,
    });
    const eventsOf = async (name: string) => (await loadTelemetrySessions(join(folder, name)))[0]?.events;
    const expected = await eventsOf('a.jsonl');
    expect(expected?.map((event) => event.pid)).toEqual([1, 2, 0, 3]);
    for (const name of ['a.json', 'b.json', 'sink']) expect(await eventsOf(name)).toEqual(expected);
  });
});

describe('reading events as they come', () => {
  it('gives them in reading order and stops when the reader does', async () => {
    const at = (timestamp_ns: bigint) => `${sampleLine({ timestamp_ns })}\n`;
    const path = join(folderOf({ 'a.jsonl': `${at(3n)}${at(1n)}${at(2n)}{oops}\n` }), 'a.jsonl');
    const times: bigint[] = [];
    for await (const event of readTelemetryEvents(path, { onInvalid: skip })) {
      times.push(event.timestamp_ns);
      if (times.length === 2) break;
    }
    expect(times).toEqual([3n, 1n]);
    await expect(async () => {
      for await (const _event of readTelemetryEvents(path));
    }).rejects.toBeInstanceOf(InvalidRecordError);
  });
});
