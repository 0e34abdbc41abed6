import type { JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../../adapter.ts';

/** A question before it has an id. */
export interface Question {
  readonly op: string;
  readonly input: JsonValue;
  readonly files?: JsonValue | undefined;
}

/** The questions that an arbitrary gives for a seed, in portions so that a long campaign holds few of them. */
export function* sampleCases(
  area: string,
  question: fc.Arbitrary<Question>,
  seed: number,
  count: number,
): Generator<ConformanceCase> {
  const PORTION = 500;
  for (let first = 0; first < count; first += PORTION) {
    const numRuns = Math.min(PORTION, count - first);
    const portion = fc.sample(question, { seed: seed * 1_000_003 + first, numRuns });
    for (const [index, { op, input, files }] of portion.entries()) {
      const id = `live/${area}-${seed}-${first + index}`;
      yield { id, op, input, ...(files === undefined ? {} : { files }) };
    }
  }
}

/** Chooses among questions by weight. */
export function questions(...choices: readonly (readonly [weight: number, fc.Arbitrary<Question>])[]) {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
