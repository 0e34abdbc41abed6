import { InvalidRecordError, isJsonObject, type JsonObject, type JsonValue, parseJson } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseTelemetryEvent,
  type TelemetryEvent,
  telemetryEventFromRecord,
  telemetryEventLine,
  telemetryEventToRecord,
  type UnusableCounter,
} from '../src/index.ts';
import { mutatedRecord, SEED, sampleCapabilities, sampleEvent, without } from './event-samples.ts';
import { sampleRecord } from './load-samples.ts';

function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidRecordError) return error.issues.map(({ code, field }) => `${code} ${field}`);
    throw error;
  }
  return [];
}

function capabilitiesOf(event: TelemetryEvent): JsonObject {
  const capabilities = event.metadata['memory_capabilities'];
  if (isJsonObject(capabilities)) return capabilities;
  throw new Error('an event without capabilities');
}

const BLANK_SENTINEL = 9_223_372_036_854_775_794n;

describe('a record with a version', () => {
  it('is the event itself when it is complete, without a copy', () => {
    const record = sampleEvent();
    expect(telemetryEventFromRecord(record)).toBe(record);
  });

  it('has its identity filled in and its time made exact, and is left as it was', () => {
    const record = without(sampleEvent({ timestamp_ns: 17, local_rank: 2 }), 'rank', 'job_id');
    const before = structuredClone(record);

    const event = telemetryEventFromRecord(record);

    expect(event).toMatchObject({ timestamp_ns: 17n, rank: 0, local_rank: 2, world_size: 4, job_id: null });
    expect(record).toEqual(before);
  });

  it.each([2, 3])('of number %i becomes version 4 with inferred capabilities', (version) => {
    const record = without(sampleRecord({ schema_version: version }), ...(version === 2 ? ['session_id'] : []));

    const event = telemetryEventFromRecord(record, { defaultSessionId: 's' });

    expect(event.schema_version).toBe(4);
    expect(event.session_id).toBe('s');
    expect(capabilitiesOf(event)).toMatchObject({
      backend: 'cuda',
      sampling_source: 'legacy',
      supports_allocator_allocated: true,
      supports_allocator_active: false,
      supports_fragmentation_analysis: true,
    });
  });

  it('of version 3 whose own capabilities contradict its counters is refused', () => {
    const capabilities = sampleCapabilities({ supports_device_used: false });
    const record = sampleEvent({ schema_version: 3, metadata: { memory_capabilities: capabilities } });
    expect(faultsOf(() => telemetryEventFromRecord(record))).toEqual(['field_invalid device_used_bytes']);
  });

  it('never falls back to the legacy form, not even with a null version', () => {
    const record = { schema_version: null, timestamp: 1, event_type: 'sample' };
    expect(faultsOf(() => telemetryEventFromRecord(record))).toEqual(['version_unknown schema_version']);
  });

  it('without metadata is refused by name', () => {
    expect(faultsOf(() => telemetryEventFromRecord(without(sampleEvent(), 'metadata')))).toEqual([
      'field_missing metadata',
    ]);
  });

  it('without capabilities is not told that they are missing when something else is wrong', () => {
    const record = sampleEvent({ metadata: {}, pid: null });
    expect(faultsOf(() => telemetryEventFromRecord(record))).toEqual(['field_invalid pid']);
  });

  it('keeps an own __proto__ key of its metadata as data', () => {
    const metadata: JsonValue = JSON.parse('{"__proto__":{"polluted":true},"toString":1}');
    const event = telemetryEventFromRecord(sampleRecord({ metadata }));
    expect(Object.keys(event.metadata)).toEqual(['__proto__', 'toString', 'memory_capabilities']);
    expect(Object.getPrototypeOf(event.metadata)).toBe(Object.prototype);
  });

  it('that is no object is refused', () => {
    expect(faultsOf(() => telemetryEventFromRecord([]))).toEqual(['record_not_object ']);
  });
});

describe('a strict reader', () => {
  it('refuses legacy records', () => {
    expect(faultsOf(() => parseTelemetryEvent({ timestamp: 1 }))).toEqual(['field_missing schema_version']);
  });

  it('refuses a counter that cannot be a count', () => {
    const record = sampleEvent({ device_free_bytes: BLANK_SENTINEL });
    expect(faultsOf(() => parseTelemetryEvent(record))).toEqual(['number_out_of_range device_free_bytes']);
  });
});

describe('a counter beyond 2^53-1', () => {
  function convert(record: JsonObject): { event: TelemetryEvent; reported: UnusableCounter[] } {
    const reported: UnusableCounter[] = [];
    const event = telemetryEventFromRecord(record, { onCounterUnusable: (counter) => reported.push(counter) });
    return { event, reported };
  }

  it('becomes null in version 4 and is reported with its value', () => {
    const { event, reported } = convert(sampleEvent({ device_free_bytes: BLANK_SENTINEL }));
    expect(event.device_free_bytes).toBeNull();
    expect(reported).toEqual([{ field: 'device_free_bytes', value: BLANK_SENTINEL }]);
  });

  it.each([2, 3])('becomes null also where version %i does not know null, and its flag stays', (version) => {
    const record = without(
      sampleRecord({ schema_version: version, allocator_allocated_bytes: BLANK_SENTINEL, allocator_change_bytes: 5 }),
      ...(version === 2 ? ['session_id'] : []),
    );

    const { event, reported } = convert(record);

    expect(event).toMatchObject({ schema_version: 4, allocator_allocated_bytes: null, allocator_change_bytes: 5 });
    expect(capabilitiesOf(event)).toMatchObject({ supports_allocator_allocated: true });
    expect(reported).toHaveLength(1);
  });

  it('becomes null in legacy records, with everything derived from it', () => {
    const { event, reported } = convert({ timestamp: 1, memory_allocated: BLANK_SENTINEL, total_memory: 100 });
    expect(event).toMatchObject({
      allocator_allocated_bytes: null,
      allocator_reserved_bytes: null,
      device_used_bytes: null,
      device_free_bytes: null,
      device_total_bytes: 100,
    });
    expect(reported).toEqual([{ field: 'memory_allocated', value: BLANK_SENTINEL }]);
  });

  it('is found in megabytes too', () => {
    const { event, reported } = convert({ timestamp: 1, memory_mb: 2 ** 40 });
    expect(event.allocator_allocated_bytes).toBeNull();
    expect(reported).toEqual([{ field: 'memory_mb', value: 2n ** 60n }]);
  });

  it('is not reported when the record is refused for another reason', () => {
    const reported: UnusableCounter[] = [];
    const record = sampleEvent({ device_free_bytes: BLANK_SENTINEL, pid: null });

    const faults = faultsOf(() =>
      telemetryEventFromRecord(record, { onCounterUnusable: (counter) => reported.push(counter) }),
    );

    expect(faults).toEqual(['field_invalid pid']);
    expect(reported).toEqual([]);
  });

  it('does not make negative counters acceptable', () => {
    const record = sampleEvent({ device_free_bytes: -1 });
    expect(faultsOf(() => convert(record))).toEqual(['field_invalid device_free_bytes']);
  });
});

describe('a legacy record', () => {
  it('takes each field from its first source', () => {
    const event = telemetryEventFromRecord({
      timestamp: 1_700_000_000.25,
      type: 'allocation',
      memory_mb: 1.5,
      device: '/GPU:3',
      message: 'hello',
      metadata: { rank: 1, world_size: 2, pid: 9, note: 'kept' },
      metadata_job_id: 'job',
      session_id: 's',
    });
    expect(event).toMatchObject({
      timestamp_ns: 1_700_000_000_249_999_872n,
      event_type: 'allocation',
      collector: 'stormlog.tensorflow.memory_tracker',
      pid: 9,
      job_id: 'job',
      rank: 1,
      local_rank: 1,
      world_size: 2,
      device_id: 3,
      allocator_allocated_bytes: 1_572_864,
      context: 'hello',
    });
    expect(Object.keys(event.metadata)).toEqual(['pid', 'note', 'memory_capabilities']);
  });

  it('may put __proto__ into metadata without touching a prototype', () => {
    const event = telemetryEventFromRecord({ timestamp: 1, metadata___proto__: { polluted: true }, session_id: 's' });
    expect(Object.hasOwn(event.metadata, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(event.metadata)).toBe(Object.prototype);
  });

  it.each<[string, JsonObject, string]>([
    ['a present null', { timestamp_ns: null, timestamp: 1 }, 'field_invalid timestamp_ns'],
    ['no time', {}, 'field_missing timestamp'],
    ['an infinite time', { timestamp: Number.POSITIVE_INFINITY }, 'field_invalid timestamp'],
    ['infinite megabytes', { timestamp: 1, memory_mb: Number.POSITIVE_INFINITY }, 'field_invalid memory_mb'],
    ['a superscript device', { timestamp: 1, device: 'cuda:²' }, 'field_invalid device'],
    ['more used than total', { timestamp: 1, memory_allocated: 5, total_memory: 4 }, 'field_invalid device_used_bytes'],
  ])('is refused for %s', (_what, record, fault) => {
    expect(faultsOf(() => telemetryEventFromRecord({ session_id: 's', ...record }))).toEqual([fault]);
  });
});

describe('any record', () => {
  it(`becomes a valid event or is refused with issues, and stays as it was (seed ${SEED})`, () => {
    fc.assert(
      fc.property(mutatedRecord, fc.boolean(), (record, lenient) => {
        const before = structuredClone(record);
        const options = { defaultSessionId: 'd', ...(lenient ? { onCounterUnusable: () => {} } : {}) };
        const faults = faultsOf(() => {
          const event = telemetryEventFromRecord(record, options);
          expect(parseTelemetryEvent(telemetryEventToRecord(event))).toEqual(event);
        });
        expect(new Set(faults).size).toBe(faults.length);
        expect(record).toEqual(before);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it(`reads back from its canonical line as the same event (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt({ min: 0n, max: 2n ** 70n }), (free, time) => {
        const metadata = { free: free as JsonValue, memory_capabilities: sampleCapabilities() };
        const event = parseTelemetryEvent(sampleEvent({ timestamp_ns: time, metadata }));
        const line = telemetryEventLine(event);
        expect(telemetryEventLine(parseTelemetryEvent(parseJson(line)))).toBe(line);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
