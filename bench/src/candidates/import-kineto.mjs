// Imports a Kineto trace with the built package; prints one line of JSON. With --expose-gc also what the result holds.
import { importKinetoTrace } from '@stormlog/trace-collectors';

const heldNow = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const baseline = heldNow();
const started = performance.now();
const capture = await importKinetoTrace(process.argv[2], { runId: 'run-7', sessionId: 'serve-1' });
const seconds = (performance.now() - started) / 1000;
const peak = process.resourceUsage().maxRSS * 1024;
const held = heldNow() - baseline;
const { linked_gpu_events } = capture.summary;
process.stdout.write(
  `${JSON.stringify({ events: capture.events.length, linked: linked_gpu_events, seconds, held_bytes: held, peak_bytes: peak })}\n`,
);
