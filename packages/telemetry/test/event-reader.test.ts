import { type JsonObject, StormlogError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTelemetryEventReader, telemetryEventFromRecord } from '../src/index.ts';
import { mutatedRecord, SEED, sampleCapabilities, sampleEvent } from './event-samples.ts';
import { sampleRecord } from './load-samples.ts';

function withCapabilities(members: JsonObject): JsonObject {
  return { memory_capabilities: sampleCapabilities(members) };
}

describe('a reader of many records', () => {
  it('makes a complete record the event itself', () => {
    const record = sampleEvent();
    expect(createTelemetryEventReader().read(record)).toBe(record);
  });

  it('lets events share equal capabilities, also inferred ones', () => {
    const reader = createTelemetryEventReader();

    const complete = [reader.read(sampleEvent()), reader.read(sampleEvent({ rank: 2 }))];
    const inferred = [reader.read(sampleRecord()), reader.read(sampleRecord({ pid: 8 }))];

    for (const [first, second] of [complete, inferred]) {
      expect(second?.metadata['memory_capabilities']).toBe(first?.metadata['memory_capabilities']);
    }
  });

  it.each<[string, JsonObject]>([
    ['a flag differs', { supports_bounded_profiling: true }],
    ['a text differs', { sampling_source: 'other' }],
  ])('keeps capabilities apart when %s', (_what, members) => {
    const reader = createTelemetryEventReader();
    reader.read(sampleEvent());
    const event = reader.read(sampleEvent({ metadata: withCapabilities(members) }));
    expect(event.metadata['memory_capabilities']).toEqual(sampleCapabilities(members));
  });

  it('checks capabilities that equal the known ones but for a key too many', () => {
    const reader = createTelemetryEventReader();
    reader.read(sampleEvent());
    const record = sampleEvent({ metadata: withCapabilities({ extra: true }) });
    expect(() => reader.read(record)).toThrow(StormlogError);
  });

  it('checks counters against known capabilities anew', () => {
    const reader = createTelemetryEventReader();
    const metadata = withCapabilities({ supports_device_free: false });
    reader.read(sampleEvent({ device_free_bytes: null, metadata }));
    const record = sampleEvent({ device_free_bytes: 5, metadata: structuredClone(metadata) });
    expect(() => reader.read(record)).toThrow(StormlogError);
  });

  it('goes on after a record that was refused', () => {
    const reader = createTelemetryEventReader();
    expect(() => reader.read(sampleEvent({ pid: null }))).toThrow(StormlogError);
    expect(reader.read(sampleEvent()).pid).toBe(4321);
  });

  it(`answers as the conversion of each record alone (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.array(mutatedRecord, { minLength: 1, maxLength: 8 }), (records) => {
        const options = { defaultSessionId: 'd', onCounterUnusable: () => {} };
        const reader = createTelemetryEventReader(options);
        const alone = records.map((record) => outcome(() => telemetryEventFromRecord(record, options)));
        const together = records.map((record) => outcome(() => reader.read(structuredClone(record))));
        expect(together).toEqual(alone);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof StormlogError) return error.message;
    throw error;
  }
}
