import { compareOnGeneratedLines } from '../../../packages/records/test/exact-json-comparison.ts';

/** Lines between two looks at the world outside. */
const LINES_AT_ONCE = 20_000;

/**
 * Compares the fast exact JSON routes with the slow exact parser on generated hostile lines.
 *
 * @throws Error that names the seed and the shortest lines found that differ
 */
export async function run(options: { readonly seed: number; readonly lines: number }): Promise<void> {
  for (let done = 0, seed = options.seed; done < options.lines; done += LINES_AT_ONCE, seed++) {
    compareOnGeneratedLines({ seed, lines: Math.min(LINES_AT_ONCE, options.lines - done) });
    await new Promise(setImmediate);
  }
}
