import { describe, expect, it } from 'vitest';
import { fuzzCorrelationLines } from '../src/fuzz/correlation-fuzz.ts';

describe('broken lines of correlation artifacts', () => {
  it('give events or a StormlogError, the same by every route', { timeout: 120_000 }, async () => {
    const result = await fuzzCorrelationLines({ seed: 3, inputs: 800 });

    expect(result.findings).toEqual([]);
    expect(result.accepted).toBeGreaterThan(20);
    expect(result.refused).toBeGreaterThan(200);
  });
});
