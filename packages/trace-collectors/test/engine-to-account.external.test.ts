import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendInferenceCapture, EngineRecorder } from '@stormlog/capture';
import { accountInferenceArtifacts } from '@stormlog/correlation-events';
import { createSessionSummary } from '@stormlog/sessions';
import sqlite from 'node-sqlite3-wasm';
import { expect, onTestFinished, test } from 'vitest';
import { iterationRangeName, parseDeviceUuids, TraceFileCollector } from '../src/index.ts';

const RUN = 'run-7';
const SESSION = createSessionSummary({ source: 'test', session_id: 'serve-1' });
const CONTEXT = { run_id: RUN, session_id: SESSION.session_id, producer_id: 'engine-0', source: 'test.server' };
const PID = 4242;

const ACCOUNT = `
import json, sys
from stormlog.infer.correlation_accounting import account_gpu_time, resolve_inference_events
from stormlog.infer.correlation_events import load_inference_artifact
report = account_gpu_time(resolve_inference_events(load_inference_artifact(sys.argv[1])))
times = lambda by_clock: [[c.device_uuid, str(t.busy_ns), str(t.summed_activity_ns), t.activity_count] for c, t in by_clock.items()]
print(json.dumps({"devices": times(report.device_totals),
                  "iterations": [[ref.id, times(timing.gpu)] for ref, timing in report.iterations.items()],
                  "unattributed": len(report.unattributed_activity_refs)}))
`;

interface Step {
  readonly id: string;
  /** Microseconds of the trace. */
  readonly start: number;
  readonly kernels: readonly { readonly start: number; readonly duration: number }[];
}

/** Serves three requests in three iterations, as a server with a recorder does. */
function serve(recorder: EngineRecorder): Step[] {
  return [0, 1, 2].map((n) => {
    const request = recorder.request();
    const iteration = recorder.iteration();
    recorder.member(request, iteration);
    recorder.span('run', { request, iteration }, () => undefined);
    iteration.end();
    request.end();
    const start = 1000 * n;
    return {
      id: iteration.iteration_ref.id,
      start,
      kernels: [
        { start: start + 100, duration: 50 + n },
        // It overlaps the one before.
        { start: start + 120, duration: 200 },
      ],
    };
  });
}

/** What the PyTorch profiler writes of these steps, and of a kernel outside of them. */
function kinetoTrace(steps: readonly Step[]): string {
  const launch = (correlation: number, start: number) => ({
    ph: 'X',
    cat: 'cuda_runtime',
    name: 'cudaLaunchKernel',
    pid: PID,
    tid: 1,
    ts: start,
    dur: 1,
    args: { correlation },
  });
  const kernel = (correlation: number, ts: number, dur: number) => ({
    ph: 'X',
    cat: 'kernel',
    name: 'gemm',
    ts,
    dur,
    args: { device: 0, stream: 7, correlation },
  });
  const traceEvents = steps.flatMap(({ id, start, kernels }, n) => [
    { ph: 'X', cat: 'user_annotation', name: iterationRangeName('engine-0', id), pid: PID, tid: 1, ts: start, dur: 90 },
    ...kernels.flatMap(({ start: at, duration }, k) => [
      launch(10 * n + k + 1, start + 10 + k),
      kernel(10 * n + k + 1, at, duration),
    ]),
  ]);
  traceEvents.push(launch(99, 5000), kernel(99, 5010, 30));
  return JSON.stringify({ traceEvents, baseTimeNanoseconds: 1_700_000_000_000_000_000n.toString(), host_name: 'h' });
}

/** The same as an export of Nsight Systems. */
function nsysExport(path: string, steps: readonly Step[]): void {
  const globalPid = 281474976710656n + BigInt(PID) * 16777216n;
  const globalTid = globalPid + 1n;
  const database = new sqlite.Database(path);
  const rows: [string, (string | number | bigint | null)[]][] = [];
  for (const [n, { id, start, kernels }] of steps.entries()) {
    const range = [start * 1000, (start + 90) * 1000, 59, iterationRangeName('engine-0', id), null, globalTid];
    rows.push(['NVTX_EVENTS', range]);
    for (const [k, { start: at, duration }] of kernels.entries()) {
      const correlation = 10 * n + k + 1;
      rows.push(['CUPTI_ACTIVITY_KIND_RUNTIME', [(start + 10 + k) * 1000, globalTid, correlation, 1]]);
      const span = [at * 1000, (at + duration) * 1000];
      rows.push(['CUPTI_ACTIVITY_KIND_KERNEL', [...span, 0, 7, correlation, globalPid, 1]]);
    }
  }
  rows.push(['CUPTI_ACTIVITY_KIND_RUNTIME', [5_000_000, globalTid, 99, 1]]);
  rows.push(['CUPTI_ACTIVITY_KIND_KERNEL', [5_010_000, 5_040_000, 0, 7, 99, globalPid, 1]]);
  rows.push(['StringIds', [1, 'gemm']]);
  for (const table of [
    'StringIds (id, value)',
    'META_DATA_EXPORT (name, value)',
    'CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, correlationId, globalPid, shortName)',
    'CUPTI_ACTIVITY_KIND_RUNTIME (start, globalTid, correlationId, nameId)',
    'NVTX_EVENTS (start, end, eventType, text, textId, globalTid)',
  ]) {
    database.exec(`create table ${table}`);
  }
  for (const [table, values] of rows) {
    database.run(`insert into ${table} values (${values.map(() => '?').join(', ')})`, values);
  }
  database.close();
}

test.each(['trace.json', 'report.sqlite'])(
  'what a server recorded and its %s become linked iterations with GPU time, the same for the Python package',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-to-account-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const artifact = join(folder, 'serve.jsonl');
    writeFileSync(artifact, '');
    const recorder = new EngineRecorder({ context: CONTEXT });
    const steps = serve(recorder);
    const trace = join(folder, name);
    if (name.endsWith('.json')) writeFileSync(trace, kinetoTrace(steps));
    else nsysExport(trace, steps);

    const appended = await appendInferenceCapture(artifact, {
      runId: RUN,
      session: SESSION,
      engineAdapter: recorder,
      traceCollector: new TraceFileCollector([trace], { deviceUuids: parseDeviceUuids(['GPU-1']) }),
    });

    const { account } = await accountInferenceArtifacts([artifact]);
    const interpreter = process.env['STORMLOG_PYTHON'];
    if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
    const theirs = JSON.parse(execFileSync(interpreter, ['-c', ACCOUNT, artifact], { encoding: 'utf8' }));
    const times = (gpu: (typeof account)['device_totals']) =>
      gpu.map((time) => [time.device_uuid, String(time.busy_ns), String(time.summed_activity_ns), time.activity_count]);
    expect(appended).toMatchObject({ engineEvents: 12, traceEvents: 7 });
    expect(account.iterations.map(({ gpu }) => gpu[0]?.busy_ns)).toEqual([220_000n, 220_000n, 220_000n]);
    expect(account.device_totals).toMatchObject([{ device_uuid: 'GPU-1', busy_ns: 690_000n, activity_count: 7 }]);
    expect(account.unattributed).toHaveLength(1);
    expect({
      devices: times(account.device_totals),
      iterations: account.iterations.map(({ iteration_ref, gpu }) => [iteration_ref.id, times(gpu)]),
      unattributed: account.unattributed.length,
    }).toEqual(theirs);
  },
);
