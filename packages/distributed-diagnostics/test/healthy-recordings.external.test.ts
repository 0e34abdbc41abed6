import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainRun, groupEventsByRank, loadDistributedArtifacts, summarizeRank } from '../src/index.ts';

// Real recordings of the Python package without a fault: STORMLOG_PYTHON names its interpreter.

/** A worker that allocates for each step, works, and waits for the next beat that all ranks share. */
const WORKER = `
import sys, time
from stormlog.cpu_profiler import CPUMemoryTracker
from stormlog.telemetry_sink import TelemetrySinkConfig
folder, rank, phases, start = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "phases", float(sys.argv[4])
tracker = CPUMemoryTracker(sampling_interval=0.05, job_id="healthy", rank=rank, local_rank=rank, world_size=4,
                           telemetry_sink_config=TelemetrySinkConfig(root_dir=f"{folder}/rank{rank}"))
time.sleep(max(0, start - time.time()))
tracker.start_tracking()
from contextlib import nullcontext
phase = tracker.phase if phases else (lambda name: nullcontext())
weights = bytearray(40 * 2**20)
for step in range(24):
    with phase(f"step {step}"):
        with phase("forward"):
            batch = bytearray(24 * 2**20)
            time.sleep(0.12)
        with phase("all_reduce"):
            time.sleep(max(0, start + (step + 1) * 0.25 - time.time()))
        del batch
tracker.stop_tracking()
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'healthy-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function record(run: string, kind: 'phases' | 'plain'): Promise<unknown> {
  const interpreter = process.env['STORMLOG_PYTHON'];
  if (interpreter === undefined) throw new Error('STORMLOG_PYTHON must name a Python that has the stormlog package');
  const start = String(Date.now() / 1000 + 6);
  return Promise.all(
    [0, 1, 2, 3].map(
      (rank) =>
        new Promise<void>((resolve, reject) => {
          const child = spawn(interpreter, ['-c', WORKER, run, String(rank), kind, start], { stdio: 'inherit' });
          child.on('error', reject);
          child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`rank ${rank} ended with ${code}`))));
        }),
    ),
  );
}

describe('a real run of four ranks without a fault', () => {
  it.each(['phases', 'plain'] as const)('recorded with %s gives nothing above info', async (kind) => {
    const run = join(folder, kind);
    await record(run, kind);
    const load = await loadDistributedArtifacts([run]);
    const summaries = Array.from(groupEventsByRank(load.events).values(), summarizeRank);
    expect(summaries.map(({ rank }) => rank)).toEqual([0, 1, 2, 3]);
    expect(summaries.every(({ coverage }) => coverage.samples > 50)).toBe(true);
    const causes = explainRun({ load, summaries }).filter(({ severity }) => severity !== 'info');
    expect(causes.map(({ summary }) => summary)).toEqual([]);
  });
});
