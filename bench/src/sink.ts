// How fast a sink takes events: encoded and buffered on a disk that does nothing; end to end on a real one, against bare
// writes and syncs of the same flushes and against the Python package. Build the packages first: node scripts/build.mjs
// What is ours has run for a moment before the clock starts. A disk is fast in one moment and slow in the next, so that the
// sink and the bare writes take turns on it.
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
    /** Events of a round end to end. */
    events: { type: 'string', default: '200000' },
    /** Where the sinks are written; a folder of a memory file system measures little. */
    folder: { type: 'string', default: tmpdir() },
  },
});

const CANDIDATES = join(import.meta.dirname, 'candidates');
const ROUNDS = Number(values.rounds);
const EVENTS = Number(values.events);
const EVENTS_IN_MEMORY = 500_000;
const EVENTS_OF_PYTHON = 20_000;
const python = pythonWithStormlog();

interface Taken {
  readonly seconds: number;
}

/** Seconds of each turn. */
interface Turns {
  readonly events: number;
  readonly bare: readonly number[];
  readonly sink: readonly number[];
}

const buffered: number[] = [];
const bare: number[] = [];
const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  buffered.push(
    EVENTS_IN_MEMORY / run<Taken>(process.execPath, 'append-sink.mjs', 'buffered', EVENTS_IN_MEMORY).seconds,
  );
  const turns = run<Turns>(process.execPath, 'append-sink.mjs', 'beside', EVENTS);
  for (const seconds of turns.bare) bare.push(turns.events / seconds);
  for (const seconds of turns.sink) ours.push(turns.events / seconds);
  theirs.push(EVENTS_OF_PYTHON / run<Taken>(python, 'append_sink.py', 'sink', EVENTS_OF_PYTHON).seconds);
}

const ofBare = ours.map((rate, turn) => rate / bare[turn]!);
console.log(`events a second, medians of ${ROUNDS} rounds; flushes of 50 events, each brought to the disk`);
show('encoded and buffered, null disk', buffered);
show('bare writes and syncs', bare);
show('a sink', ours);
show('a sink of Python stormlog', theirs);
console.log(`  ${(median(buffered) / 250_000).toFixed(2)} of 250,000 events/s on a null disk (at least 1)`);
console.log(`  ${(median(ours) / median(bare)).toFixed(2)} of the rate of bare writes and syncs (at least 0.70)`);
console.log(`  ${median(ofBare).toFixed(2)} of it in the middle one of ${ofBare.length} pairs of turns`);
console.log(`  ${(median(ours) / median(theirs)).toFixed(2)} times as fast as Python (at least 3)`);

/** Each in a process and a folder of its own. */
function run<Answer>(command: string, script: string, mode: string, events: number): Answer {
  const folder = mkdtempSync(join(values.folder, 'stormlog-sink-'));
  try {
    const args = [join(CANDIDATES, script), mode, join(folder, 'sink'), String(events)];
    const line = execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    const answer: Answer = JSON.parse(line);
    return answer;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function show(name: string, rates: readonly number[]): void {
  const range = `${Math.round(Math.min(...rates))}…${Math.round(Math.max(...rates))}`;
  console.log(`  ${name.padEnd(34)} ${Math.round(median(rates)).toString().padStart(8)}   (${range})`);
}
