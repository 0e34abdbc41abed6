import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { StormlogError } from '@stormlog/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTelemetrySessions, readTelemetryRollups, TelemetrySink } from '../src/index.ts';
import { sampleEvent } from './sink-samples.ts';

// Kills a writer at any moment of its work. STORMLOG_SINK_KILLS says how often, STORMLOG_SEED at which moments.

const KILLS = Number(process.env['STORMLOG_SINK_KILLS'] ?? 12);
const SEED = Number(process.env['STORMLOG_SEED'] ?? 1);
const KILLS_PER_SINK = 6;
/** Enough for a busy machine to write some hundred records, and for an idle one to roll over often. */
const LONGEST_LIFE_MS = 300;

const READER = `
import json, sys
from stormlog.telemetry import load_telemetry_sessions
for path in sys.stdin:
    try:
        loaded = load_telemetry_sessions(path.strip())
        answer = {s.summary.session_id: [e.metadata["step"] for e in s.events] for s in loaded}
    except (OSError, ValueError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
`;

/** The steps that each session has. */
type Steps = Readonly<Record<string, readonly number[]>>;

let python: ChildProcessByStdio<Writable, Readable, null>;
let answers: AsyncIterator<string>;

beforeAll(() => {
  const interpreter = process.env['STORMLOG_PYTHON'];
  if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
  python = spawn(interpreter, ['-c', READER], { stdio: ['pipe', 'pipe', 'inherit'] });
  answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
});
afterAll(() => python.kill());

async function readByPython(path: string): Promise<Steps> {
  python.stdin.write(`${path}\n`);
  const { value } = await answers.next();
  return JSON.parse(value);
}

async function readHere(path: string): Promise<Steps> {
  try {
    const sessions = await loadTelemetrySessions(path);
    return Object.fromEntries(
      sessions.map(({ summary, events }) => [
        summary.session_id,
        events.map(({ metadata }) => Number(metadata['step'])),
      ]),
    );
  } catch (error) {
    if (error instanceof StormlogError) return { error: [] };
    throw error;
  }
}

/** @returns the records that were promised to be on the disk when the writer was killed */
async function writeUntilKilled(folder: string, session: string, lifeMs: number): Promise<number> {
  const worker = join(import.meta.dirname, 'sink-kill-worker.ts');
  const args = ['--conditions=@stormlog/source', '--import', 'tsx', worker, folder, session];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  await once(child.stdout, 'data');
  await delay(lifeMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  // The last line may be cut.
  return Number(said.split('\n').at(-2));
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, step) => step);

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

describe('a sink whose writer is killed while it writes at full speed', () => {
  it(`is loaded with every promised record by both readers, and goes on (${KILLS} kills, seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    let records = 0;
    for (let kill = 0; kill < KILLS; ) {
      const folder = await mkdtemp(join(tmpdir(), 'sink-kills-'));
      const sink = join(folder, 'sink');
      /** What earlier writers left. */
      const left = new Map<string, number>();
      let isPromised = false;
      for (let turn = 0; turn < KILLS_PER_SINK && kill < KILLS; turn++, kill++) {
        const session = `run-${turn}`;
        const promised = await writeUntilKilled(sink, session, random.next().value * LONGEST_LIFE_MS);
        isPromised ||= promised > 0;
        const steps = await readHere(sink);

        expect(await readByPython(sink)).toEqual(isPromised ? steps : expect.anything());
        if (isPromised) expect(Object.hasOwn(steps, 'error')).toBe(false);
        const found = steps[session] ?? [];
        expect(found.length, `kill ${kill}`).toBeGreaterThanOrEqual(promised);
        expect(found).toEqual(upTo(found.length));
        for (const [earlier, count] of left) expect(steps[earlier] ?? []).toEqual(upTo(count));
        left.set(session, found.length);
        records += found.length;
      }

      const last = await TelemetrySink.open(sink, { retentionMaxFiles: 1_000_000 });
      for (const step of upTo(3)) {
        await last.append({ ...sampleEvent({ session: 'last' }), metadata: { backend: 'cuda', step } });
      }
      await last.close();

      const steps = await readHere(sink);
      expect(steps['last']).toEqual(upTo(3));
      expect(await readByPython(sink)).toEqual(steps);
      const rollups = await readTelemetryRollups(sink);
      expect(
        Object.fromEntries(rollups?.sessions.map((item) => [item.session.session_id, item.event_count]) ?? []),
      ).toEqual(Object.fromEntries(Object.entries(steps).map(([session, found]) => [session, found.length])));
      await rm(folder, { recursive: true });
    }
    expect(records).toBeGreaterThan(KILLS * 20);
  }, 3_600_000);
});
