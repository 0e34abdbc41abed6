// Resolves and accounts an artifact with the built package, without keeping its events; prints one line of JSON.
import { InferenceAccountant, readInferenceBatches } from '@stormlog/correlation-events';

const heldNow = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const baseline = heldNow();
const started = performance.now();
const accountant = new InferenceAccountant();
for await (const { records } of readInferenceBatches(process.argv[2])) {
  for (const record of records) accountant.add(record);
}
const measuring = performance.now();
const held = heldNow() - baseline;
const measured = performance.now();
const report = accountant.report();
const seconds = (performance.now() - measured + measuring - started) / 1000;
process.stdout.write(
  `${JSON.stringify({
    events: report.counts.events,
    seconds,
    busy_ns: String(report.account.device_totals[0]?.busy_ns ?? null),
    held_bytes: held,
    peak_bytes: process.resourceUsage().maxRSS * 1024,
  })}\n`,
);
