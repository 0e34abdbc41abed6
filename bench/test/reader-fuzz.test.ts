import { describe, expect, it } from 'vitest';
import { runReaderFuzz } from '../src/fuzz/run-reader-fuzz.ts';

describe('readers of broken inputs', () => {
  it('succeed or throw a StormlogError, in good time', { timeout: 120_000 }, async () => {
    const result = await runReaderFuzz({ seed: 20_240_501, inputs: 800 });
    const faults = result.findings.map(({ input, base, reader, fault }) => ({ input, base, reader, fault }));
    expect(faults).toEqual([]);
    expect(result.accepted).toBeGreaterThan(50);
    expect(result.refused).toBeGreaterThan(50);
  });
});
