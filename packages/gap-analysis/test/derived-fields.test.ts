import { InvalidRecordError, parseJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFragmentationReader } from '../src/derived-fields/fragmentation-reader.ts';
import {
  computeEventFields,
  computeSessionFields,
  enrichEvent,
  fragmentationUnavailableReason,
  memoryFeatureEnabled,
} from '../src/index.ts';

function withFlag(feature: string, value: unknown): { metadata: object } {
  return { metadata: { memory_capabilities: { [feature]: value } } };
}

describe('memory features', () => {
  it.each([true, null, 0, '', 'false', undefined])('are on when the flag is %o', (value) => {
    expect(memoryFeatureEnabled(withFlag('supports_x', value), 'supports_x')).toBe(true);
  });

  it('are off when the flag is the boolean false', () => {
    expect(memoryFeatureEnabled(withFlag('supports_x', false), 'supports_x')).toBe(false);
  });

  it('treat names of object builtins as ordinary names', () => {
    const event = { metadata: parseJson('{"memory_capabilities":{"__proto__":false,"constructor":false}}') };
    expect(memoryFeatureEnabled(event, '__proto__')).toBe(false);
    expect(memoryFeatureEnabled(event, 'constructor')).toBe(false);
    expect(memoryFeatureEnabled({ metadata: { memory_capabilities: {} } }, 'toString')).toBe(true);
  });

  it('give a reason only when every event rules fragmentation out', () => {
    const off = withFlag('supports_fragmentation_analysis', false);
    expect(fragmentationUnavailableReason([off, off])).toEqual(expect.any(String));
    expect(fragmentationUnavailableReason([off, {}])).toBeNull();
    expect(fragmentationUnavailableReason([])).toBeNull();
  });
});

describe('fields of one event', () => {
  it('are exact for counters beyond 2^53', () => {
    const fields = computeEventFields({
      allocator_allocated_bytes: 2n ** 60n + 1n,
      allocator_reserved_bytes: 2n ** 60n + 1001n,
      device_total_bytes: 2n ** 61n,
    });
    expect(fields.allocator_gap_bytes).toBe(1000);
    expect(fields.utilization_ratio).toBe(0.5);
  });

  it('keep the sign of nothing over a negative reserve', () => {
    const fields = computeEventFields({ allocator_allocated_bytes: 0, allocator_reserved_bytes: -5 });
    expect(fields.allocator_cache_ratio).toBe(-0);
    expect(Object.is(fields.allocator_cache_ratio, -0)).toBe(true);
  });

  it.each([
    [{ allocator_allocated_bytes: '12.5' }, 'allocator_allocated_bytes', 'field_invalid'],
    [{ allocator_reserved_bytes: [1] }, 'allocator_reserved_bytes', 'field_invalid'],
    [{ allocator_inactive_bytes: Number.NaN }, 'allocator_inactive_bytes', 'field_invalid'],
    [{ device_used_bytes: Number.POSITIVE_INFINITY }, 'device_used_bytes', 'number_out_of_range'],
    [{ device_used_bytes: 1, device_total_bytes: '16' }, 'device_total_bytes', 'field_invalid'],
  ])('refuse %o and name the field', (event, field, code) => {
    expect(() => computeEventFields(event)).toThrowError(expect.objectContaining({ code, field }));
    expect(() => computeEventFields(event)).toThrowError(InvalidRecordError);
  });

  it('refuse a ratio beyond the double range', () => {
    const event = { device_used_bytes: 10n ** 400n, device_total_bytes: 1 };
    expect(() => computeEventFields(event)).toThrowError(expect.objectContaining({ code: 'number_out_of_range' }));
  });

  it('do not touch an inactive counter that the collector says it does not have', () => {
    const event = { allocator_inactive_bytes: 'junk', ...withFlag('supports_allocator_inactive', false) };
    expect(computeEventFields(event).fragmentation_ratio).toBeNull();
  });
});

describe('fragmentation reader', () => {
  it('gives what the fields of each event say, whatever capabilities alternate', () => {
    const flag = fc.constantFrom(true, false, null);
    const capabilities = fc.record({ supports_allocator_inactive: flag, supports_fragmentation_analysis: flag });
    const metadata = fc.oneof(
      fc.constant({}),
      fc.constant(null),
      fc.record({ memory_capabilities: capabilities }),
      fc.constantFrom(...[true, false].map((on) => ({ memory_capabilities: { supports_fragmentation_analysis: on } }))),
    );
    const counter = fc.option(fc.nat(9));
    const event = fc.record({ allocator_inactive_bytes: counter, allocator_reserved_bytes: counter, metadata });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const read = createFragmentationReader();
        expect(events.map(read)).toEqual(events.map((each) => computeEventFields(each).fragmentation_ratio));
      }),
      { seed: 20261130 },
    );
  });
});

describe('rollup of a session', () => {
  it('takes the last event in list order as its end', () => {
    const stop = { event_type: 'stop', timestamp_ns: 1 };
    const sample = { event_type: 'sample', timestamp_ns: 2 };
    expect(computeSessionFields([sample, stop]).is_session_interrupted).toBe(false);
    expect(computeSessionFields([stop, sample]).is_session_interrupted).toBe(true);
  });
});

describe('enriched event', () => {
  it('keeps raw values and keys that look like builtins, and leaves the event alone', () => {
    const event = parseJson('{"allocator_allocated_bytes":"1_0","__proto__":{"a":1},"derived":5}') as object;
    const enriched = enrichEvent(event);
    expect(Object.keys(enriched)).toEqual(['allocator_allocated_bytes', '__proto__', 'derived']);
    expect(Object.getPrototypeOf(enriched)).toBe(Object.prototype);
    expect(enriched).toHaveProperty('allocator_allocated_bytes', '1_0');
    expect(event).toHaveProperty('derived', 5);
  });
});
