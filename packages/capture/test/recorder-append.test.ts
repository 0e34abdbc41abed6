import { rm, writeFile } from 'node:fs/promises';
import { isInferenceEvent, loadInferenceArtifact, resolveInferenceEvents } from '@stormlog/correlation-events';
import { createSessionSummary } from '@stormlog/sessions';
import { describe, expect, it } from 'vitest';
import { appendInferenceCapture, EngineRecorder, InferenceArtifactWriter } from '../src/index.ts';
import { artifactPath, iterations } from './writer-samples.ts';

const SESSION = createSessionSummary({ source: 'test', session_id: 'session-1' });
const OPTIONS = { runId: 'run-7', session: SESSION };
const CONTEXT = { run_id: 'run-7', session_id: 'session-1', producer_id: 'engine-0', source: 'test.server' };

function serve(recorder: EngineRecorder, requests: number): void {
  for (let i = 0; i < requests; i++) {
    recorder.withRequest({}, (request) => {
      const iteration = recorder.iteration();
      recorder.member(request, iteration);
      recorder.span('run', { request, iteration }, () => undefined);
      iteration.end();
    });
  }
}

describe('what a recorder kept', () => {
  it('is appended to an artifact, once, by appends that follow each other', async () => {
    const path = await artifactPath();
    await writeFile(path, '');
    const recorder = new EngineRecorder({ context: CONTEXT });

    serve(recorder, 3);
    await appendInferenceCapture(path, { ...OPTIONS, engineAdapter: recorder });
    serve(recorder, 2);
    await appendInferenceCapture(path, { ...OPTIONS, engineAdapter: recorder });

    const events = (await loadInferenceArtifact(path)).filter(isInferenceEvent);
    const graph = resolveInferenceEvents(events);
    const adapters = events.filter(
      (event) => event.event_type === 'infer.capabilities' && event.component === 'engine_adapter',
    );
    expect([graph.requests.length, graph.stages.length, graph.unresolved.length]).toEqual([5, 5, 0]);
    expect(adapters.map((event) => event.metadata)).toMatchObject([
      { summary: { recorded_events: 12 } },
      { summary: { recorded_events: 20, kept_events: 0 } },
    ]);
  });

  it('can be appended again when the first attempt failed, once it has been collected', async () => {
    const path = await artifactPath();
    const recorder = new EngineRecorder({ context: CONTEXT });
    serve(recorder, 3);
    const capture = recorder.collect({ runId: 'run-7', sessionId: 'session-1' });
    const engineAdapter = { collect: () => capture };

    await expect(appendInferenceCapture(path, { ...OPTIONS, engineAdapter })).rejects.toThrow();
    await writeFile(path, '');
    await appendInferenceCapture(path, { ...OPTIONS, engineAdapter });

    const events = (await loadInferenceArtifact(path)).filter(isInferenceEvent);
    expect(resolveInferenceEvents(events).requests).toHaveLength(3);
  });
});

describe('an append to an artifact that a writer holds', () => {
  it('is refused, and the writer goes on; afterwards it is done, and writing can go on after it', async () => {
    const path = await artifactPath();
    const first = await InferenceArtifactWriter.open(path);
    first.append(iterations(1)[0]!);
    await first.flush();

    await expect(appendInferenceCapture(path, { ...OPTIONS, lockDeadlineMs: 10 })).rejects.toMatchObject({
      code: 'artifact_in_use',
    });

    first.append(iterations(2)[1]!);
    await first.close();
    await appendInferenceCapture(path, OPTIONS);
    const second = await InferenceArtifactWriter.open(path);
    second.append(iterations(3)[2]!);
    await second.close();
    const events = (await loadInferenceArtifact(path)).filter(isInferenceEvent);
    expect(resolveInferenceEvents(events).iterations).toHaveLength(3);
    await rm(path);
  });
});
