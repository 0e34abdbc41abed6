// What `import 'stormlog'` costs, as a multiple of importing zod alone: each in a process of its own, in turn, from the built packages.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** The largest multiple that the project promises. */
const MOST = 2.5;
const ROOT = join(import.meta.dirname, '..', '..');

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } });
const ROUNDS = Number(values.rounds);

const telemetry = createRequire(join(ROOT, 'packages', 'telemetry', 'package.json'));
const SPECIFIERS = {
  zod: pathToFileURL(telemetry.resolve('zod').replace(/\.cjs$/, '.js')).href,
  stormlog: 'stormlog',
  '@stormlog/capture': '@stormlog/capture',
  '@stormlog/records': '@stormlog/records',
} as const;
type Name = keyof typeof SPECIFIERS;
const NAMES: readonly Name[] = ['zod', 'stormlog', '@stormlog/capture', '@stormlog/records'];

interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const samples = new Map<Name, Sample[]>(NAMES.map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const name of NAMES) samples.get(name)!.push(load(SPECIFIERS[name]));
}

const zod = middleOf('zod');
console.log(`import, ${ROUNDS} rounds, median: wall time, CPU time, and CPU time over that of zod`);
for (const name of NAMES) {
  const { wallMs, cpuMs } = middleOf(name);
  const cells = [`${wallMs.toFixed(1)} ms`, `${cpuMs.toFixed(1)} ms`, `${(cpuMs / zod.cpuMs).toFixed(2)} ×`];
  console.log(`  ${name.padEnd(20)} ${cells.map((cell) => cell.padStart(10)).join('')}`);
}
const ratio = middleOf('stormlog').cpuMs / zod.cpuMs;
console.log(`import 'stormlog' takes ${ratio.toFixed(2)} times as long as import 'zod' (at most ${MOST})`);
process.exitCode = ratio <= MOST ? 0 : 1;

function load(specifier: string): Sample {
  const program = `
    const cpu = process.cpuUsage();
    const start = performance.now();
    await import(${JSON.stringify(specifier)});
    const wallMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));`;
  // Without the condition that the benchmark itself runs with, so that the built files are loaded.
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function middleOf(name: Name): Sample {
  const of = samples.get(name)!;
  const middle = (pick: (sample: Sample) => number): number => of.map(pick).sort((a, b) => a - b)[of.length >> 1]!;
  return { wallMs: middle((sample) => sample.wallMs), cpuMs: middle((sample) => sample.cpuMs) };
}
