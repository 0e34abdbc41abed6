// Runs the long randomised checks, all or some of them: see `--help`.
import { parseArgs } from 'node:util';

interface Campaign {
  readonly name: string;
  /** What is counted, and how many at full size. */
  readonly unit: string;
  readonly size: number;
  /** Answers the number of findings, or throws what it found. */
  readonly run: (seed: number, size: number) => Promise<number>;
}

const CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'exact-json',
    unit: 'lines',
    size: 1_000_000,
    run: async (seed, lines) => {
      await (await import('./campaigns/exact-json-campaign.ts')).run({ seed, lines });
      return 0;
    },
  },
  {
    name: 'reader-fuzz',
    unit: 'inputs',
    size: 100_000,
    run: async (seed, inputs) => (await import('./campaigns/reader-fuzz-campaign.ts')).run({ seed, inputs }),
  },
  {
    name: 'correlation-fuzz',
    unit: 'lines',
    size: 100_000,
    run: async (seed, inputs) => (await import('./campaigns/correlation-fuzz-campaign.ts')).run({ seed, inputs }),
  },
  {
    name: 'live-conformance',
    unit: 'cases of each area',
    size: 10_000,
    run: async (seed, cases) => (await import('./campaigns/live-conformance-campaign.ts')).run({ seed, cases }),
  },
  {
    name: 'file-faults',
    unit: 'rounds of every fault at every system call',
    size: 1,
    run: async (_, rounds) => (await import('./campaigns/file-faults-campaign.ts')).run({ rounds }),
  },
  {
    name: 'sink-kills',
    unit: 'kills of a writer',
    size: 300,
    run: async (seed, kills) => (await import('./campaigns/sink-kills-campaign.ts')).run({ seed, kills }),
  },
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
    scale: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(`Long randomised checks. Exit code 1 when one of them finds something.

  --only NAME   only this one (may be repeated): ${CAMPAIGNS.map(({ name }) => name).join(', ')}
  --seed N      repeat a campaign; default: a fresh seed, which is printed
  --scale X     a share of the full size: --scale 0.01

${CAMPAIGNS.map(({ name, size, unit }) => `  ${name.padEnd(18)} ${size} ${unit}`).join('\n')}`);
} else {
  process.exitCode = (await runCampaigns()) ? 0 : 1;
}

async function runCampaigns(): Promise<boolean> {
  const seed = values.seed === undefined ? Math.floor(Date.now() / 1000) : Number(values.seed);
  const scale = Number(values.scale);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: an integer was expected, not ${values.seed}`);
  if (!(scale > 0)) throw new RangeError(`scale: a number above 0 was expected, not ${values.scale}`);
  for (const name of values.only ?? []) {
    if (!CAMPAIGNS.some((campaign) => campaign.name === name)) throw new RangeError(`${name}: no such campaign`);
  }
  const summary: string[] = [];
  let good = true;
  for (const campaign of CAMPAIGNS) {
    if (values.only !== undefined && !values.only.includes(campaign.name)) continue;
    const size = Math.max(1, Math.round(campaign.size * scale));
    console.log(`${campaign.name}: seed ${seed}, ${size} ${campaign.unit}`);
    const started = performance.now();
    const findings = await findingsOf(campaign, seed, size);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const outcome = findings === 0 ? 'nothing found' : 'FOUND SOMETHING';
    summary.push(`${campaign.name.padEnd(18)} seed ${seed}  ${size} ${campaign.unit}  ${seconds} s  ${outcome}`);
    if (findings > 0) good = false;
  }
  console.log(`\n${summary.join('\n')}`);
  return good;
}

async function findingsOf(campaign: Campaign, seed: number, size: number): Promise<number> {
  try {
    return await campaign.run(seed, size);
  } catch (error) {
    console.log(`FOUND by ${campaign.name} with seed ${seed}:`, error);
    return 1;
  }
}
