// What tracking the memory of this process costs: CPU time at 10 samples a second, against the same process without; and
// the CPU time of one sample and of one phase. Build the packages first: node scripts/build.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { trackMemory } from '@stormlog/telemetry';

const { values } = parseArgs({
  options: {
    /** Seconds of each measurement. */
    seconds: { type: 'string', default: '20' },
    /** Samples and phases taken in a row. */
    calls: { type: 'string', default: '5000' },
    /** Where the sink is written. */
    folder: { type: 'string', default: tmpdir() },
  },
});
const SECONDS = Number(values.seconds);
const CALLS = Number(values.calls);
const LIMIT_PERCENT = 1;

const folder = mkdtempSync(join(values.folder, 'stormlog-tracker-'));
try {
  const idle = await percentOfCore(() => wait(SECONDS * 1000));
  const tracker = await trackMemory({ sink: join(folder, 'paced'), intervalMs: 100 });
  // A process that runs for hours has machine code for this; ten samples a second would need minutes to get there.
  await microsecondsPerCall(() => tracker.sample());
  await wait(2000);
  const tracked = await percentOfCore(() => wait(SECONDS * 1000));
  await tracker.stop();

  const busy = await trackMemory({ sink: join(folder, 'busy'), intervalMs: 1e6, gpus: 'none' });
  const sample = await microsecondsPerCall(() => busy.sample());
  const phase = await microsecondsPerCall(() => busy.phase('step', () => {}));
  await busy.stop();

  console.log(`\nCPU time of this process in percent of a core, ${SECONDS} s each`);
  console.log(`  without tracking            ${idle.toFixed(3)}`);
  console.log(
    `  10 samples a second         ${tracked.toFixed(3)}   (below ${LIMIT_PERCENT}, ${idle.toFixed(3)} of it is idle)`,
  );
  console.log(`  one sample, its events written, in µs   ${sample.toFixed(0)}`);
  console.log(`  one phase, both ends written, in µs     ${phase.toFixed(0)}`);
  if (tracked - idle >= LIMIT_PERCENT) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function percentOfCore(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - started);
}

/** Includes what is done afterwards to write the events: the loop waits for the disk now and then. */
async function microsecondsPerCall(call: () => void): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < CALLS; done++) {
    call();
    if (done % 20 === 0) await wait(0);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}
