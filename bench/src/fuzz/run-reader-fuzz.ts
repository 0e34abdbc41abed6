import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StormlogError } from '@stormlog/records';
import { SeededRandom } from '../generate-run/seeded-random.ts';
import { breakBytes } from './break-bytes.ts';
import { FUZZ_BASES } from './fuzz-bases.ts';
import { FUZZ_READERS, fuzzOptions } from './fuzz-readers.ts';

/** A reader that did with an input what no reader may do. */
export interface FuzzFinding {
  /** Number of the input: the same seed and number give the same input. */
  readonly input: number;
  readonly base: string;
  readonly reader: string;
  readonly fault: string;
  readonly bytes: Buffer;
}

/** What a run found. */
export interface FuzzResult {
  readonly inputs: number;
  /** Inputs that were read without an error, and those that a coded error refused. */
  readonly accepted: number;
  readonly refused: number;
  readonly findings: readonly FuzzFinding[];
  readonly slowestMs: number;
  readonly peakBytes: number;
}

/** Options of {@link runReaderFuzz}. */
export interface FuzzRun {
  readonly seed: number;
  readonly inputs: number;
  /** An input that takes longer hangs (default 5000). */
  readonly maxMilliseconds?: number | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Breaks good inputs and reads them: a reader may succeed or throw a `StormlogError`, in good time, and nothing else. */
export async function runReaderFuzz(run: FuzzRun): Promise<FuzzResult> {
  const root = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const maxMilliseconds = run.maxMilliseconds ?? 5000;
  const findings: FuzzFinding[] = [];
  let accepted = 0;
  let refused = 0;
  let slowestMs = 0;
  let peakBytes = 0;
  try {
    for (let input = 0; input < run.inputs; input++) {
      const random = new SeededRandom(run.seed, input);
      const base = FUZZ_BASES[random.below(FUZZ_BASES.length)]!;
      const [reader, read] = FUZZ_READERS[random.below(FUZZ_READERS.length)]!;
      const bytes = breakBytes(base.files[base.target]!, random);
      const folder = join(root, String(input));
      layOut(folder, { ...base.files, [base.target]: bytes });
      const options = fuzzOptions(random, bytes.length);
      const started = performance.now();
      const fault = await faultOf(() => read({ folder, path: join(folder, base.target), bytes }, options));
      const took = performance.now() - started;
      rmSync(folder, { recursive: true, force: true });
      if (fault === null) accepted++;
      else if (fault === 'refused') refused++;
      else findings.push({ input, base: base.name, reader, fault, bytes });
      if (took > maxMilliseconds) {
        findings.push({ input, base: base.name, reader, fault: `took ${Math.round(took)} ms`, bytes });
      }
      slowestMs = Math.max(slowestMs, took);
      if (input % 100 === 0) {
        peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
        run.onProgress?.(input);
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return { inputs: run.inputs, accepted, refused, findings, slowestMs, peakBytes };
}

function layOut(folder: string, files: Readonly<Record<string, Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** Null when the work succeeds, `refused` for an error of this project, else what was thrown. */
async function faultOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof StormlogError) return 'refused';
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
