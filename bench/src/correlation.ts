// Times reading, resolving and accounting of correlation events against the Python package, in one run, in turn.
// Build the packages first: node scripts/build.mjs
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonWithStormlog } from '../../scripts/python-stormlog.mjs';
import { median } from './candidate.ts';
import { writeCorrelationArtifact } from './correlation-data/write-correlation-artifact.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    events: { type: 'string', default: '1000000' },
    /** Events of the artifact that is accounted for its memory; 0 leaves it out. */
    large: { type: 'string', default: '5000000' },
  },
});

interface Measured {
  readonly events: number;
  readonly seconds: number;
  readonly peak_bytes: number;
  readonly held_bytes?: number;
  readonly busy_ns?: string;
}

const CANDIDATES = join(import.meta.dirname, 'candidates');
const DATA = resolve(import.meta.dirname, '..', 'data');
const AIMS = { v2: 5, v4: 8 } as const;
const events = Number(values.events);
const rounds = Number(values.rounds);
const python = pythonWithStormlog();

for (const form of ['v2', 'v4'] as const) {
  const path = artifact(events, form);
  const [each, batches, theirs] = inTurn([
    () => run(process.execPath, 'read-correlation.mjs', path, 'each'),
    () => run(process.execPath, 'read-correlation.mjs', path, 'batches'),
    () => run(python, 'read_correlation.py', path),
  ]);
  console.log(`\nreading and parsing ${events} events, ${form} rows`);
  show('this project, one by one', each);
  show('this project, by batch', batches);
  show('Python stormlog', theirs);
  ratio('times as fast as Python, one by one', theirs, each, AIMS[form]);
  ratio('times as fast as Python, by batch', theirs, batches, AIMS[form]);
}

const path = artifact(events, 'v4');
const [ours, theirs] = inTurn([
  () => run(process.execPath, 'account-correlation.mjs', path),
  () => run(python, 'account_correlation.py', path),
]);
console.log(`\nreading, resolving and accounting ${events} events`);
show('this project', ours);
show('Python stormlog', theirs);
ratio('times as fast as Python', theirs, ours, 5);
if (ours.busy_ns !== theirs.busy_ns) throw new Error(`busy time differs: ${ours.busy_ns}, ${theirs.busy_ns}`);

const large = Number(values.large);
if (large > 0) {
  const [measured] = inTurn([() => run(process.execPath, 'account-correlation.mjs', artifact(large, 'v4'))]);
  console.log(`\nreading, resolving and accounting ${large} events`);
  show('this project', measured);
  const perEvent = (bytes: number) => (bytes / large).toFixed(0).padStart(8);
  console.log(`  bytes per event kept by the accountant   ${perEvent(measured.held_bytes ?? 0)}`);
  console.log(`  bytes per event of the process at peak   ${perEvent(measured.peak_bytes)}`);
  const slope = measured.seconds / large / (ours.seconds / events);
  console.log(`  time per event against the smaller run   ${slope.toFixed(2).padStart(8)}`);
}

function artifact(count: number, form: 'v2' | 'v4'): string {
  const name = join(DATA, `correlation-${form}-${count}.jsonl`);
  writeCorrelationArtifact(name, count, form);
  return name;
}

function run(command: string, script: string, ...args: readonly string[]): Measured {
  const flags = command === process.execPath ? ['--expose-gc', '--max-old-space-size=6000'] : [];
  const line = execFileSync(command, [...flags, join(CANDIDATES, script), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const measured: Measured = JSON.parse(line);
  return measured;
}

/** Measures in turn, A B A B …, so that a drift of the machine meets all; answers the runs of median time. */
function inTurn<const T extends readonly (() => Measured)[]>(candidates: T): { [K in keyof T]: Measured } {
  const measured = candidates.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) measured[index]!.push(candidate());
  }
  const medians = measured.map((runs) => {
    const middle = median(runs.map((one) => one.seconds));
    return runs.find((one) => one.seconds === middle)!;
  });
  return medians as { [K in keyof T]: Measured }; // one for each candidate, in their order
}

function show(name: string, { events: count, seconds, peak_bytes }: Measured): void {
  const cells = [
    name.padEnd(26),
    `${seconds.toFixed(2)} s`.padStart(10),
    `${((seconds / count) * 1e6).toFixed(2)} µs an event`.padStart(20),
    `peak ${(peak_bytes / 2 ** 20).toFixed(0)} MiB`.padStart(16),
  ];
  console.log(`  ${cells.join('')}`);
}

function ratio(name: string, slow: Measured, fast: Measured, aim: number): void {
  console.log(`  ${name.padEnd(40)} ${(slow.seconds / fast.seconds).toFixed(2).padStart(8)}   (at least ${aim})`);
}
