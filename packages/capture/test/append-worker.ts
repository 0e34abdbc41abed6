// A process that appends an iteration to an artifact: ARTIFACT NAME ENVELOPE [PRACTICE]. Prints `done`, or code and stage
// of the error. With an artifact to practise on it appends to that first, prints `ready`, and goes on at the first byte of
// its input: then everything is loaded, and the system calls that follow are those of one append.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { correlationContext, iterationEvent } from '@stormlog/correlation-events';
import { StormlogError } from '@stormlog/records';
import { appendInferenceCapture, captureCapabilities, traceAttachment } from '../src/index.ts';

const RUN = 'run-7';
const [path = '', name = '', envelopePath = '', practice] = process.argv.slice(2);
const session = {
  session_id: 'serve-1',
  host: 'node-1',
  pid: 4200,
  job_id: null,
  rank: 0,
  local_rank: 0,
  world_size: 1,
};
const context = correlationContext({
  run_id: RUN,
  session_id: session.session_id,
  producer_id: 'engine-0',
  source: 'test.engine',
  clock_domain: 'node-1/monotonic',
  clock_kind: 'monotonic',
  collection_mode: 'active',
  provenance: 'observed',
});

if (practice !== undefined) {
  await append(practice, `${practice}.run.json`);
  writeSync(1, 'ready\n');
  await once(process.stdin, 'data');
}
writeSync(1, await outcome());
// No orderly end, which would have system calls of its own.
if (practice !== undefined) process.kill(process.pid, 'SIGKILL');

async function append(artifact: string, envelope: string): Promise<void> {
  const iteration_ref = { producer_id: 'engine-0', id: name };
  const events = [iterationEvent({ context, event_id: name, iteration_ref })];
  const attachments = [traceAttachment({ attachment_id: name, title: name, path: `${name}.json` })];
  const capabilities = captureCapabilities();
  await appendInferenceCapture(artifact, {
    runId: RUN,
    session,
    envelopePath: envelope,
    engineAdapter: { collect: () => ({ capabilities, events }) },
    traceCollector: { collect: () => ({ capabilities, attachments }) },
    lockDeadlineMs: 60_000,
  });
}

async function outcome(): Promise<string> {
  try {
    await append(path, envelopePath);
    return 'done';
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    return `${error.code} ${String(Reflect.get(error, 'stage'))}`;
  }
}
