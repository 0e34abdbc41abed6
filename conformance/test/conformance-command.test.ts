import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..', '..');
const RIGHT = { id: 'right', op: 'session.legacy_id', input: { parts: ['a', 'b'] } };
const ID_OF_RIGHT = 'legacy-6976d6b4-217c-53ae-ad5f-88fec859cb22';
const PATH_PARTS = { parts: ['/data/run/events.json', 'json'] };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-command-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  const lines = Array.isArray(content) && name.endsWith('.jsonl') ? content.map((one) => JSON.stringify(one)) : null;
  writeFileSync(path, lines === null ? JSON.stringify(content) : `${lines.join('\n')}\n`);
  return path;
}

function conformance(...options: string[]): { status: number | null; stdout: string; lastLine: string } {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--conditions=@stormlog/source', '--import', 'tsx', join(ROOT, 'conformance', 'src', 'main.ts'), ...options],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return { status, stdout, lastLine: stdout.trimEnd().split('\n').at(-1) ?? '' };
}

describe('pnpm conformance --cases FILE', () => {
  test('counts cases that pass', () => {
    const cases = file('cases.jsonl', [{ ...RIGHT, input: PATH_PARTS, result: ID_OF_RIGHT }]);
    const { status, lastLine } = conformance('--cases', cases);
    expect(lastLine).toBe('1 passed, 0 failed, 0 skipped');
    expect(status).toBe(0);
  });

  test('prints id, operation, place, expected and got of a mismatch, and fails', () => {
    const cases = file('cases.jsonl', [
      {
        id: 'wrong-one',
        op: 'session.normalize_status',
        input: { values: ['running', 'completed'] },
        result: ['running', 'x'],
      },
      { ...RIGHT, input: PATH_PARTS, result: ID_OF_RIGHT },
    ]);
    const { status, stdout, lastLine } = conformance('--cases', cases);
    expect(stdout).toContain('wrong-one session.normalize_status [1]: expected "x", got "completed"');
    expect(lastLine).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  test('takes an error of ours for an expected error, and a result for a failure', () => {
    const cases = file('cases.jsonl', [
      { id: 'refused', op: 'session.from_dict', input: { payload: 5 }, error: 'ValueError' },
      { ...RIGHT, input: PATH_PARTS, error: 'ValueError' },
    ]);
    const { status, lastLine } = conformance('--cases', cases);
    expect(lastLine).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  test('fails for an operation nobody knows', () => {
    const cases = file('cases.jsonl', [{ id: 'new', op: 'nothing.known', input: null, result: null }]);
    const { status, stdout } = conformance('--cases', cases);
    expect(stdout).toContain('new nothing.known: no adapter');
    expect(status).toBe(1);
  });
});

describe('--deviations FILE', () => {
  const cases = () => file('cases.jsonl', [{ ...RIGHT, input: PATH_PARTS, result: 'legacy-of-another' }]);

  test('skips and lists a case that is answered differently on purpose', () => {
    const deviations = file('deviations.json', [{ id: 'right', reason: 'because', item: 'I-1' }]);
    const { status, stdout, lastLine } = conformance('--cases', cases(), '--deviations', deviations, '--verbose');
    expect(stdout).toContain('deviates right session.legacy_id: I-1: because');
    expect(lastLine).toBe('0 passed, 0 failed, 1 skipped');
    expect(status).toBe(0);
  });

  test('fails for a deviation that has become stale', () => {
    const passing = file('passing.jsonl', [{ ...RIGHT, input: PATH_PARTS, result: ID_OF_RIGHT }]);
    const deviations = file('deviations.json', [{ id: 'right', reason: 'because', item: 'I-1' }]);
    const { status, stdout, lastLine } = conformance('--cases', passing, '--deviations', deviations);
    expect(stdout).toContain('stale deviation (I-1)');
    expect(lastLine).toBe('0 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  test('never excuses an error that is not one of ours', () => {
    // The operation wants an object; null as input makes the adapter itself trip.
    const broken = file('broken.jsonl', [{ id: 'trip', op: 'session.legacy_id', input: null, result: 'x' }]);
    const deviations = file('deviations.json', [{ id: 'trip', reason: 'because', item: 'I-1' }]);
    const { status, lastLine } = conformance('--cases', broken, '--deviations', deviations);
    expect(lastLine).toBe('0 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });
});

describe('--pending FILE', () => {
  test('skips an operation without an adapter that is listed', () => {
    const cases = file('cases.jsonl', [{ id: 'later', op: 'later.operation', input: null, result: null }]);
    const pending = file('pending.json', ['later.operation']);
    const { status, lastLine } = conformance('--cases', cases, '--pending', pending);
    expect(lastLine).toBe('0 passed, 0 failed, 1 skipped');
    expect(status).toBe(0);
  });

  test('fails for a listed operation that has an adapter', () => {
    const cases = file('cases.jsonl', [{ ...RIGHT, input: PATH_PARTS, result: ID_OF_RIGHT }]);
    const pending = file('pending.json', ['session.legacy_id']);
    const { status, stdout } = conformance('--cases', cases, '--pending', pending);
    expect(stdout).toContain('session.legacy_id: listed in pending.json but answered');
    expect(status).toBe(1);
  });
});
