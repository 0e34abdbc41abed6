// Throughput with and without recording, in turn, so that a drift of the machine meets both.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { drawText } from '../src/draw-text.ts';
import { pgmFromImage } from '../src/gray-image.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, requests: { type: 'string', default: '160' } },
});
const ROUNDS = Number(values.rounds);
/** Two-sided 95 % quantiles of Student's distribution for 9, 10, … degrees of freedom. */
const STUDENT = [2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093];

if (ROUNDS < 10) throw new Error('at least 10 rounds are needed');
const folder = mkdtempSync(join(tmpdir(), 'ocr-bench-'));
const body = pgmFromImage(drawText('TRACE 42'));
const servers: ChildProcess[] = [];
try {
  const plain = await start();
  const recording = await start('--artifact', join(folder, 'engine.jsonl'));
  await throughput(plain);
  await throughput(recording);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever comes first changes from round to round.
    const order = round % 2 === 0 ? [plain, recording] : [recording, plain];
    const found = new Map<string, number>();
    for (const url of order) found.set(url, await throughput(url));
    const without = found.get(plain) ?? Number.NaN;
    const withIt = found.get(recording) ?? Number.NaN;
    costs.push(1 - withIt / without);
    console.log(`round ${round + 1}: ${without.toFixed(1)} requests/s without, ${withIt.toFixed(1)} with recording`);
  }
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / ROUNDS;
  const variance = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0) / (ROUNDS - 1);
  const margin = (STUDENT[ROUNDS - 10] ?? 2.09) * Math.sqrt(variance / ROUNDS);
  const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
  console.log(`recording costs ${percent(mean)} ± ${percent(margin)} of the throughput (95 %)   (aim: below 3 %)`);
} finally {
  for (const server of servers) {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

async function start(...args: readonly string[]): Promise<string> {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const server = spawn(
    process.execPath,
    ['--conditions=@stormlog/source', '--import', 'tsx', main, '--port', '0', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  servers.push(server);
  const [line] = await once(server.stdout, 'data');
  return String(line).trim();
}

/** Requests a second over a fixed number of requests, so that no batch is counted in part, until the last answer: the run itself ends on a whole second. */
async function throughput(url: string): Promise<number> {
  const amount = Number(values.requests);
  const start = performance.now();
  const run = autocannon({ url: `${url}/recognize`, method: 'POST', body, connections: 8, amount });
  let answered = start;
  run.on('response', () => {
    answered = performance.now();
  });
  const { non2xx } = await run;
  if (non2xx > 0) throw new Error(`${non2xx} requests failed`);
  return amount / ((answered - start) / 1000);
}
