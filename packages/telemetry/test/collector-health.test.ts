import { InvalidRecordError } from '@stormlog/records';
import { describe, expect, test } from 'vitest';
import { collectorHealth, collectorRetryDelaySeconds } from '../src/index.ts';

describe('collectorHealth', () => {
  test('says that all is well when nothing is given', () => {
    expect(collectorHealth()).toEqual({
      collector_health_status: 'healthy',
      telemetry_partial: false,
      collector_partial_fields: [],
      collector_last_error: null,
      collector_consecutive_failures: 0,
      collector_next_retry_epoch_s: null,
    });
  });

  test('names each missing field once, in the order they were met', () => {
    const health = collectorHealth({ status: 'degraded', partialFields: ['b', '', 'a', 'b'] });

    expect(health.collector_partial_fields).toEqual(['b', 'a']);
  });

  test('refuses a status in another case', () => {
    expect(() => collectorHealth({ status: 'Healthy' })).toThrow(InvalidRecordError);
  });
});

describe('collectorRetryDelaySeconds', () => {
  const policy = { initialDelaySeconds: 1, factor: 2, maxDelaySeconds: 30 };

  test('doubles up to the maximum', () => {
    const delays = [0, 1, 2, 5, 6].map((failures) => collectorRetryDelaySeconds(failures, policy));

    expect(delays).toEqual([0, 1, 2, 16, 30]);
  });

  test('is the maximum when the product is beyond every number', () => {
    expect(collectorRetryDelaySeconds(10_000, policy)).toBe(30);
    expect(collectorRetryDelaySeconds(1024, { ...policy, initialDelaySeconds: 1e300 })).toBe(30);
  });
});
