// Labelled incidents, explained: accuracy by kind, false alarms, errors of the onset, and the original's indicators.
// node --conditions=@stormlog/source --import tsx bench/src/incidents/main.ts --from 2001 --count 2000 --workers 2
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeIncident, type Verdict } from './judge-incident.ts';
import { figuresOf } from './summarize-verdicts.ts';

const { values } = parseArgs({
  options: {
    /** First seed: 1 to 2000 are for tuning, 2001 to 4000 are held out. */
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    workers: { type: 'string', default: '1' },
    /** Names every incident that was explained wrongly. */
    verbose: { type: 'boolean', default: false },
    /** Exits with 1 when the targets are not met. */
    gate: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const seeds = Array.from({ length: Number(values.count) }, (_, i) => from + i);

if (process.send !== undefined) {
  process.send(
    seeds.filter((_, i) => i % Number(process.env['OF']) === Number(process.env['PART'])).map(judgeIncident),
  );
} else {
  const began = performance.now();
  const workers = Math.max(1, Number(values.workers));
  const verdicts =
    workers === 1
      ? seeds.map(judgeIncident)
      : (await Promise.all(Array.from({ length: workers }, (_, part) => judgeApart(part, workers)))).flat();
  print(verdicts, (performance.now() - began) / 1000);
}

function judgeApart(part: number, of: number): Promise<Verdict[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
      env: { ...process.env, PART: String(part), OF: String(of) },
    });
    child.on('message', (message) => {
      // Only the fork above sends, and only its verdicts.
      resolve(message as Verdict[]);
      child.disconnect();
    });
    child.on('error', reject);
    child.on('exit', (code) => code !== 0 && reject(new Error(`a worker ended with ${code}`)));
  });
}

function print(verdicts: readonly Verdict[], seconds: number): void {
  const figures = figuresOf(verdicts);
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`.padStart(8);
  console.log(`seeds ${from} to ${from + seeds.length - 1}, ${seconds.toFixed(1)} s`);
  console.log('kind                  count  top-1   onset error median/p90 (intervals)   original: right, right rank');
  for (const { kind, count, accuracy, originalAccuracy, originalRank, onsetMedian, onsetP90 } of figures) {
    const onset = onsetMedian === null ? '-' : `${onsetMedian.toFixed(2)} / ${onsetP90?.toFixed(2)}`;
    console.log(
      `${kind.padEnd(20)} ${String(count).padStart(6)} ${percent(accuracy)}   ${onset.padEnd(36)} ${percent(originalAccuracy)} ${percent(originalRank)}`,
    );
  }
  const healthy = figures.find(({ kind }) => kind === 'healthy');
  const alarms = healthy === undefined ? 0 : 1 - healthy.accuracy;
  console.log(`false alarms on healthy runs: ${percent(alarms).trim()}`);
  if (values.verbose) {
    for (const { seed, kind, right, answer } of verdicts) if (!right) console.log(`  ${seed} ${kind}: ${answer}`);
  }
  const kinds = figures.slice(1).filter(({ kind }) => kind !== 'healthy');
  const met =
    figures[0]!.accuracy >= 0.95 &&
    kinds.every(({ accuracy }) => accuracy >= 0.9) &&
    alarms <= 0.01 &&
    (figures[0]!.onsetMedian ?? 0) <= 2;
  console.log(`targets (0.95 overall, 0.90 each kind, 1% false alarms, onset median 2): ${met ? 'met' : 'NOT met'}`);
  if (values.gate && !met) process.exitCode = 1;
}
