import { writeSync } from 'node:fs';
import { TelemetrySink } from '../src/index.ts';
import { sampleEvent } from './sink-samples.ts';

// Appends at full speed until it is killed: sink-kill-worker.ts FOLDER SESSION. Says how many records are on the disk, as soon
// as that has been promised; 0 when it begins.

const FLUSH = 50;
const [folder = '', session = ''] = process.argv.slice(2);

const sink = await TelemetrySink.open(folder, {
  flushEveryEvents: FLUSH,
  rolloverMaxEvents: 1000,
  retentionMaxFiles: 1_000_000,
  retentionMaxTotalBytes: 2 ** 40,
  manifestEverySeconds: 0.01,
});
acknowledge(0);
const event = sampleEvent({ session });
let previous = Promise.resolve();
for (let step = 0; ; step++) {
  const appended = sink.append({ ...event, metadata: { backend: 'cuda', step } });
  if (step % FLUSH !== FLUSH - 1) continue;
  const flushed = step % (7 * FLUSH) === FLUSH - 1 ? sink.flush({ force: true }) : appended;
  // While one flush is under way, the next is filled.
  await previous;
  previous = flushed.then(() => acknowledge(step + 1));
}

function acknowledge(records: number): void {
  writeSync(1, `${records}\n`);
}
