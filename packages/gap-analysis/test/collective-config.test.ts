import { ArgumentError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import { attributeCollectiveMemory, resolveCollectiveAttributionConfig } from '../src/index.ts';
import { sampleWithGap } from './sample-events.ts';

describe('collective configuration', () => {
  it('holds times as exact integers, however they were given', () => {
    const config = resolveCollectiveAttributionConfig('low', { marker_window_ns: 5, synchrony_window_ns: 2n ** 60n });
    expect(config).toMatchObject({ marker_window_ns: 5n, synchrony_window_ns: 2n ** 60n });
  });

  it('is a new object each time', () => {
    const first = resolveCollectiveAttributionConfig('medium', { min_confidence: 0.9 });
    expect(first.min_confidence).toBe(0.9);
    expect(resolveCollectiveAttributionConfig('medium').min_confidence).toBe(0.5);
  });

  it.each([
    ['min_gap_ratio', Number.POSITIVE_INFINITY],
    ['robust_zscore_threshold', Number.NaN],
    ['marker_window_ns', 0.5],
    ['marker_window_ns', Number.POSITIVE_INFINITY],
    ['min_gap_bytes', true],
  ])('refuses %s of %s and names it', (field, value) => {
    const overrides = { [field]: value } as Record<string, number>;
    expect(() => resolveCollectiveAttributionConfig('medium', overrides)).toThrowError(ArgumentError);
    expect(() => resolveCollectiveAttributionConfig('medium', overrides)).toThrowError(
      expect.objectContaining({ argument: field }),
    );
  });

  it('given instead of resolved is unchecked, but never divides by zero and never holds an infinity', () => {
    const spike = [4e7, 5e7, 4e7, 5e7, 4e7, 4e9].map((gap, step) => sampleWithGap(step, gap));
    const config = resolveCollectiveAttributionConfig();
    const attribute = (changed: object) => () =>
      attributeCollectiveMemory(spike, { config: { ...config, ...changed } });
    expect(attribute({ robust_zscore_threshold: 0 })).toThrowError(
      expect.objectContaining({ code: 'division_by_zero', argument: 'robust_zscore_threshold' }),
    );
    expect(attribute({ min_gap_bytes: Number.POSITIVE_INFINITY })).toThrowError(
      expect.objectContaining({ argument: 'min_gap_bytes' }),
    );
    expect(attribute({ min_samples_per_rank: 1, min_confidence: 0 })()).not.toEqual([]);
  });

  it('is not looked at when there are no events', () => {
    expect(attributeCollectiveMemory([], { preset: 'bogus' })).toEqual([]);
  });
});
