import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildDistributedModel,
  collectAnomalyCandidates,
  loadDistributedArtifacts,
} from '@stormlog/distributed-diagnostics';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planRun, type RunPlan } from '../src/generate-run/run-plan.ts';
import { writeRun } from '../src/generate-run/write-run.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diagnose-generated-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function diagnose(wishes: Partial<RunPlan>) {
  writeRun(planRun({ ranks: 4, samples: 200, ...wishes }), folder);
  const loaded = await loadDistributedArtifacts([folder]);
  return { loaded, model: buildDistributedModel(loaded.events) };
}

describe.each(['jsonl', 'sink', 'csv'] as const)('a generated run of four ranks as %s', (format) => {
  test('is diagnosed to miss the rank that never wrote anything', async () => {
    const { loaded, model } = await diagnose({ format, missing: new Set([2]) });
    expect(loaded.warnings).toEqual([]);
    expect(model.missing_ranks).toEqual([2]);
    expect(model.rows.map(({ rank, samples }) => [rank, samples])).toEqual([
      [0, 200],
      [1, 200],
      [2, 0],
      [3, 200],
    ]);
  });

  test('is diagnosed to have two attempts when the job was restarted', async () => {
    const { loaded, model } = await diagnose({ format, attempts: 2 });
    expect(loaded.groups.map(({ attempt, members }) => [attempt, members.length])).toEqual([
      [1, 4],
      [2, 4],
    ]);
    expect(model.rows.map(({ samples }) => samples)).toEqual([200, 200, 200, 200]);
  });
});

describe('a generated run', () => {
  test('that is healthy has no anomaly', async () => {
    const { model } = await diagnose({ phases: true });
    expect(model.rows.filter(({ has_anomaly }) => has_anomaly)).toEqual([]);
  });

  test('shows the hidden drift of one rank on that rank', async () => {
    const { model } = await diagnose({ hiddenDrift: new Map([[1, 500e6]]), samples: 400 });
    expect(model.rows.filter(({ has_anomaly }) => has_anomaly).map(({ rank }) => rank)).toEqual([1]);
    expect(model.indicators[1]).toMatchObject({ rank: 1, signal: 'gap:persistent_drift', severity: 'critical' });
  });

  test('shows a killed rank as a session that never ended', async () => {
    const { loaded, model } = await diagnose({ format: 'sink', killed: new Map([[3, 0.5]]), tornTail: true });
    const killed = loaded.sessions.find(({ summary }) => summary.session_id.endsWith('rank-3'));
    expect(killed?.summary.status).toBe('running');
    expect(model.rows[3]).toMatchObject({ rank: 3, samples: 100 });
  });

  test('shows splintering on the rank whose allocator splinters', async () => {
    const { loaded } = await diagnose({ fragmented: new Set([0]), hiddenDrift: new Map([[0, 300e6]]), samples: 600 });
    const found = [...collectAnomalyCandidates(loaded.events)].filter(
      ({ signal }) => signal === 'gap:fragmentation_like',
    );
    expect(found.map(({ rank }) => rank)).toEqual([0]);
  });

  test('shows the phase in which the first anomaly lies', async () => {
    const { model } = await diagnose({ spiking: new Set([2]), phases: true, samples: 1500 });
    expect(model.rows[2]?.first_anomaly_phase_path).toMatch(
      /^(\(likely\) )?epoch \d+ \/ (forward|backward|optimizer)$/,
    );
  });

  test('counts the samples of all devices of a rank', async () => {
    const { model } = await diagnose({ devicesPerRank: 2, ranks: 2 });
    expect(model.rows.map(({ samples }) => samples)).toEqual([400, 400]);
  });

  test('leaves open what a rank cannot measure', async () => {
    const { model } = await diagnose({
      unmeasured: new Map([
        [1, 'device'],
        [2, 'allocator'],
      ]),
    });
    expect(model.rows[1]).toMatchObject({ device_used_delta_bytes: null, hidden_gap_latest_bytes: null });
    expect(model.rows[2]).toMatchObject({ allocated_delta_bytes: null, hidden_gap_latest_bytes: null });
  });
});
