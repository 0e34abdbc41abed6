import { StormlogError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import {
  projectedTelemetryRecordSchema,
  projectTelemetryEvent,
  projectTelemetryEvents,
  projectTelemetryMapping,
  uniqueProjectedCorrelations,
  uniqueProjectedResources,
} from '../src/index.ts';
import { sampleEvent } from './event-samples.ts';

const BARE = { session_id: 's', timestamp_ns: 1_700_000_000_123_456_789n, event_type: 'sample' };

describe('a projected record', () => {
  it('has an id that other implementations form too', () => {
    expect(projectTelemetryMapping(BARE).record_id).toBe('telemetry-bf113e2659549447871f9d17fe5c38a0');
  });

  it('has the shape its schema states', () => {
    const scope = { name: ' ', path: ['a', 'b'], scope_id: 'x', sequence: 0 };
    const projected = projectTelemetryEvent(sampleEvent({ metadata: { ...METADATA, phase_scope: scope } }));
    expect(projectedTelemetryRecordSchema.parse(projected)).toEqual(projected);
    expect(projected).toMatchObject({ stage: 'b', correlation: { 'phase.scope_id': 'x', 'phase.sequence': 0 } });
  });

  it('keeps a time before 1970, but not an observation before it', () => {
    expect(projectTelemetryMapping({ ...BARE, timestamp_ns: -5 }).observed_timestamp_ns).toBe(-5n);
    expect(() => projectTelemetryMapping(BARE, { observedTimestampNs: -1n })).toThrow(StormlogError);
  });

  it('does not depend on when it was observed', () => {
    const now = projectTelemetryMapping(BARE, { observedTimestampNs: 2n ** 70n });
    expect(now.observed_timestamp_ns).toBe(2n ** 70n);
    expect(now.record_id).toBe(projectTelemetryMapping(BARE).record_id);
  });

  it('names every fault of a record that cannot be projected', () => {
    expect(() => projectTelemetryMapping({ session_id: ' ', metadata: null })).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({ code: 'field_invalid', field: 'session_id' }),
          expect.objectContaining({ code: 'field_missing', field: 'timestamp_ns' }),
          expect.objectContaining({ code: 'field_missing', field: 'event_type' }),
          expect.objectContaining({ code: 'field_invalid', field: 'metadata' }),
        ],
      }),
    );
  });

  it('takes metadata for data, whatever its keys', () => {
    const metadata = Object.fromEntries([['__proto__', { polluted: true }]]);
    const { attributes } = projectTelemetryMapping({ ...BARE, metadata });
    expect(Object.hasOwn(attributes, '__proto__')).toBe(true);
  });
});

describe('resources and correlations', () => {
  it('are listed once each, in order of first appearance', () => {
    const projected = projectTelemetryEvents([
      sampleEvent({ host: 'b', rank: 1 }),
      sampleEvent({ host: 'a', rank: 1 }),
      sampleEvent({ host: 'b', rank: 1 }),
    ]);
    expect(uniqueProjectedResources(projected).map((resource) => resource.host)).toEqual(['b', 'a']);
    expect(uniqueProjectedCorrelations(projected)).toHaveLength(1);
  });
});

const METADATA = {
  memory_capabilities: {
    backend: 'cuda',
    telemetry_collector: 'c',
    sampling_source: 's',
    supports_allocator_allocated: true,
    supports_allocator_reserved: true,
    supports_allocator_active: true,
    supports_allocator_inactive: true,
    supports_device_used: true,
    supports_device_free: true,
    supports_device_total: true,
    supports_native_allocator_history: false,
    supports_fragmentation_analysis: true,
    supports_allocator_attribution: true,
    supports_bounded_profiling: false,
  },
};
