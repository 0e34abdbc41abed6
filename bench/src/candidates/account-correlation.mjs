// Resolves and accounts an artifact with the built package, without keeping its events; prints one line of JSON.
import { accountInferenceArtifacts } from '@stormlog/correlation-events';

const baseline = process.memoryUsage.rss();
const started = performance.now();
const report = await accountInferenceArtifacts([process.argv[2]]);
const seconds = (performance.now() - started) / 1000;
globalThis.gc?.();
const { heapUsed, arrayBuffers } = process.memoryUsage();
process.stdout.write(
  `${JSON.stringify({
    events: report.counts.events,
    seconds,
    busy_ns: String(report.account.device_totals[0]?.busy_ns ?? null),
    held_bytes: heapUsed + arrayBuffers,
    peak_bytes: process.resourceUsage().maxRSS * 1024,
    baseline_bytes: baseline,
  })}\n`,
);
