import { correlationContext, iterationEvent } from '@stormlog/correlation-events';
import { InferenceArtifactWriter } from '../src/index.ts';

// Appends five events to two artifacts and then does nothing (`exit`), or is asked to end (`term`), which somebody else may
// listen to as well (`shared`).
const [how, path = ''] = process.argv.slice(2);
const options = { flushOnExit: true, flushEverySeconds: 1000 };
const writer = await InferenceArtifactWriter.open(path, options);
const other = await InferenceArtifactWriter.open(`${path}.other`, options);
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
  const ref = { producer_id: 'engine-0', id: `i${i}` };
  for (const each of [other, writer]) each.append(iterationEvent({ context, event_id: `it-${i}`, iteration_ref: ref }));
}
if (how !== 'exit') {
  const serving = setInterval(() => undefined, 1000);
  if (how === 'shared') process.once('SIGTERM', () => setTimeout(() => clearInterval(serving), 100));
  process.kill(process.pid, 'SIGTERM');
}
