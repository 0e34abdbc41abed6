// Times appending to a large artifact against the Python package, in one run, in turn; and what is kept of each event.
// Build the packages first: node scripts/build.mjs
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonWithStormlog } from '../../scripts/python-stormlog.mjs';
import { median } from './candidate.ts';
import { writeCorrelationArtifact } from './correlation-data/write-correlation-artifact.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    events: { type: 'string', default: '1000000' },
    /** Measures what is kept of each event at ten million events too. */
    large: { type: 'boolean', default: false },
  },
});

interface Appended {
  readonly events: number;
  readonly seconds: number;
  readonly peak_bytes: number;
  readonly held_bytes?: number;
}

const CANDIDATES = join(import.meta.dirname, 'candidates');
const DATA = resolve(import.meta.dirname, '..', 'data');
const events = Number(values.events);
const python = pythonWithStormlog();

const ours: Appended[] = [];
const theirs: Appended[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  ours.push(appendTo(events, process.execPath, [join(CANDIDATES, 'append-capture.mjs')]));
  theirs.push(appendTo(events, python, [join(CANDIDATES, 'append_capture.py')]));
}
console.log(`\nappending to an artifact of ${events} events`);
show('this project', ours);
show('Python stormlog', theirs);
const of = (all: readonly Appended[], pick: (one: Appended) => number) => median(all.map(pick));
const seconds = (one: Appended) => one.seconds;
const peak = (one: Appended) => one.peak_bytes;
ratio('times as fast as Python', of(theirs, seconds) / of(ours, seconds), 'at least 5');
ratio('peak memory, share of Python', of(ours, peak) / of(theirs, peak), 'below 0.25');

console.log('\nkept of each event of the artifact');
for (const count of values.large ? [100_000, 1_000_000, 10_000_000] : [100_000, 1_000_000]) {
  const one = appendTo(count, process.execPath, ['--expose-gc', join(CANDIDATES, 'append-capture.mjs')]);
  const megabytes = (one.peak_bytes / 2 ** 20).toFixed(0);
  ratio(`bytes of ${count} (peak ${megabytes} MiB)`, (one.held_bytes ?? Number.NaN) / count, 'at most 100');
}

/** Every append has a copy of the artifact of its own. */
function appendTo(count: number, command: string, args: readonly string[]): Appended {
  const original = join(DATA, `correlation-v4-${count}.jsonl`);
  writeCorrelationArtifact(original, count, 'v4');
  const folder = mkdtempSync(join(tmpdir(), 'stormlog-append-'));
  try {
    const path = join(folder, 'serve.jsonl');
    copyFileSync(original, path);
    const line = execFileSync(command, [...args, path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    const appended: Appended = JSON.parse(line);
    return appended;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function show(name: string, all: readonly Appended[]): void {
  const took = median(all.map(({ seconds: s }) => s)).toFixed(2);
  const size = (median(all.map(({ peak_bytes }) => peak_bytes)) / 2 ** 20).toFixed(0);
  console.log(`${name.padEnd(22)}  ${took.padStart(8)} s  peak ${size.padStart(6)} MiB`);
}

function ratio(name: string, value: number, aim: string): void {
  console.log(`  ${name.padEnd(44)} ${value.toFixed(2).padStart(8)}   (${aim})`);
}
