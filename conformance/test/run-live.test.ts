import { InvalidRecordError } from '@stormlog/records';
import { describe, expect, test } from 'vitest';
import type { ConformanceCase } from '../src/adapter.ts';
import { liveAreaNames, loadLiveArea } from '../src/live-run/live-area.ts';
import { type Oracle, runLive } from '../src/live-run/run-live.ts';

const numbers = {
  cases: (_seed: number, count: number): ConformanceCase[] =>
    Array.from({ length: count }, (_, index) => ({ id: `n-${index}`, op: 'double', input: index })),
};

/** Doubles, and refuses 13. */
const doubling: Oracle = {
  ask: async (question) =>
    question.input === 13 ? { ...question, error: 'ValueError' } : { ...question, result: Number(question.input) * 2 },
};

function run(double: (input: number) => unknown, explain?: () => string | null) {
  const area = explain === undefined ? numbers : { ...numbers, explain };
  return runLive({
    area,
    oracle: doubling,
    adapters: { double: (input) => double(Number(input)) },
    seed: 1,
    count: 100,
  });
}

function refuse13(input: number): number {
  if (input === 13) throw new InvalidRecordError('field_invalid', 'thirteen');
  return input * 2;
}

describe('a live comparison', () => {
  test('passes answers that agree, errors included, however many are in flight', async () => {
    expect(await run(refuse13)).toMatchObject({ passed: 100, failures: [] });
  });

  test('finds the one wrong answer among many', async () => {
    const { passed, failures } = await run((input) => (input === 77 ? 0 : refuse13(input)));
    expect(passed).toBe(99);
    expect(failures).toMatchObject([{ question: { id: 'n-77' }, difference: { expected: 154, got: 0 } }]);
  });

  test('finds an answer where the other refuses', async () => {
    const { failures } = await run((input) => input * 2);
    expect(failures.map(({ question }) => question.id)).toEqual(['n-13']);
  });

  test('counts a difference that an item explains', async () => {
    const { passed, failures, explained } = await run(
      (input) => input * 2,
      () => 'I-1',
    );
    expect({ passed, failures }).toEqual({ passed: 99, failures: [] });
    expect([...explained]).toEqual([['I-1', 1]]);
  });

  test('never lets an item explain an error that is not one of ours', async () => {
    const { failures } = await run(
      (input) => {
        if (input === 5) throw new TypeError('accident');
        return refuse13(input);
      },
      () => 'I-1',
    );
    expect(failures.map(({ question }) => question.id)).toEqual(['n-5']);
  });

  test('names operations without an adapter', async () => {
    const outcome = await runLive({ area: numbers, oracle: doubling, adapters: {}, seed: 1, count: 3 });
    expect([...outcome.unanswered]).toEqual(['double']);
  });
});

describe.each(liveAreaNames())('the generator of %s', (name) => {
  test('gives equal cases for equal seeds and unique ids', async () => {
    const { cases } = await loadLiveArea(name);
    const first = [...cases(3, 60)];
    expect([...cases(3, 60)]).toEqual(first);
    expect([...cases(4, 60)]).not.toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(60);
  });
});
