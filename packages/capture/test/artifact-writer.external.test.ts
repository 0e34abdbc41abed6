import { execFileSync } from 'node:child_process';
import { loadInferenceArtifact } from '@stormlog/correlation-events';
import { parseJson, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineRecorder, InferenceArtifactWriter } from '../src/index.ts';
import { anyEvent, artifactPath } from './writer-samples.ts';

// With the real package: STORMLOG_PYTHON names its interpreter, and the tests fail without it.

const READ = `
import json, sys
from stormlog.infer.correlation_events import load_inference_artifact
for record in load_inference_artifact(sys.argv[1]):
    print(json.dumps(record.to_record(), sort_keys=True))
`;

function pythonReads(path: string): unknown[] {
  const interpreter = process.env['STORMLOG_PYTHON'];
  if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
  const text = execFileSync(interpreter, ['-c', READ, path], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => parseJson(line));
}

const canonical = (value: unknown): string => stringifyJson(value, { sortKeys: true });

describe('the Python package', () => {
  it.each(['v4', 'embedded'] as const)('reads what a writer wrote as equal records (%s)', async (transport) => {
    const path = await artifactPath();
    const events = fc.sample(anyEvent, { seed: 64, numRuns: 500 });
    for (const half of [events.slice(0, 250), events.slice(250)]) {
      await using writer = await InferenceArtifactWriter.open(path, { transport });
      for (const event of half) expect(writer.append(event)).toBe(true);
    }

    expect(canonical(pythonReads(path))).toBe(canonical(events));
  });

  it('reads what a recorder streamed', async () => {
    const path = await artifactPath();
    const writer = await InferenceArtifactWriter.open(path);
    const recorder = new EngineRecorder({
      context: { run_id: 'run', session_id: 'session', producer_id: 'é', source: 'test' },
      writer,
    });
    for (let i = 0; i < 50; i++) {
      await recorder.withRequest({}, async (request) => {
        const iteration = recorder.iteration();
        recorder.member(request, iteration, { input_tokens: i });
        recorder.span('run', { request, iteration }, () => undefined);
        iteration.end({ metadata: { note: '😀', i } });
      });
    }
    await writer.close();

    expect(canonical(pythonReads(path))).toBe(canonical(await loadInferenceArtifact(path)));
    expect(pythonReads(path)).toHaveLength(200);
  });
});
