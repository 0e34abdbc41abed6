// Runs a benchmark by its name, with the options that it takes itself: see `--help`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHMARKS = {
  loading: 'load and model telemetry, against the Python package and plain JSON.parse [--rounds N] [--short]',
  reading: 'parse JSON lines exactly, against plain JSON.parse [--rounds N] [--lines N]',
  correlation: 'read and account correlation events, against the Python package [--rounds N] [--events N] [--large N]',
  catalog:
    'catalog a tree of runs, against the Python package; take turns at one envelope [--rounds N] [--envelopes N]',
  capture: 'append to a large artifact, against the Python package [--rounds N] [--events N] [--large]',
  traces: 'import a Kineto trace, against the Python package [--rounds N] [--megabytes N] [--large]',
  sink: 'append events to a sink, against bare writes and the Python package [--rounds N] [--events N] [--folder DIR]',
  page: 'the page of a large run: its size, and how a browser opens and moves it [--ranks N] [--samples N] [--keep FILE]',
  explain: 'explain a large run from its rank summaries [--ranks N] [--samples N] [--once]',
  'memory-tracker': 'track the memory of a process, CPU time [--seconds N] [--calls N] [--folder DIR]',
  'load-time': 'import the packages, against importing zod alone [--rounds N]',
  incidents: 'explain labelled incidents, beside what the model alone says [--from SEED] [--count N] [--workers N]',
  recorder: 'record spans in a server [--rounds N]',
} as const;
type Name = keyof typeof BENCHMARKS;

const [first, name, ...rest] = process.argv.slice(2);
if (first === '--help') {
  console.log(`pnpm bench [--only NAME] [options of the benchmark]; without a name: loading\n`);
  for (const [known, what] of Object.entries(BENCHMARKS)) console.log(`  ${known.padEnd(15)} ${what}`);
} else if (first !== '--only') {
  process.exitCode = run('loading', process.argv.slice(2));
} else if (isName(name)) {
  process.exitCode = run(name, rest);
} else {
  throw new RangeError(`${name}: no such benchmark; there are ${Object.keys(BENCHMARKS).join(', ')}`);
}

function isName(value: string | undefined): value is Name {
  return value !== undefined && Object.hasOwn(BENCHMARKS, value);
}

/** Each has a process of its own, so that none warms up or fills the memory of another. */
function run(benchmark: Name, options: readonly string[]): number {
  const script = join(import.meta.dirname, benchmark === 'incidents' ? 'incidents/main.ts' : `${benchmark}.ts`);
  const args = ['--conditions=@stormlog/source', '--import', 'tsx', script, ...options];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
