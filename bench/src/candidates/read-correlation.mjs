// Reads and parses every row of an artifact with the built package; prints one line of JSON.
import { readInferenceArtifact, readInferenceBatches } from '@stormlog/correlation-events';

const [, , path, how] = process.argv;
let events = 0;
const started = performance.now();
if (how === 'batches') {
  for await (const { records } of readInferenceBatches(path)) events += records.length;
} else {
  for await (const { record } of readInferenceArtifact(path)) if (record.schema_version !== 1) events++;
}
const seconds = (performance.now() - started) / 1000;
process.stdout.write(`${JSON.stringify({ events, seconds, peak_bytes: process.resourceUsage().maxRSS * 1024 })}\n`);
