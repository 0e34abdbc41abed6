// Times the import of a Kineto trace against the Python package, in one run, in turn; and the memory that a large one
// takes above its result. Build the packages first: node scripts/build.mjs
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonWithStormlog } from '../../scripts/python-stormlog.mjs';
import { median } from './candidate.ts';
import { writeKinetoTrace } from './trace-data/write-kineto-trace.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    megabytes: { type: 'string', default: '200' },
    /** Measures the memory at 1 GB; without it at the same size as the time. */
    large: { type: 'boolean', default: false },
  },
});

interface Imported {
  readonly events: number;
  readonly linked: number;
  readonly seconds: number;
  readonly peak_bytes: number;
  readonly held_bytes?: number;
}

const MEGABYTE = 1_000_000;
const CANDIDATES = join(import.meta.dirname, 'candidates');
const DATA = resolve(import.meta.dirname, '..', 'data');
const python = pythonWithStormlog();
const megabytes = Number(values.megabytes);

const ours: Imported[] = [];
const theirs: Imported[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  ours.push(importTrace(megabytes, process.execPath, [join(CANDIDATES, 'import-kineto.mjs')]));
  theirs.push(importTrace(megabytes, python, [join(CANDIDATES, 'import_kineto.py')]));
}
const [one, other] = [ours[0], theirs[0]];
if (one?.events !== other?.events || one?.linked !== other?.linked) throw new Error('the two imports differ');
console.log(`\nimporting a Kineto trace of ${megabytes} MB: ${one?.events} records, ${one?.linked} GPU events linked`);
show('this project', ours);
show('Python stormlog', theirs);
ratio('times as fast as Python', seconds(theirs) / seconds(ours), 'at least 3');

const size = values.large ? 1000 : megabytes;
const { peak_bytes, held_bytes = Number.NaN } = importTrace(size, process.execPath, [
  '--expose-gc',
  join(CANDIDATES, 'import-kineto.mjs'),
]);
console.log(`\nmemory at ${size} MB: peak ${mebibytes(peak_bytes)} MiB, the result ${mebibytes(held_bytes)} MiB`);
ratio('peak above the result, MB', (peak_bytes - held_bytes) / MEGABYTE, 'below 300');

function importTrace(size: number, command: string, args: readonly string[]): Imported {
  const path = join(DATA, `kineto-${size}.pt.trace.json`);
  writeKinetoTrace(path, size * MEGABYTE);
  const line = execFileSync(command, [...args, path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const imported: Imported = JSON.parse(line);
  return imported;
}

function seconds(all: readonly Imported[]): number {
  return median(all.map((imported) => imported.seconds));
}

function show(name: string, all: readonly Imported[]): void {
  const took = seconds(all).toFixed(2);
  const size = mebibytes(median(all.map(({ peak_bytes: peak }) => peak)));
  console.log(`${name.padEnd(22)}  ${took.padStart(8)} s  peak ${size.padStart(6)} MiB`);
}

function ratio(name: string, value: number, aim: string): void {
  console.log(`  ${name.padEnd(44)} ${value.toFixed(2).padStart(8)}   (${aim})`);
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
