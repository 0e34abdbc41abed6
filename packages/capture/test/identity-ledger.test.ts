import { type InferenceEvent, InferenceResolver, iterationEvent } from '@stormlog/correlation-events';
import { ConflictError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdentityLedger } from '../src/identity/identity-ledger.ts';
import { IdentityTable } from '../src/identity/identity-table.ts';
import { iteration } from './capture-samples.ts';

const event: fc.Arbitrary<InferenceEvent> = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'é', 'ab', ''.padEnd(40, 'x')),
    entity: fc.constantFrom('i1', 'i2', 'i3', 'i4', 'i5', 'i6'),
    metadata: fc.constantFrom({}, { n: 1 }, { n: true }, { n: 1n }, { n: '1' }, { n: [0, false] }, { n: [false, 0] }),
  })
  .map(({ id, entity, metadata }) =>
    iterationEvent({
      context: iteration('x').context,
      event_id: id,
      iteration_ref: { producer_id: 'p', id: entity },
      metadata,
    }),
  );

describe('IdentityLedger', () => {
  it('refuses what the resolver refuses, which keeps the events', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const ledger = new IdentityLedger();
        const resolver = new InferenceResolver();
        for (const one of events) {
          let agrees = true;
          try {
            resolver.add(one);
          } catch (error) {
            expect(error).toBeInstanceOf(ConflictError);
            agrees = false;
          }
          expect(ledger.add(one) !== 'conflict').toBe(agrees);
          if (!agrees) return;
        }
      }),
      { seed: 6, numRuns: 2000 },
    );
  });
});

describe('IdentityTable', () => {
  it('finds each of many keys, also those that start alike, and no other', () => {
    const table = new IdentityTable();
    const keyOf = (n: number) => Int32Array.of(n % 100, n, -n, 7);
    for (let n = 0; n < 20_000; n++) table.add(keyOf(n));

    expect(table.size).toBe(20_000);
    expect([0, 16_383, 16_384, 19_999].map((n) => table.find(keyOf(n)))).toEqual([0, 16_383, 16_384, 19_999]);
    expect(table.find(Int32Array.of(1, 1, -1, 8))).toBeNull();
  });
});
