import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConflictError, type JsonObject, type StormlogError } from '@stormlog/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ArtifactFault,
  type ArtifactValidation,
  accountInferenceArtifacts,
  accountInferenceRuns,
  inferenceRecordLine,
  isInferenceArtifact,
  validateInferenceArtifact,
} from '../src/index.ts';
import { CONTEXT_ROW, requestRow } from './sample-events.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'correlation-artifacts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function artifact(name: string, ...lines: readonly (string | JsonObject)[]): string {
  const path = join(folder, name);
  const text = lines.map((line) => (typeof line === 'string' ? line : inferenceRecordLine(line)));
  writeFileSync(path, `${text.join('\n')}\n`);
  return path;
}

function iteration(id: string, changes: JsonObject = {}): JsonObject {
  return {
    schema_version: 2,
    event_type: 'infer.iteration',
    context: CONTEXT_ROW,
    event_id: `it-${id}`,
    iteration_ref: { producer_id: 'engine-0', id },
    ...changes,
  };
}

async function validated(path: string, limit?: number) {
  const faults: ArtifactFault[] = [];
  let report: ArtifactValidation | null = null;
  for await (const fault of validateInferenceArtifact(path, { limit, onReport: (value) => (report = value) })) {
    faults.push(fault);
  }
  return { faults, report };
}

describe('validating an artifact', () => {
  it('lists every fault with its line and field, and goes on after each', async () => {
    const path = artifact(
      'faults.jsonl',
      iteration('1'),
      iteration('2', { start_ns: 1.5, extra: 1 }),
      '',
      'not json',
      { schema_version: 4, event_type: 'infer.iteration', event_id: 'e', context_id: 'ctx-unknown' },
      iteration('1', { end_ns: 7 }),
      iteration('3', { context: { ...CONTEXT_ROW, run_id: 'another' } }),
      { event_type: 'infer.summary' },
      iteration('4'),
    );

    const { faults, report } = await validated(path);

    expect(faults.map(({ line, field, code }) => [line, field, code])).toEqual([
      [2, 'extra', 'field_unknown'],
      [2, 'start_ns', 'field_invalid'],
      [4, null, 'json_syntax'],
      [5, 'context_id', 'field_invalid'],
      [6, null, 'identity_conflict'],
      [7, 'context.run_id', 'run_mismatch'],
    ]);
    expect(faults[3]?.message).toContain('ctx-unknown');
    expect(report).toEqual({ path, kind: 'inference_artifact', records: 8, invalid: 5, legacy: 1, faults: 6 });
  });

  it('hands out no more than the limit and counts the rest', async () => {
    const path = artifact('limit.jsonl', ...Array.from({ length: 9 }, () => 'x'));

    const { faults, report } = await validated(path, 2);

    expect(faults).toHaveLength(2);
    expect(report).toMatchObject({ faults: 9 });
  });

  it('reports a file that is not there as its fault', async () => {
    const { faults } = await validated(join(folder, 'absent.jsonl'));

    expect(faults).toMatchObject([{ line: null, code: 'file_missing' }]);
  });

  it('finds nothing in a sound artifact', async () => {
    expect((await validated(artifact('sound.jsonl', iteration('1'), requestRow()))).faults).toEqual([]);
  });
});

it('tells an artifact by its first row', async () => {
  expect(await isInferenceArtifact(artifact('first.jsonl', '', 'x', requestRow()))).toBe(true);
  expect(await isInferenceArtifact(artifact('telemetry.jsonl', { event_type: 'sample' }))).toBe(false);
  expect(await isInferenceArtifact(artifact('empty.jsonl'))).toBe(false);
  expect(await isInferenceArtifact(join(folder, 'absent.jsonl'))).toBe(false);
});

describe('accounting files', () => {
  it('puts the artifacts of one run together', async () => {
    const first = artifact('a.jsonl', iteration('1'), iteration('2'));
    const second = artifact('b.jsonl', { event_type: 'infer.summary' }, iteration('2'), iteration('3'));

    const report = await accountInferenceArtifacts([first, second]);

    expect(report.counts).toMatchObject({ events: 4, repeated: 1, iterations: 3, legacy: 1 });
  });

  it('names file and line of an event that disagrees with another file', async () => {
    const first = artifact('c.jsonl', iteration('1'));
    const second = artifact('d.jsonl', iteration('2'), iteration('1', { end_ns: 5 }));

    const accounting = accountInferenceArtifacts([first, second]);

    await expect(accounting).rejects.toThrow(ConflictError);
    await expect(accounting).rejects.toMatchObject({ path: second, line: 2 });
  });

  it('keeps runs apart, and leaves out whole artifacts that are bad', async () => {
    const other = { context: { ...CONTEXT_ROW, run_id: 'run-8' } };
    const good = artifact('good.jsonl', iteration('1'));
    const torn = artifact('torn.jsonl', iteration('5'), '{"event_type": "infer.x"');
    const clash = artifact('clash.jsonl', iteration('6'), iteration('1', { end_ns: 9 }));
    const next = artifact('next.jsonl', iteration('1', other), iteration('2', other));
    const refused: [string, StormlogError][] = [];

    const reports = await accountInferenceRuns([torn, good, clash, next, join(folder, 'absent.jsonl')], {
      onRefused: (source, error) => refused.push([String(source), error]),
    });

    expect(reports.map(({ account, counts }) => [account.run_id, counts.iterations])).toEqual([
      ['run-7', 1],
      ['run-8', 2],
    ]);
    expect(refused.map(([path, error]) => [path, error.code])).toEqual([
      [torn, 'json_syntax'],
      [join(folder, 'absent.jsonl'), 'file_missing'],
      [clash, 'identity_conflict'],
    ]);
  });

  it('throws what it would leave out when nobody asks for it', async () => {
    const torn = artifact('torn-2.jsonl', '{"event_type": "infer.x"');

    await expect(accountInferenceRuns([torn])).rejects.toMatchObject({ code: 'json_syntax', path: torn, line: 1 });
  });
});
