// Times the catalog of a large tree against the Python package, and the taking of turns at one envelope.
// Build the packages first: node scripts/build.mjs
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stringifyJson } from '@stormlog/records';
import { pythonWithStormlog } from '../../scripts/python-stormlog.mjs';
import { median } from './candidate.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    envelopes: { type: 'string', default: '20000' },
  },
});

interface Catalogued {
  readonly runs: number;
  readonly attachments: number;
  readonly open_seconds: number;
  readonly list_seconds: number;
  readonly open_longest_ms?: number;
  readonly list_longest_ms?: number;
  readonly peak_bytes: number;
}

const CANDIDATES = join(import.meta.dirname, 'candidates');
const UPDATE = join(CANDIDATES, 'update-envelope.mjs');
/** What a run leaves beside its envelope: a sink of one segment, and the trace that the envelope names. */
const OTHER_FILES = 4;
const WRITERS = 16;
const UPDATES_EACH = 50;
const KILLS = 5;
/** By then a writer that has practised waits for the lock. */
const WAIT_MS = 300;
const envelopes = Number(values.envelopes);
const python = pythonWithStormlog();

const tree = treeOf(envelopes);
const ours: Catalogued[] = [];
const theirs: Catalogued[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  ours.push(catalogued(process.execPath, 'catalog.mjs'));
  theirs.push(catalogued(python, 'catalog.py'));
}
console.log(`\n${envelopes} envelopes, ${envelopes * (OTHER_FILES + 1)} files`);
show('this project', ours);
show('Python stormlog', theirs);
const of = (all: readonly Catalogued[], pick: (one: Catalogued) => number) => median(all.map(pick));
const seconds = (one: Catalogued) => one.open_seconds + one.list_seconds;
const opening = (one: Catalogued) => one.open_seconds;
ratio('times as fast as Python', of(theirs, seconds) / of(ours, seconds), 'at least 5');
ratio('times as fast as Python, opening alone', of(theirs, opening) / of(ours, opening), 'for the record');
ratio(
  'longest turn of the event loop while opening, ms',
  of(ours, (one) => one.open_longest_ms ?? 0),
  'at most 50',
);
ratio(
  'longest turn of the event loop while listing, ms',
  of(ours, (one) => one.list_longest_ms ?? 0),
  'at most 50',
);

const folder = mkdtempSync(join(tmpdir(), 'stormlog-envelope-'));
const envelope = join(folder, 'stormlog_run.json');
writeFileSync(envelope, envelopeText(0));
console.log(`\n${WRITERS} processes add ${UPDATES_EACH} attachments each to one envelope`);
const started = performance.now();
await Promise.all(Array.from({ length: WRITERS }, (_, i) => finished(update(String(i), String(UPDATES_EACH)))));
const elapsed = (performance.now() - started) / 1000;
const kept: { attachments: unknown[] } = JSON.parse(readFileSync(envelope, 'utf8'));
if (kept.attachments.length !== WRITERS * UPDATES_EACH + 1) throw new Error('attachments were lost');
ratio('seconds, starts of the processes included', elapsed, 'below 60');

const practice = join(folder, 'practice.json');
writeFileSync(practice, envelopeText(1));
const after: number[] = [];
const waiting: number[] = [];
for (let round = 0; round < KILLS; round++) {
  await killedHolder();
  const next = lastLine(await finished(update('next', '1', practice)));
  after.push(next.milliseconds);

  const { holder, kill } = await newHolder();
  const waiter = update('waiter', '1', practice);
  const waited = finished(waiter);
  await once(waiter.stdout!, 'data');
  await setTimeout(WAIT_MS);
  const killedAt = kill();
  await Promise.all([once(holder, 'exit'), waited]);
  waiting.push(lastLine(await waited).ended_at_ms - killedAt);
}
ratio('ms of an update after the owner was killed', median(after), 'below 100');
ratio('ms until a waiting update is done, from the kill on', median(waiting), 'below 100');
rmSync(folder, { recursive: true });

async function newHolder() {
  const holder = update('holder', 'hold');
  await once(holder.stdout!, 'data');
  const kill = (): number => {
    holder.kill('SIGKILL');
    return performance.timeOrigin + performance.now();
  };
  return { holder, kill };
}

async function killedHolder(): Promise<void> {
  const { holder, kill } = await newHolder();
  kill();
  await once(holder, 'exit');
}

function lastLine(output: string): { readonly milliseconds: number; readonly ended_at_ms: number } {
  return JSON.parse(output.trimEnd().split('\n').at(-1)!);
}

function treeOf(count: number): string {
  const root = resolve(import.meta.dirname, '..', 'data', `catalog-of-sinks-${count}`);
  if (existsSync(join(root, 'complete'))) return join(root, 'tree');
  for (let i = 0; i < count; i++) {
    const run = join(root, 'tree', `day-${i % 100}`, `run-${i}`);
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'stormlog_run.json'), envelopeText(i));
    const sink = join(run, 'telemetry');
    mkdirSync(sink);
    writeFileSync(join(sink, 'manifest.json'), manifestText(i));
    writeFileSync(join(sink, 'segment-000001.jsonl'), '');
    writeFileSync(join(sink, 'rollups.json'), '{}');
    writeFileSync(join(run, 'trace.json.gz'), '');
  }
  writeFileSync(join(root, 'complete'), '');
  return join(root, 'tree');
}

function envelopeText(i: number): string {
  return JSON.stringify({
    schema_version: 1,
    format: 'stormlog.run_envelope',
    run_id: `run-${i}`,
    job_id: `job-${i % 500}`,
    started_at_ns: 1_700_000_000_000 + i,
    sessions: [{ session_id: `serve-${i}`, rank: 0, world_size: 1, metadata: {} }],
    attachments: [
      { title: 'Trace', kind: 'profiler_trace', storage: 'reference', path: 'trace.json.gz', metadata: { step: i } },
    ],
    metadata: {},
  });
}

function manifestText(i: number): string {
  const started = 1_700_000_000_000_000_000n + BigInt(i) * 1_000_000_000n;
  return stringifyJson({
    schema_version: 2,
    format: 'stormlog.append_only_telemetry_sink',
    sessions: [
      {
        session_id: `serve-${i}`,
        status: 'completed',
        started_at_ns: started,
        ended_at_ns: started + 60_000_000_000n,
        host: `node-${i % 64}`,
        pid: 4242,
        source: 'stormlog.telemetry_sink',
        job_id: `job-${i % 500}`,
        rank: 0,
        local_rank: 0,
        world_size: 1,
      },
    ],
    segments: [
      { filename: 'segment-000001.jsonl', event_count: 600, size_bytes: 0, closed: true, session_id: `serve-${i}` },
    ],
  });
}

function catalogued(command: string, script: string): Catalogued {
  const line = execFileSync(command, [join(CANDIDATES, script), tree], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const measured: Catalogued = JSON.parse(line);
  if (measured.runs !== envelopes) throw new Error(`${script} found ${measured.runs} runs`);
  return measured;
}

function update(name: string, count: string, ...practiceFirst: readonly string[]) {
  return spawn(process.execPath, [UPDATE, envelope, name, count, ...practiceFirst], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function finished(child: ReturnType<typeof update>): Promise<string> {
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`a writer ended with ${code}`);
  return output;
}

function show(name: string, all: readonly Catalogued[]): void {
  const cells = [
    name.padEnd(20),
    `open ${median(all.map((one) => one.open_seconds)).toFixed(2)} s`.padStart(15),
    `list ${median(all.map((one) => one.list_seconds)).toFixed(2)} s`.padStart(15),
    `peak ${(median(all.map((one) => one.peak_bytes)) / 2 ** 20).toFixed(0)} MiB`.padStart(16),
  ];
  console.log(`  ${cells.join('')}`);
}

function ratio(name: string, value: number, aim: string): void {
  console.log(`  ${name.padEnd(52)} ${value.toFixed(2).padStart(8)}   (${aim})`);
}
