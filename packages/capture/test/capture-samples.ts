import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  correlationContext,
  type InferenceEvent,
  inferenceRecordLine,
  iterationEvent,
} from '@stormlog/correlation-events';
import { StormlogError } from '@stormlog/records';
import { onTestFinished } from 'vitest';
import { type CaptureSession, captureCapabilities, type EngineAdapter } from '../src/index.ts';

export const RUN = 'run-7';
export const SESSION: CaptureSession = {
  session_id: 'serve-1',
  host: 'node-1',
  pid: 4200,
  job_id: 'job-7',
  rank: 0,
  local_rank: 0,
  world_size: 1,
};

const context = correlationContext({
  run_id: RUN,
  session_id: SESSION.session_id,
  producer_id: 'engine-0',
  source: 'test.engine',
  clock_domain: 'node-1/monotonic',
  clock_kind: 'monotonic',
  collection_mode: 'active',
  provenance: 'observed',
});

/** An iteration of the session; `metadata` tells two of one name apart. */
export function iteration(name: string, metadata = {}): InferenceEvent {
  return iterationEvent({
    context,
    event_id: name,
    iteration_ref: { producer_id: 'engine-0', id: name },
    start_ns: 1_700_000_000_123_456_789n,
    metadata,
  });
}

/** An engine adapter that saw these iterations. */
export function engineOf(...names: string[]): EngineAdapter {
  return {
    collect: () => ({ capabilities: captureCapabilities(), events: names.map((name) => iteration(name)) }),
  };
}

/** The text of an artifact that holds these iterations. */
export function artifactText(...names: string[]): string {
  return names.map((name) => `${inferenceRecordLine(iteration(name))}\n`).join('');
}

/** A folder of its own for one test, resolved, removed when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stormlog-capture-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An artifact with some iterations in a folder of its own. */
export async function artifactOf(...names: string[]): Promise<string> {
  const path = join(await temporaryFolder(), 'serve.jsonl');
  await writeFile(path, artifactText(...names));
  return path;
}

/** Every file of a folder with its bytes. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) contents[name] = await readFile(join(folder, name), 'latin1');
  return contents;
}

/** The error of this project that a promise rejects with. */
export async function refusal(
  promise: Promise<unknown>,
): Promise<{ code: string; stage: unknown; error: StormlogError }> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof StormlogError)) throw error;
    return { code: error.code, stage: Reflect.get(error, 'stage'), error };
  }
  throw new Error('nothing was thrown');
}
