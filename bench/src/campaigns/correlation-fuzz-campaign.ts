import { fuzzCorrelationLines } from '../fuzz/correlation-fuzz.ts';

/** Findings that are printed in full. */
const MAX_PRINTED = 10;

/**
 * Breaks lines of correlation artifacts and reads them in every way.
 *
 * @returns the number of findings; 0 is what there should be
 */
export async function run(options: { readonly seed: number; readonly inputs: number }): Promise<number> {
  const { accepted, refused, findings } = await fuzzCorrelationLines(options);
  for (const { input, fault, line } of findings.slice(0, MAX_PRINTED)) {
    console.log(`FOUND input ${input}: ${fault}\n  ${JSON.stringify(line.slice(0, 2000))}`);
  }
  console.log(`correlation fuzz: ${accepted} taken, ${refused} refused, ${findings.length} findings`);
  return findings.length;
}
