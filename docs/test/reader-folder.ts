import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  CorrelationRecordEncoder,
  correlationContext,
  inferenceRecordLine,
  iterationEvent,
} from '@stormlog/correlation-events';
import { ROOT } from './code-blocks.ts';

const ENVELOPE = { schema_version: 1, format: 'stormlog.run_envelope', run_id: 'run-7', metadata: {} };

/** A kernel that an iteration launched, as the PyTorch profiler writes it. */
const TRACE = {
  baseTimeNanoseconds: 1_700_000_000_000_000,
  traceEvents: [
    { ph: 'X', cat: 'user_annotation', name: 'stormlog.iteration/p/1', pid: 7, tid: 8, ts: 10, dur: 9 },
    {
      ph: 'X',
      cat: 'cuda_runtime',
      name: 'cudaLaunchKernel',
      pid: 7,
      tid: 8,
      ts: 11,
      dur: 1,
      args: { correlation: 1 },
    },
    { ph: 'X', cat: 'kernel', name: 'gemm', ts: 12, dur: 1, args: { device: 0, stream: 7, correlation: 1 } },
  ],
};

/** A new folder with the files that the pages speak of, as somebody who copies a block would have them. */
export async function readerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stormlog-reader-'));
  const samples = join(ROOT, 'samples');
  await symlink(samples, join(folder, 'samples'));
  const packed = await readFile(join(samples, 'gzip', 'events.jsonl.gz'));
  await writeFile(join(folder, 'events.jsonl.gz'), packed);
  await writeFile(join(folder, 'events.jsonl'), gunzipSync(packed));
  await copyFile(join(samples, 'documents', 'tracker-result.json'), join(folder, 'export.json'));
  await writeFile(join(folder, 'rank0.pt.trace.json.gz'), gzipSync(JSON.stringify(TRACE)));
  await writeFile(join(folder, 'serve.jsonl'), servedIteration());
  await mkdir(join(folder, 'runs', 'a'), { recursive: true });
  await writeFile(join(folder, 'runs', 'a', 'stormlog_run.json'), JSON.stringify(ENVELOPE));
  return folder;
}

function servedIteration(): string {
  const event = iterationEvent({
    context: correlationContext({
      run_id: 'run-7',
      session_id: 'serve-1',
      producer_id: 'engine-0',
      source: 'example.engine',
      clock_domain: 'node-1/monotonic',
      clock_kind: 'monotonic',
      collection_mode: 'active',
      provenance: 'observed',
    }),
    event_id: 'it-1',
    iteration_ref: { producer_id: 'engine-0', id: 'iter-1' },
    start_ns: 1_000n,
    end_ns: 3_000n,
  });
  const records = new CorrelationRecordEncoder().encode(event);
  return records.map((record) => `${inferenceRecordLine(record)}\n`).join('');
}
