// How fast a sink takes events: encoded and buffered on a disk that does nothing; end to end on a real one, against bare
// writes and syncs of the same flushes and against the Python package. Build the packages first: node scripts/build.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonWithStormlog } from '../../scripts/python-stormlog.mjs';
import { median } from './candidate.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** Events of a round end to end; in memory ten times as many. */
    events: { type: 'string', default: '50000' },
    /** Where the sinks are written; a folder of a memory file system measures little. */
    folder: { type: 'string', default: tmpdir() },
  },
});

const CANDIDATES = join(import.meta.dirname, 'candidates');
const ROUNDS = Number(values.rounds);
const EVENTS = Number(values.events);
const python = pythonWithStormlog();

const rates = { buffered: [0], bare: [0], ours: [0], theirs: [0] };
for (const all of Object.values(rates)) all.length = 0;
for (let round = 0; round < ROUNDS; round++) {
  rates.buffered.push(rateOf(process.execPath, 'append-sink.mjs', 'buffered', EVENTS * 10));
  rates.bare.push(rateOf(process.execPath, 'append-sink.mjs', 'bare', EVENTS));
  rates.ours.push(rateOf(process.execPath, 'append-sink.mjs', 'sink', EVENTS));
  rates.theirs.push(rateOf(python, 'append_sink.py', 'sink', EVENTS));
}

const rate = {
  buffered: median(rates.buffered),
  bare: median(rates.bare),
  ours: median(rates.ours),
  theirs: median(rates.theirs),
};
console.log(`\nevents a second, medians of ${ROUNDS} rounds; flushes of 50 events, each brought to the disk`);
show('encoded and buffered, null disk', rate.buffered, rates.buffered);
show('bare writes and syncs', rate.bare, rates.bare);
show('a sink', rate.ours, rates.ours);
show('a sink of Python stormlog', rate.theirs, rates.theirs);
console.log(`  ${(rate.buffered / 250_000).toFixed(2)} of 250,000 events/s on a null disk (at least 1)`);
console.log(`  ${(rate.ours / rate.bare).toFixed(2)} of the rate of bare writes and syncs (at least 0.70)`);
console.log(`  ${(rate.ours / rate.theirs).toFixed(2)} times as fast as Python (at least 3)`);

/** Each in a process and a folder of its own. */
function rateOf(command: string, script: string, mode: string, events: number): number {
  const folder = mkdtempSync(join(values.folder, 'stormlog-sink-'));
  try {
    const args = [join(CANDIDATES, script), mode, join(folder, 'sink'), String(events)];
    const line = execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    const { seconds }: { readonly seconds: number } = JSON.parse(line);
    return events / seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function show(name: string, middle: number, all: readonly number[]): void {
  const range = `${Math.round(Math.min(...all))}…${Math.round(Math.max(...all))}`;
  console.log(`  ${name.padEnd(34)} ${Math.round(middle).toString().padStart(8)}   (${range})`);
}
