import { correlationContext, iterationEvent } from '@stormlog/correlation-events';
import { InferenceArtifactWriter } from '../src/index.ts';

// Appends five events and then does nothing (`exit`), or is asked to end (`term`).
const [how, path] = process.argv.slice(2);
const writer = await InferenceArtifactWriter.open(path ?? '', { flushOnExit: true, flushEverySeconds: 1000 });
const context = correlationContext({
  run_id: 'run-7',
  session_id: 'session-1',
  producer_id: 'engine-0',
  source: 'test.engine',
  clock_domain: 'd',
  clock_kind: 'monotonic',
  collection_mode: 'active',
  provenance: 'observed',
});
for (let i = 1; i <= 5; i++) {
  writer.append(
    iterationEvent({ context, event_id: `it-${i}`, iteration_ref: { producer_id: 'engine-0', id: `i${i}` } }),
  );
}
if (how === 'term') {
  setInterval(() => undefined, 1000);
  process.kill(process.pid, 'SIGTERM');
}
