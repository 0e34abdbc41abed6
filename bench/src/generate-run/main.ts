// Writes a made-up GPU run: see `--help`.
import { parseArgs } from 'node:util';
import { writeBenchmarkRun } from './benchmark-run.ts';
import { parseRankMap, parseRankSet } from './rank-options.ts';
import { planRun, type RunFormat, type UnmeasuredCounters } from './run-plan.ts';
import { writeRun } from './write-run.ts';

const USAGE = `Writes the telemetry of a made-up GPU job. Equal options give equal bytes.

  --out FOLDER              where to (required)
  --ranks N                 world size (8)
  --samples N               samples of each rank and device (1000)
  --seed N                  (1)
  --format FORMAT           jsonl, sink, csv, or benchmark: plain samples as bench/ measures them (jsonl)
  --sorted                  with --format benchmark: keys in the order of a sink
  --interval-ms N           (100)        --jitter-ms N        (2)
  --gpus-per-host N         (8)          --devices-per-rank N (1)
  --clock-skew-ms N         largest offset of a host's clock (0)
  --job ID | --no-job       (job-7)
  --attempts N              a restarted job: all attempts but the last break off (1)
  --missing 3,5-6           ranks that never wrote anything
  --killed 2=0.6            rank 2's process dies after 60 % of its samples; --torn-tail leaves half a line
  --hidden-drift 1=1e6      bytes per second lost outside the allocator
  --growth 1=1e6            bytes per second of growing allocated memory
  --spikes 0-3              ranks with spikes outside the allocator
  --fragmented 2            ranks whose allocator splinters
  --collective-every N      a collective every N samples; 0 = none (0)
  --unmeasured 1=inactive,2=device,3=allocator   counters that a rank cannot measure
  --phases                  enter and leave phases
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    out: { type: 'string' },
    ranks: { type: 'string', default: '8' },
    samples: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    format: { type: 'string', default: 'jsonl' },
    sorted: { type: 'boolean', default: false },
    'interval-ms': { type: 'string', default: '100' },
    'jitter-ms': { type: 'string', default: '2' },
    'gpus-per-host': { type: 'string', default: '8' },
    'devices-per-rank': { type: 'string', default: '1' },
    'clock-skew-ms': { type: 'string', default: '0' },
    job: { type: 'string', default: 'job-7' },
    'no-job': { type: 'boolean', default: false },
    attempts: { type: 'string', default: '1' },
    missing: { type: 'string', default: '' },
    killed: { type: 'string', default: '' },
    'torn-tail': { type: 'boolean', default: false },
    'hidden-drift': { type: 'string', default: '' },
    growth: { type: 'string', default: '' },
    spikes: { type: 'string', default: '' },
    fragmented: { type: 'string', default: '' },
    'collective-every': { type: 'string', default: '0' },
    unmeasured: { type: 'string', default: '' },
    phases: { type: 'boolean', default: false },
  },
});

if (values.help || values.out === undefined) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else if (values.format === 'benchmark') {
  const samples = Number(values.samples);
  await writeBenchmarkRun({
    ranks: Number(values.ranks),
    samples,
    folder: values.out,
    keyOrder: values.sorted ? 'sorted' : 'writer',
    seed: Number(values.seed),
  });
  console.log(`${Number(values.ranks) * samples} events in ${values.out}`);
} else {
  const plan = planRun({
    ranks: Number(values.ranks),
    samples: Number(values.samples),
    seed: Number(values.seed),
    format: toFormat(values.format),
    intervalMs: Number(values['interval-ms']),
    jitterMs: Number(values['jitter-ms']),
    gpusPerHost: Number(values['gpus-per-host']),
    devicesPerRank: Number(values['devices-per-rank']),
    clockSkewMs: Number(values['clock-skew-ms']),
    jobId: values['no-job'] ? null : values.job,
    attempts: Number(values.attempts),
    missing: parseRankSet(values.missing),
    killed: parseRankMap(values.killed, Number),
    tornTail: values['torn-tail'],
    hiddenDrift: parseRankMap(values['hidden-drift'], Number),
    allocatedGrowth: parseRankMap(values.growth, Number),
    spiking: parseRankSet(values.spikes),
    fragmented: parseRankSet(values.fragmented),
    collectiveEvery: Number(values['collective-every']),
    unmeasured: parseRankMap(values.unmeasured, toUnmeasured),
    phases: values.phases,
  });
  const { files, events } = writeRun(plan, values.out);
  console.log(`${events} events in ${files.length} files or folders below ${values.out}`);
}

function toFormat(text: string): RunFormat {
  if (text === 'jsonl' || text === 'sink' || text === 'csv') return text;
  throw new RangeError(`format: jsonl, sink, csv or benchmark was expected, not ${text}`);
}

function toUnmeasured(text: string): UnmeasuredCounters {
  if (text === 'inactive' || text === 'device' || text === 'allocator') return text;
  throw new RangeError(`unmeasured: inactive, device or allocator was expected, not ${text}`);
}
