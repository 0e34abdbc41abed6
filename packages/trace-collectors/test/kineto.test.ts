import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { StormlogError } from '@stormlog/records';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importKinetoTrace, loadKinetoTrace } from '../src/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kineto-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const EVENTS = [
  '{"ph": "X", "cat": "user_annotation", "name": "stormlog.iteration/p/1", "pid": 7, "tid": 8, "ts": 10, "dur": 9}',
  '{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": "7", "tid": 8, "ts": "11.5", "args": {"correlation": 9007199254740993}}',
  '{"ph": "X", "cat": "kernel", "name": "gemm\\u00e9 ü", "ts": 12.0005, "dur": 1, "args": {"device": 0, "stream": 7, "correlation": 9007199254740993}}',
  '{"ph": "M", "name": "process_name", "args": {"deep": [[1, 2.5e3, {"x": null}], true, false, NaN, -Infinity]}}',
];
const TRACE = `{"traceEvents": [${EVENTS.join(', ')}], "host_name": "h", "baseTimeNanoseconds": 1700000000000000001}`;

function traceFile(content: string | Uint8Array): string {
  const path = join(folder, 't.json');
  writeFileSync(path, content);
  return path;
}

const CALL = { runId: 'r', sessionId: 's' };

test('links a kernel by its launch call, with the header after the events and ids beyond 2^53', async () => {
  const { events } = await importKinetoTrace(traceFile(TRACE), CALL);
  expect(events).toHaveLength(1);
  expect(events![0]).toMatchObject({
    iteration_ref: { producer_id: 'p', id: '1' },
    cuda_correlation_id: 9007199254740993n,
    start_ns: 1700000000000012001n,
    end_ns: 1700000000000013001n,
    metadata: { first_name: 'gemmé ü', event_count: 1 },
  });
});

test('answers the same for chunks of any size, plain and packed', async () => {
  const whole = await importKinetoTrace(traceFile(TRACE), CALL);
  for (const chunkBytes of [2, 3, 5, 17, 64, 311]) {
    expect(await importKinetoTrace(traceFile(TRACE), { ...CALL, chunkBytes })).toEqual(whole);
    expect(await importKinetoTrace(traceFile(gzipSync(TRACE)), { ...CALL, chunkBytes })).toEqual(whole);
  }
});

test('names the event that is cut short, malformed or unsound', async () => {
  const broken: [string, RegExp][] = [
    [`{"traceEvents": [${EVENTS[0]}, ${EVENTS[1]}`, /traceEvents\[1\].*cut short/],
    [`{"traceEvents": [${EVENTS[0]}, {"name": "\\x41"}]}`, /traceEvents\[1\].*escape/],
    [`{"traceEvents": [${EVENTS[0]}, {"ts": inf}]}`, /traceEvents\[1\]/],
    [`{"traceEvents": [${EVENTS[0]}, {"ph": "X", "cat": "kernel", "ts": 1, "dur": -1}]}`, /traceEvents\[1\].*dur/],
  ];
  for (const [text, message] of broken) {
    const path = traceFile(text);
    await expect(loadKinetoTrace(path)).rejects.toMatchObject({ path, message: expect.stringMatching(message) });
  }
});

const KERNEL = '"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 1';

test('refuses an infinite id with its place', async () => {
  for (const id of ['Infinity', '1e999']) {
    const path = traceFile(`{"traceEvents": [${EVENTS[0]}, {${KERNEL}, "args": {"device": ${id}}}]}`);
    await expect(loadKinetoTrace(path)).rejects.toMatchObject({
      code: 'number_out_of_range',
      path,
      message: expect.stringMatching(/traceEvents\[1\].*args\.device/),
    });
  }
});

test.each([
  ['ts as text', `{${KERNEL.replace('"ts": 1', '"ts": "1.5"')}}`, { start_ns: 1500n, end_ns: 2500n }],
  ['a duration of nothing', `{${KERNEL.replace('"dur": 1', '"dur": 0')}}`, { start_ns: 1000n, end_ns: 1000n }],
  ['a key given twice', `{${KERNEL}, "ts": 2}`, { start_ns: 2000n, end_ns: 3000n }],
  ['digits below a nanosecond', `{${KERNEL.replace('"ts": 1', '"ts": 0.0006')}}`, { start_ns: 1n, end_ns: 1001n }],
])('reads %s', async (_, event, expected) => {
  const { events } = await importKinetoTrace(traceFile(`{"traceEvents": [${event}]}`), CALL);

  expect(events![0]).toMatchObject(expected);
});

test('takes a process by its number whether the trace writes it as a number or as text', async () => {
  const text = TRACE.replaceAll('"pid": 7,', '"pid": "7",');

  const { events } = await importKinetoTrace(traceFile(text), CALL);

  expect(events![0]).toMatchObject({ iteration_ref: { producer_id: 'p', id: '1' } });
});

test.each([
  ['an empty file', '', /cut short|empty/],
  ['a list', '[1, 2]', /object/],
  ['what is no JSON', 'GIF89a', /./],
  ['UTF-16', Buffer.from('\ufeff{"traceEvents": []}', 'utf16le'), /./],
  ['a packed trace that was cut short', gzipSync(TRACE).subarray(0, 90), /gzip/],
  ['text after the trace', '{"traceEvents": []} {}', /./],
])('refuses %s, naming the file', async (_, content, message) => {
  const path = traceFile(content);

  const error = await loadKinetoTrace(path).catch((caught: unknown) => caught);

  expect(error).toBeInstanceOf(StormlogError);
  expect(error).toMatchObject({ path, message: expect.stringMatching(message) });
});

test('reads packed members one after the other', async () => {
  const whole = await importKinetoTrace(traceFile(TRACE), CALL);
  const members = [TRACE.slice(0, 200), TRACE.slice(200)].map((part) => gzipSync(part));

  expect(await importKinetoTrace(traceFile(Buffer.concat(members)), CALL)).toEqual(whole);
});

test('a trace without events gives none', async () => {
  const { events, summary } = await importKinetoTrace(traceFile('{"traceEvents": []}'), CALL);

  expect(events).toEqual([]);
  expect(summary).toMatchObject({ gpu_events: 0, devices: {} });
});

test('takes the last of several bases and lists of events', async () => {
  const path = traceFile(
    '{"baseTimeNanoseconds": 1, "traceEvents": [{"ph": "X", "cat": "kernel"}], "baseTimeNanoseconds": 5, "traceEvents": []}',
  );
  expect((await loadKinetoTrace(path)).events.count).toBe(0);
});

test('answers mutated traces with a capture or a coded error', async () => {
  const bytes = Buffer.from(TRACE);
  const change = fc.record({
    at: fc.nat({ max: bytes.length - 1 }),
    drop: fc.nat({ max: 12 }),
    put: fc.constantFrom('', '"', '{', ']', ',', '\\', '1e999', 'null', '-', '\u0000', '9007199254740993', 'Infinity'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let mutated = bytes.toString('latin1');
      for (const { at, drop, put } of changes) mutated = mutated.slice(0, at) + put + mutated.slice(at + drop);
      const path = traceFile(Buffer.from(mutated, 'latin1'));
      await importKinetoTrace(path, { ...CALL, chunkBytes: 100 }).catch((error: unknown) => {
        if (!(error instanceof StormlogError)) throw error;
      });
    }),
    { seed: 1, numRuns: 500 },
  );
});
