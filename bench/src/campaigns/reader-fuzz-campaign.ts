import { runReaderFuzz } from '../fuzz/run-reader-fuzz.ts';

/** Findings that are printed in full. */
const MAX_PRINTED = 10;

/**
 * Reads broken inputs through every reader: JSON, JSON Lines, CSV, sink folders, manifests, timelines, correlation
 * artifacts, whole runs.
 *
 * @returns the number of findings; 0 is what there should be
 */
export async function run(options: { readonly seed: number; readonly inputs: number }): Promise<number> {
  console.log(`reader fuzz: seed ${options.seed}, ${options.inputs} inputs`);
  const started = performance.now();
  const result = await runReaderFuzz(options);
  const seconds = (performance.now() - started) / 1000;
  for (const finding of result.findings.slice(0, MAX_PRINTED)) {
    console.log(`FOUND input ${finding.input} (${finding.base}, ${finding.reader}): ${finding.fault}`);
    console.log(`  ${finding.bytes.toString('base64')}`);
  }
  console.log(
    `reader fuzz: ${result.accepted} read, ${result.refused} refused, ${result.findings.length} findings in ${seconds.toFixed(1)} s; ` +
      `slowest ${result.slowestMs.toFixed(0)} ms, peak ${(result.peakBytes / 2 ** 20).toFixed(0)} MiB`,
  );
  return result.findings.length;
}
