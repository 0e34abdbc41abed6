import cluster from 'node:cluster';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, threadId, Worker, workerData } from 'node:worker_threads';
import { EngineRecorder, InferenceArtifactWriter } from '../src/index.ts';

// Two processes of a cluster, or two threads, each with a writer of its own; then both try one artifact.
const [how, folder = ''] = isMainThread ? process.argv.slice(2) : (workerData as string[]);
const CONTEXT = { run_id: 'run-7', session_id: 'session-1', producer_id: 'engine-0', source: 'test.server' };

async function serve(name: string): Promise<void> {
  await using writer = await InferenceArtifactWriter.open(join(folder, `engine-${name}.jsonl`));
  const recorder = new EngineRecorder({ context: CONTEXT, writer, asyncContext: true });
  for (let i = 0; i < 50; i++) {
    await recorder.withRequest({}, (request) =>
      recorder.span('run', async () => {
        const iteration = recorder.iteration();
        recorder.member(request, iteration);
        iteration.end();
      }),
    );
  }
  // Whoever comes first holds it until the other one has been refused.
  const shared = await InferenceArtifactWriter.open(join(folder, 'shared.jsonl'), { lockDeadlineMs: 10 }).catch(
    (error: { readonly code?: string }) => error.code ?? 'unknown',
  );
  process.stdout.write(typeof shared === 'string' ? `${shared}\n` : 'open\n');
  const refused = join(folder, 'refused');
  if (typeof shared === 'string') return writeFileSync(refused, '');
  for (let i = 0; i < 1000 && !existsSync(refused); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  await shared.close();
}

if (how === 'threads' && isMainThread) {
  // A thread does not inherit the loader of TypeScript.
  const load = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(import.meta.url)}, ${JSON.stringify(import.meta.url)}))`;
  for (let i = 0; i < 2; i++) new Worker(load, { eval: true, workerData: [how, folder] });
} else if (how === 'cluster' && cluster.isPrimary) {
  for (let i = 0; i < 2; i++) cluster.fork();
} else {
  await serve(how === 'threads' ? `thread-${threadId}` : `process-${cluster.worker?.id}`);
  if (how === 'cluster') cluster.worker?.disconnect();
}
