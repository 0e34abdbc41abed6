// Serves text recognition and records where the time of its requests goes:
//   pnpm start --port 8080 --artifact run/engine.jsonl
// Ctrl-C ends it; `stormlog correlate run/engine.jsonl` then tells.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { appendInferenceCapture, EngineRecorder, InferenceArtifactWriter } from '@stormlog/capture';
import { createSessionSummary } from '@stormlog/sessions';
import { startOcrServer } from './ocr-server.ts';
import { Recognizer } from './recognizer.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    /** Where to record; without it nothing is. */
    artifact: { type: 'string' },
    run: { type: 'string', default: 'ocr-run' },
    'max-batch': { type: 'string', default: '4' },
  },
});
const { artifact, run: runId } = values;
const session = createSessionSummary({ source: 'example.ocr_server' });

const recognizer = await Recognizer.load();
const capture = artifact === undefined ? null : await openCapture(artifact);
const server = await startOcrServer({
  recognizer,
  recorder: capture?.recorder ?? null,
  port: Number(values.port),
  maxBatch: Number(values['max-batch']),
});
console.log(server.url);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

async function openCapture(path: string) {
  await mkdir(dirname(path), { recursive: true });
  const writer = await InferenceArtifactWriter.open(path, {
    onError: (error) => console.error(`recording: ${error.message}`),
  });
  const recorder = new EngineRecorder({
    context: {
      run_id: runId,
      session_id: session.session_id,
      producer_id: 'ocr-server',
      source: 'example.ocr_server',
      engine: 'onnxruntime',
      backend: 'cpu',
    },
    writer,
  });
  return { path, writer, recorder };
}

async function stop(): Promise<void> {
  await server.close();
  if (capture === null) return;
  await capture.writer.close();
  // The events are in the artifact already; this adds what was recorded to the run's envelope.
  await appendInferenceCapture(capture.path, { runId, session, engineAdapter: capture.recorder });
  console.log(JSON.stringify({ ...capture.writer.stats(), last_error: undefined }));
}
