import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runCommand } from '@stormlog/cli';
import { parseJson } from '@stormlog/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MemoryIoOptions, memoryIo } from './memory-io.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stormlog correlate '));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function run(argv: readonly string[], options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  const exitCode = await runCommand(argv, io);
  return { exitCode, out: io.out(), err: io.err() };
}

const ref = (id: string) => ({ producer_id: 'engine-0', id });

function row(eventId: string, fields: object, context: object = {}): string {
  return JSON.stringify({
    schema_version: 2,
    event_id: eventId,
    context: {
      run_id: 'run-7',
      session_id: 'serve-1',
      producer_id: 'engine-0',
      source: 'engine',
      clock_domain: 'node-1/monotonic',
      clock_kind: 'monotonic',
      collection_mode: 'active',
      provenance: 'observed',
      device_uuid: 'GPU-0',
      ...context,
    },
    ...fields,
  });
}

const iteration = (id: string, start: number, end: number, context: object = {}) =>
  row(`it-${id}`, { event_type: 'infer.iteration', iteration_ref: ref(id), start_ns: start, end_ns: end }, context);
const kernel = (id: string, of: string | null, start: number, end: number | null) =>
  row(`k-${id}`, {
    event_type: 'infer.activity_ref',
    activity_ref: ref(id),
    activity_kind: 'kernel',
    activity_domain: 'gpu',
    attribution_status: of === null ? 'unresolved' : 'linked',
    iteration_ref: of === null ? null : ref(of),
    start_ns: start,
    end_ns: end,
  });
const request = row('rq-1', {
  event_type: 'infer.request',
  request_ref: ref('r1'),
  status: 'finished',
  start_ns: 0,
  end_ns: 5_000_000,
  output_tokens: 40,
});
const stage = (name: string, start: number, end: number) =>
  row(`st-${name}`, {
    event_type: 'infer.stage',
    stage_ref: ref(name),
    name,
    request_ref: ref('r1'),
    start_ns: start,
    end_ns: end,
  });

const SERVE = [
  iteration('i1', 0, 4000),
  iteration('i2', 4000, 9000),
  kernel('k1', 'i1', 0, 1000),
  kernel('k2', 'i1', 500, 1500),
  kernel('k3', 'i2', 4000, 6500),
  kernel('k4', null, 0, 10),
  kernel('k5', 'i2', 0, null),
  kernel('k6', 'i-gone', 7000, 7100),
  request,
  stage('queue', 0, 1_000_000),
  stage('run', 1_000_000, 2_500_000),
  stage('decode', 2_500_000, 5_000_000),
];

async function artifact(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

describe('correlate', () => {
  test('shows devices, iterations, requests with their stages, and what could not be placed', async () => {
    const { exitCode, out, err } = await run(['correlate', await artifact('serve.jsonl', SERVE)]);

    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toMatch(/^run run-7\n12 events, 2 iterations, 1 request, 6 activities\n/);
    expect(out).toMatch(/GPU-0 .* 4\.1 µs +4\.6 µs +5\n/);
    // The iteration with most GPU time first.
    expect(out).toMatch(
      /engine-0\/i2 +GPU-0 +5\.0 µs +2\.5 µs +50\.0 % +1\n +engine-0\/i1 +GPU-0 +4\.0 µs +1\.5 µs +37\.5 % +2\n/,
    );
    expect(out).toMatch(/engine-0\/r1 +finished +5\.0 ms +40 +queue 1\.0 ms, run 1\.5 ms, decode/);
    expect(out).toContain('1 activity of no iteration: engine-0/k4');
    expect(out).toContain('1 GPU activity without a device');
    expect(out).toContain('k-k6 → iteration');
  });

  test('prints exact nanoseconds in JSON', async () => {
    const path = await artifact('json.jsonl', SERVE);

    const { out } = await run(['correlate', '--json', path]);
    const quoted = await run(['correlate', '--json', '--ns-as-string', path]);

    expect(parseJson(out)).toMatchObject({
      format: 'stormlog.correlate',
      schema_version: 1,
      artifacts: [path],
      refused: [],
      runs: [
        {
          run_id: 'run-7',
          device_totals: [{ busy_ns: 4100, summed_activity_ns: 4610, activity_count: 5 }],
          iterations: [{ elapsed_ns: 4000, gpu: [{ busy_ns: 1500, utilization: 0.375 }] }, {}],
          unattributed: [ref('k4')],
          unmeasured: [ref('k5')],
          unresolved: [{ event_id: 'k-k6', kind: 'iteration', ref: ref('i-gone') }],
        },
      ],
    });
    expect(quoted.out).toContain('"busy_ns": "4100"');
  });

  test('leaves a bad artifact out as a whole and uses the others', async () => {
    const good = await artifact('good.jsonl', SERVE);
    const torn = await artifact('torn.jsonl', [iteration('i8', 0, 1), '{"event_type": "infer.']);

    const { exitCode, out, err } = await run(['correlate', torn, good]);
    const strict = await run(['correlate', '--strict', torn, good]);

    expect(exitCode).toBe(0);
    expect(err).toMatch(/^left out: .*torn\.jsonl:2: /);
    expect(out).not.toContain('i8');
    expect(strict.exitCode).toBe(5);
  });

  test('says which events contradict each other', async () => {
    const path = await artifact('clash.jsonl', [iteration('i1', 0, 5), iteration('i1', 0, 6)]);

    const { exitCode, err } = await run(['correlate', path]);

    expect(exitCode).toBe(5);
    expect(err).toMatch(/clash\.jsonl:2: infer\.iteration "it-i1" .* was reported twice/);
  });

  test('keeps runs apart', async () => {
    const first = await artifact('run-7.jsonl', SERVE);
    const second = await artifact('run-8.jsonl', [iteration('i1', 0, 5, { run_id: 'run-8' })]);

    const { out } = await run(['correlate', first, second]);

    expect(out).toMatch(/^run run-7\n[\s\S]*\n\nrun run-8\n1 event, 1 iteration\n\nno GPU time was measured\n/);
  });

  test('reads standard input and packed artifacts, each once', async () => {
    const packed = join(folder, 'packed.jsonl.gz');
    await writeFile(packed, gzipSync(`${SERVE.join('\n')}\n`));

    const piped = await run(['correlate', '--json', '-'], { stdin: `${SERVE.join('\n')}\n` });
    const both = await run(['correlate', '--json', packed, packed]);

    expect(parseJson(piped.out)).toMatchObject({ runs: [{ counts: { events: 12, repeated: 0 } }] });
    expect(parseJson(both.out)).toMatchObject({ artifacts: [packed], runs: [{ counts: { events: 12, repeated: 0 } }] });
  });

  test('lists as many as --top says', async () => {
    const { out } = await run(['correlate', '--top', '1', await artifact('top.jsonl', SERVE)]);

    expect(out).toContain('Iterations with most GPU time (1 of 2)');
    expect(out).not.toContain('engine-0/i1 ');
  });

  test('shows nothing raw from a file on the terminal', async () => {
    const path = await artifact('hostile.jsonl', [
      row(
        'e',
        { event_type: 'infer.iteration', iteration_ref: ref('i\u001b[31m\u202e\n') },
        { run_id: 'run\u001b]0;x\u0007' },
      ),
      row(
        'k',
        {
          event_type: 'infer.activity_ref',
          activity_ref: ref('\u001b[2Jk'),
          activity_kind: 'kernel',
          attribution_status: 'unresolved',
        },
        { run_id: 'run\u001b]0;x\u0007' },
      ),
    ]);

    const { out, err } = await run(['correlate', path]);

    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test('of nothing is an invalid input', async () => {
    const path = await artifact('other.jsonl', ['{"event_type": "infer.summary"}']);

    expect(await run(['correlate', path])).toMatchObject({
      exitCode: 5,
      err: expect.stringContaining('nothing to account'),
    });
    expect(await run(['correlate', join(folder, 'absent.jsonl')])).toMatchObject({ exitCode: 5 });
    expect(await run(['correlate'])).toMatchObject({ exitCode: 2 });
  });
});

describe('validating inference artifacts', () => {
  const bad = [
    iteration('i1', 0, 5),
    iteration('i2', 9, 5),
    row('x', { event_type: 'infer.iteration', iteration_ref: ref('i3'), trace_flags: null }),
  ];

  test('lists faults with line and field, in a folder too', async () => {
    const path = await artifact('bad.jsonl', bad);

    const one = await run(['validate', path]);
    const all = await run(['validate', '--json', folder]);

    expect(one.exitCode).toBe(5);
    expect(one.out).toMatch(/bad\.jsonl:2: end_ns must be at least start_ns/);
    expect(one.out).toMatch(/bad\.jsonl:3: trace_flags is not a field/);
    expect(all.out).toContain('"kind": "inference_artifact"');
    expect(all.out).not.toContain('"kind": "json_lines"');
  });

  test('on standard input', async () => {
    const { exitCode, out } = await run(['validate', '-'], { stdin: `\n${bad.join('\n')}\n` });

    expect(exitCode).toBe(5);
    expect(out).toContain('-:3: end_ns');
  });

  test('finds a sound one sound', async () => {
    expect(await run(['validate', await artifact('sound.jsonl', SERVE)])).toMatchObject({ exitCode: 0 });
  });
});

describe('correlate --html', () => {
  test('writes a page beside what it prints', async () => {
    const page = join(folder, 'serve.html');

    const { exitCode, out, err } = await run(['correlate', await artifact('page.jsonl', SERVE), '--html', page]);

    const text = await readFile(page, 'utf8');
    expect([exitCode, out.startsWith('run run-7')]).toEqual([0, true]);
    expect(err).toMatch(/wrote .*serve\.html/);
    expect(text).toContain('Iterations with most GPU time');
    expect(text).toContain('<title>i1: 4.0 µs</title>');
  });

  test('leaves out of the page what is left out of the report', async () => {
    const page = join(folder, 'partly.html');
    const bad = await artifact('bad.jsonl', ['{"schema_version": 2}']);

    const { exitCode } = await run(['correlate', bad, await artifact('good.jsonl', SERVE), '--html', page]);

    expect(exitCode).toBe(0);
    expect(await readFile(page, 'utf8')).toContain('run run-7');
  });

  test('cannot read standard input twice, and writes nothing without events', async () => {
    const twice = await run(['correlate', '-', '--html', join(folder, 'never.html')], { stdin: SERVE.join('\n') });
    const nothing = await run(['correlate', await artifact('empty.jsonl', []), '--html', join(folder, 'never.html')]);

    expect([twice.exitCode, nothing.exitCode]).toEqual([2, 5]);
    expect(twice.err).toContain('read twice');
    await expect(readFile(join(folder, 'never.html'))).rejects.toThrow('ENOENT');
  });
});
