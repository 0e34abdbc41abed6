import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeBenchmarkRun } from '../src/generate-run/benchmark-run.ts';
import { planRun, type RunPlan } from '../src/generate-run/run-plan.ts';
import { writeRun } from '../src/generate-run/write-run.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'generate-run-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function digest(path: string): string {
  const hash = createHash('sha256');
  for (const file of filesBelow(path)) hash.update(file.slice(path.length)).update(readFileSync(file));
  return hash.digest('hex');
}

const EVERYTHING: Omit<RunPlan, 'format' | 'seed'> = {
  ...planRun({ ranks: 5, samples: 90 }),
  missing: new Set([4]),
  killed: new Map([[2, 0.5]]),
  tornTail: true,
  attempts: 2,
  hiddenDrift: new Map([[1, 1e8]]),
  allocatedGrowth: new Map([[0, 1e7]]),
  spiking: new Set([0]),
  fragmented: new Set([3]),
  collectiveEvery: 7,
  unmeasured: new Map([[3, 'inactive']]),
  devicesPerRank: 2,
  gpusPerHost: 2,
  clockSkewMs: 80,
  phases: true,
};

function parsedLines(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('a generated run', () => {
  test.each(['jsonl', 'sink', 'csv'] as const)(
    'as %s has equal bytes for equal seeds, others for other seeds',
    (format) => {
      for (const [name, seed] of [
        ['a', 7],
        ['b', 7],
        ['c', 8],
      ] as const)
        writeRun(planRun({ ...EVERYTHING, format, seed }), join(folder, name));
      expect(digest(join(folder, 'a'))).toBe(digest(join(folder, 'b')));
      expect(digest(join(folder, 'c'))).not.toBe(digest(join(folder, 'a')));
    },
  );

  test('gives a rank the same events whatever other ranks are missing', () => {
    writeRun(planRun({ ranks: 3, samples: 30, collectiveEvery: 5 }), join(folder, 'all'));
    writeRun(planRun({ ranks: 3, samples: 30, collectiveEvery: 5, missing: new Set([0, 1]) }), join(folder, 'one'));
    expect(readdirSync(join(folder, 'one'))).toEqual(['rank2.jsonl']);
    expect(readFileSync(join(folder, 'one', 'rank2.jsonl'))).toEqual(readFileSync(join(folder, 'all', 'rank2.jsonl')));
  });

  test('ends a killed rank without a stop event and with half a line', () => {
    writeRun(planRun({ ...EVERYTHING, format: 'jsonl', seed: 1, attempts: 1 }), folder);
    const text = readFileSync(join(folder, 'rank2.jsonl'), 'utf8');
    const lines = text.split('\n');
    expect(text.endsWith('\n')).toBe(false);
    expect(() => JSON.parse(lines.at(-1)!)).toThrow(SyntaxError);
    expect(lines.slice(0, -1).map((line) => JSON.parse(line).event_type)).not.toContain('stop');
    expect(parsedLines(join(folder, 'rank0.jsonl')).at(-1)?.['event_type']).toBe('stop');
  });

  test('keeps time within a rank ascending, enters and leaves phases in order, and sorts keys', () => {
    writeRun(planRun({ ...EVERYTHING, format: 'jsonl', seed: 3, attempts: 1 }), folder);
    const open: unknown[] = [];
    let before = 0n;
    for (const line of readFileSync(join(folder, 'rank0.jsonl'), 'utf8').trimEnd().split('\n')) {
      const event = JSON.parse(line);
      const time = BigInt(/"timestamp_ns": (\d+)/.exec(line)![1]!);
      expect(time >= before).toBe(true);
      before = time;
      expect(Object.keys(event)).toEqual(Object.keys(event).sort());
      if (event.event_type === 'phase_enter') open.push(event.metadata.phase_scope.scope_id);
      if (event.event_type === 'phase_exit') expect(open.pop()).toBe(event.metadata.phase_scope.scope_id);
    }
    expect(open).toEqual([]);
  });

  test('of a sink counts in its manifest what its segments hold', () => {
    writeRun(planRun({ ...EVERYTHING, format: 'sink', seed: 1 }), folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'rank0', 'manifest.json'), 'utf8'));
    expect(manifest.sessions.map((session: { status: string }) => session.status)).toEqual([
      'interrupted',
      'completed',
    ]);
    for (const segment of manifest.segments) {
      const path = join(folder, 'rank0', segment.filename);
      expect(parsedLines(path)).toHaveLength(segment.event_count);
      expect(readFileSync(path)).toHaveLength(segment.size_bytes);
    }
  });

  test('refuses a plan that names a rank the job does not have', () => {
    expect(() => planRun({ ranks: 4, samples: 1, missing: new Set([4]) })).toThrow(
      'missing: 4 is no rank of a job of 4',
    );
  });
});

describe('a benchmark run', () => {
  test('has equal bytes for equal options and the same events in both key orders', async () => {
    for (const [name, keyOrder] of [
      ['a', 'writer'],
      ['b', 'writer'],
      ['c', 'sorted'],
    ] as const)
      await writeBenchmarkRun({ ranks: 2, samples: 50, folder: join(folder, name), keyOrder });
    expect(digest(join(folder, 'a'))).toBe(digest(join(folder, 'b')));
    const sorted = parsedLines(join(folder, 'c', 'rank1.jsonl'));
    expect(sorted).toEqual(parsedLines(join(folder, 'a', 'rank1.jsonl')));
    expect(Object.keys(sorted[0]!)).toEqual(Object.keys(sorted[0]!).sort());
  });
});
