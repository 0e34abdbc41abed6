import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@stormlog/cli';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { memoryIo } from './memory-io.ts';

const SCHEMAS = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas', 'cli');

async function run(...argv: string[]) {
  const io = memoryIo();
  const exitCode = await runCommand(argv, io);
  return { exitCode, out: io.out(), err: io.err() };
}

/** What is wrong with a JSON document by the published schema of its command. */
async function faultsOf(command: string, document: string) {
  const schema = JSON.parse(await readFile(join(SCHEMAS, `${command}.schema.json`), 'utf8'));
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  return validate(JSON.parse(document)) ? [] : validate.errors;
}

function iterationRow(id: string): string {
  const context = {
    run_id: 'run-7',
    session_id: 'serve-1',
    producer_id: 'engine-0',
    source: 'engine',
    clock_domain: 'node-1/monotonic',
    clock_kind: 'monotonic',
    collection_mode: 'active',
    provenance: 'observed',
  };
  const iteration_ref = { producer_id: 'engine-0', id };
  const row = { schema_version: 2, event_type: 'infer.iteration', event_id: id, context, iteration_ref, start_ns: 1 };
  return `${JSON.stringify(row)}\n`;
}

/** A folder with an artifact, the summary of its session, and what an engine saw since. */
async function serving() {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog capture '));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [artifact, session, engine] = ['serve.jsonl', 'session.json', 'engine.jsonl'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(artifact, iterationRow('i1'));
  await writeFile(engine, iterationRow('i2'));
  const who = { session_id: 'serve-1', host: 'node-1', pid: 4200, job_id: 'job-7', source: 'engine' };
  const place = { rank: 0, local_rank: 0, world_size: 1 };
  await writeFile(session, JSON.stringify({ ...who, ...place, status: 'running', started_at_ns: 1 }));
  return { artifact, append: ['append', artifact, '--run-id', 'run-7', '--session', session, '--engine', engine] };
}

describe('capture append', () => {
  test('tells a person what it would add, and adds it when asked to', async () => {
    const { artifact, append } = await serving();
    const before = await readFile(artifact, 'utf8');

    const tried = await run('capture', ...append, '--dry-run');
    expect([tried.exitCode, await readFile(artifact, 'utf8')]).toEqual([0, before]);
    expect(tried.out).toContain(
      'would add 5 rows to 1: 1 event of the engine, 0 of traces (0 linked), 2 on capabilities, 2 that',
    );
    expect(tried.out).toContain('nothing was written');

    const added = await run('capture', ...append);
    expect(added.exitCode).toBe(0);
    expect(added.out).toContain('added 5 rows to 1');
    expect((await readFile(artifact, 'utf8')).trimEnd().split('\n')).toHaveLength(6);
  });

  test('answers with a document that follows its schema, written or not', async () => {
    const { append } = await serving();

    for (const options of [['--dry-run'], [], ['--dry-run', '--ns-as-string']]) {
      const { out } = await run('capture', ...append, '--json', ...options);
      expect(await faultsOf('capture', out)).toEqual([]);
    }
  });
});

/** A trace of the PyTorch profiler: one kernel that an iteration launched, one of nobody. */
function kinetoTrace(iteration: string): string {
  const launch = { ph: 'X', cat: 'cuda_runtime', name: 'cudaLaunchKernel', pid: 7, tid: 8, dur: 1 };
  const kernel = { ph: 'X', cat: 'kernel', name: 'gemm' };
  const name = `stormlog.iteration/engine-0/${iteration}`;
  const traceEvents = [
    { ph: 'X', cat: 'user_annotation', name, pid: 7, tid: 8, ts: 10, dur: 9 },
    { ...launch, ts: 11, args: { correlation: 1 } },
    { ...kernel, ts: 20, dur: 250, args: { device: 0, stream: 7, correlation: 1 } },
    { ...launch, ts: 400, args: { correlation: 2 } },
    { ...kernel, ts: 410, dur: 50, args: { device: 0, stream: 7, correlation: 2 } },
  ];
  return JSON.stringify({ traceEvents, baseTimeNanoseconds: 1_700_000_000_000_000_000n.toString() });
}

describe('capture append with traces', () => {
  test('links what an iteration launched, which correlate then shows as its GPU time', async () => {
    const { artifact, append } = await serving();
    const trace = join(artifact, '..', 'trace.json');
    await writeFile(trace, kinetoTrace('i2'));

    const added = await run('capture', ...append, '--kineto', trace, '--device-uuid', 'GPU-1');
    const shown = await run('correlate', artifact);

    expect([added.exitCode, added.err]).toEqual([0, '']);
    expect(added.out).toMatch(/1 event of the engine, 2 of traces \(1 linked\)/);
    expect(shown.out).toMatch(/GPU-1 .* 300\.0 µs +300\.0 µs +2\n/);
    expect(shown.out).toMatch(/engine-0\/i2 +GPU-1 +unknown +250\.0 µs/);
    expect(shown.out).toContain('1 activity of no iteration');
  });

  test.each([
    ['a trace that is cut short', '{"traceEvents": [{"ph": "X"', [], /cut short/, 5],
    [
      'a GPU that no trace has',
      kinetoTrace('i2'),
      ['--device-uuid', 'other.json:0=GPU-1'],
      /names none of the traces/,
      2,
    ],
    ['a GPU without its index', kinetoTrace('i2'), ['--device-uuid', 'x=GPU-1'], /INDEX=UUID/, 2],
  ] as const)('refuses %s and leaves the artifact as it is', async (_, content, options, message, exitCode) => {
    const { artifact, append } = await serving();
    const before = await readFile(artifact, 'utf8');
    const trace = join(artifact, '..', 'trace.json');
    await writeFile(trace, content);

    const refused = await run('capture', ...append, '--kineto', trace, ...options);

    expect(refused.exitCode).toBe(exitCode);
    expect(refused.err).toMatch(message);
    expect(await readFile(artifact, 'utf8')).toBe(before);
  });

  test('refuses a report of Nsight Systems that is no database', async () => {
    const { artifact, append } = await serving();
    const report = join(artifact, '..', 'report.sqlite');
    await writeFile(report, 'SQLite format 4');

    const refused = await run('capture', ...append, '--nsys', report);

    expect(refused.exitCode).toBe(5);
    expect(refused.err).toContain('report.sqlite');
  });
});

describe('repair', () => {
  test('answers with a document that follows its schema, torn, sound or missing', async () => {
    const { artifact } = await serving();
    await appendFile(artifact, '{"schema_version": 2, "event_');

    const torn = await run('repair', artifact, '--json');
    const sound = await run('repair', artifact, `${artifact}.not-there`, '--json');

    expect([torn.exitCode, sound.exitCode]).toEqual([0, 5]);
    expect(await faultsOf('repair', torn.out)).toEqual([]);
    expect(await faultsOf('repair', sound.out)).toEqual([]);
    expect(JSON.parse(torn.out).artifacts[0]).toMatchObject({ torn: true, set_aside: expect.stringMatching(/torn/) });
    expect(JSON.parse(sound.out)).toMatchObject({ artifacts: [{ torn: false }], failures: [{ code: 'file_missing' }] });
  });
});
