// Times loading and model building against the Python package and against plain JSON.parse, in one run, in turn.
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonWithStormlog } from '../../scripts/python-stormlog.mjs';
import { type Measurement, medianMeasurement, runCandidate } from './candidate.ts';
import { writeBenchmarkRun } from './generate-run/benchmark-run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    /** Leaves the run of a million events out. */
    short: { type: 'boolean', default: false },
  },
});

const CANDIDATES = join(import.meta.dirname, 'candidates');
const DATA = resolve(import.meta.dirname, '..', 'data');
const RANKS = 8;
const SMALL = 12_500;
const LARGE = 125_000;

const node = (script: string, folder: string) => () =>
  runCandidate(process.execPath, [join(CANDIDATES, script), folder]);
const python = pythonWithStormlog();
const small = await benchmarkData(SMALL);

const [ours, plain, theirs] = inTurn(Number(values.rounds), [
  node('load-and-model.mjs', small),
  node('plain-json-parse.mjs', small),
  () => runCandidate(python, [join(CANDIDATES, 'load_and_model.py'), small]),
]);
if (ours === undefined || plain === undefined || theirs === undefined) throw new Error('a candidate was not measured');

print(`${RANKS} ranks × ${SMALL} samples`, [
  ['this project', ours],
  ['JSON.parse per line', plain],
  ['Python stormlog', theirs],
]);
ratio('loading, times as fast as Python', theirs.load_seconds / ours.load_seconds, 'at least 5');
ratio('model, times as fast as Python', theirs.model_seconds / ours.model_seconds, 'at least 40');
ratio('peak memory, share of Python', ours.peak_bytes / theirs.peak_bytes, 'below 0.4');
ratio('loading, share of the speed of JSON.parse', plain.load_seconds / ours.load_seconds, 'for the record');

if (!values.short) {
  const large = await benchmarkData(LARGE);
  const [million] = inTurn(Number(values.rounds), [node('load-and-model.mjs', large)]);
  if (million === undefined) throw new Error('the large run was not measured');
  print(`${RANKS} ranks × ${LARGE} samples`, [['this project', million]]);
  const perEvent = (m: Measurement) => (m.load_seconds + m.model_seconds) / m.events;
  ratio('time per event against the smaller run', perEvent(million) / perEvent(ours), 'at most 1.2');
}

async function benchmarkData(samples: number): Promise<string> {
  const folder = join(DATA, `${RANKS}x${samples}`);
  if (!existsSync(folder)) {
    mkdirSync(DATA, { recursive: true });
    await writeBenchmarkRun({ ranks: RANKS, samples, folder });
  }
  return folder;
}

/** Measures the candidates in turn, A B C A B C …, so that a drift of the machine meets all of them. */
function inTurn(rounds: number, candidates: readonly (() => Measurement)[]): Measurement[] {
  const measured = candidates.map((): Measurement[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) measured[index]?.push(candidate());
  }
  return measured.map(medianMeasurement);
}

function print(title: string, rows: readonly (readonly [string, Measurement])[]): void {
  console.log(`\n${title}`);
  for (const [name, m] of rows) {
    const cells = [
      name.padEnd(22),
      `${m.events} events`.padStart(16),
      `load ${m.load_seconds.toFixed(3)} s`.padStart(14),
      `model ${m.model_seconds.toFixed(3)} s`.padStart(15),
      `peak ${(m.peak_bytes / 2 ** 20).toFixed(0)} MiB`.padStart(14),
    ];
    console.log(cells.join('  '));
  }
}

function ratio(name: string, value: number, aim: string): void {
  console.log(`  ${name.padEnd(44)} ${value.toFixed(2).padStart(8)}   (${aim})`);
}
