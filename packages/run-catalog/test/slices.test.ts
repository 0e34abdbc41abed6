import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterSteps } from '../src/slices/filter-steps.ts';
import { sortSteps } from '../src/slices/sort-steps.ts';
import { finish, inSlices } from '../src/slices/steps.ts';

const pairs = fc.array(fc.record({ key: fc.nat({ max: 50 }), id: fc.nat() }), { maxLength: 2500, size: 'max' });

describe('sortSteps', () => {
  it('sorts as the language does, stably, and leaves the list as it is', () => {
    fc.assert(
      fc.property(pairs, (items) => {
        const before = [...items];
        const compare = (left: { key: number }, right: { key: number }) => left.key - right.key;

        expect(finish(sortSteps(items, compare))).toEqual(items.toSorted(compare));
        expect(items).toEqual(before);
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});

describe('filterSteps', () => {
  it('keeps what is wanted, in order', () => {
    expect(finish(filterSteps([5, 2, 8, 1], (item) => item > 1))).toEqual([5, 2, 8]);
  });
});

describe('inSlices', () => {
  it('lets the event loop run while there are steps, and hands the result on', async () => {
    const until = performance.now() + 40;
    let turns = 0;
    const timer = setInterval(() => turns++, 1);

    const result = await inSlices(
      (function* () {
        while (performance.now() < until) yield;
        return 'done';
      })(),
    );
    clearInterval(timer);

    expect(result).toBe('done');
    expect(turns).toBeGreaterThan(0);
  });

  it('rejects with the reason of an abort', async () => {
    const reason = new Error('enough');
    const steps = (function* () {
      for (;;) yield;
    })();

    await expect(inSlices(steps, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
