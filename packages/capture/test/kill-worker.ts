import { correlationContext, iterationEvent } from '@stormlog/correlation-events';
import { InferenceArtifactWriter } from '../src/index.ts';

// Appends iterations 1, 2, …, flushes after every few, and says how many are on the disk. Files are full early.
const [path = ''] = process.argv.slice(2);
const writer = await InferenceArtifactWriter.open(path, {
  flushEveryEvents: 1_000_000,
  flushEverySeconds: 1000,
  rotateBytes: 2500,
  sync: 'flush',
  lock: false,
});
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
for (let i = 1; i <= 24; i++) {
  const ref = { producer_id: 'engine-0', id: `i${i}` };
  writer.append(iterationEvent({ context, event_id: `it-${i}`, iteration_ref: ref }));
  if (i % 4 !== 0) continue;
  await writer.flush().catch(() => undefined);
  process.stdout.write(`${writer.stats().written_events}\n`);
}
await writer.close().catch(() => undefined);
process.stdout.write(`${writer.stats().written_events}\n`);
