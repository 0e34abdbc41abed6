// What recording costs a server, by span: kept in memory or encoded for an artifact, with and without AsyncLocalStorage.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EngineRecorder, InferenceArtifactWriter } from '@stormlog/capture';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '400' } } });
const ROUNDS = Number(values.rounds);
/** Spans of a round; between two rounds the process does other things. */
const SPANS = 200;
const CONTEXT = { run_id: 'run', session_id: 'session', producer_id: 'engine-0', source: 'bench' };

const folder = mkdtempSync(join(tmpdir(), 'recorder-bench-'));
try {
  console.log(
    `${ROUNDS} rounds of ${SPANS} spans, each timed by itself; µs a span, one look at the clock (${us(clockCost())}) included`,
  );
  for (const encoding of [false, true]) {
    for (const asyncContext of [false, true]) {
      const { p50, p99, mean, perProcess } = await measure(encoding, asyncContext);
      const aim = encoding ? 5 : 1.5;
      const name = `${encoding ? 'encoded and written' : 'kept in memory'}, ${asyncContext ? 'with' : 'without'} AsyncLocalStorage`;
      const cells = [`p50 ${us(p50)}`, `p99 ${us(p99)}`, `mean ${us(mean)}`, `CPU of the process ${us(perProcess)}`];
      console.log(`  ${name.padEnd(52)} ${cells.join('   ')}   (p50 at most ${aim})`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(encoding: boolean, asyncContext: boolean) {
  const path = join(folder, `${encoding}-${asyncContext}.jsonl`);
  const writer = encoding ? await InferenceArtifactWriter.open(path, { maxBufferBytes: 64 * 2 ** 20 }) : undefined;
  const recorder = new EngineRecorder({ context: CONTEXT, writer, asyncContext });
  const samples = new Float64Array(ROUNDS * SPANS);
  let cpu = process.cpuUsage();
  for (let round = -ROUNDS; round < ROUNDS; round++) {
    if (round === 0) cpu = process.cpuUsage();
    recorder.withRequest({}, (request) => {
      const owner = asyncContext ? undefined : request;
      for (let i = 0; i < SPANS; i++) {
        const start = process.hrtime.bigint();
        recorder.span('decode', owner, work);
        const took = process.hrtime.bigint() - start;
        if (round >= 0) samples[round * SPANS + i] = Number(took);
      }
    });
    recorder.collect({ runId: CONTEXT.run_id, sessionId: CONTEXT.session_id });
    // A server that serves lets its writer have a turn.
    await new Promise(setImmediate);
  }
  const { user, system } = process.cpuUsage(cpu);
  await writer?.close();
  const { dropped_events: dropped } = recorder.stats();
  if (dropped > 0) throw new Error(`${dropped} events were dropped, so encoding was not measured`);
  samples.sort();
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const at = (share: number): number => samples[Math.floor(share * samples.length)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), mean, perProcess: ((user + system) * 1000) / (ROUNDS * SPANS) };
}

function work(): void {}

/** What one look at the clock takes. */
function clockCost(): number {
  const looks = 100_000;
  const start = process.hrtime.bigint();
  for (let i = 0; i < looks; i++) process.hrtime.bigint();
  return Number(process.hrtime.bigint() - start) / looks;
}

function us(ns: number): string {
  return (ns / 1000).toFixed(2);
}
