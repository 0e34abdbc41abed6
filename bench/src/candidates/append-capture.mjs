// Appends a capture of a few events to an artifact with the built package; prints one line of JSON. What it holds of the
// existing artifact is measured while the engine adapter is asked, when all of it has been checked.
import { appendInferenceCapture, captureCapabilities } from '@stormlog/capture';

const heldNow = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const session = {
  session_id: 'serve-1',
  host: 'node-1',
  pid: 42,
  job_id: null,
  rank: 0,
  local_rank: 0,
  world_size: 1,
};

const baseline = heldNow();
let held = 0;
let measuring = 0;
const started = performance.now();
const appended = await appendInferenceCapture(process.argv[2], {
  runId: 'run-7',
  session,
  engineAdapter: {
    collect: () => {
      const from = performance.now();
      held = heldNow() - baseline;
      measuring = performance.now() - from;
      return { capabilities: captureCapabilities() };
    },
  },
});
process.stdout.write(
  `${JSON.stringify({
    events: appended.existingRecords,
    seconds: (performance.now() - started - measuring) / 1000,
    held_bytes: held,
    peak_bytes: process.resourceUsage().maxRSS * 1024,
  })}\n`,
);
