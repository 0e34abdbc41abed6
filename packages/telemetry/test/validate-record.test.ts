import { InvalidRecordError, type JsonObject, type JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecordShaped } from '../src/event/telemetry-issues.ts';
import { telemetryRecordIssues, telemetryRecordSchemas, validateTelemetryRecord } from '../src/index.ts';
import { mutatedRecord, SEED, sampleCapabilities, sampleEvent, without } from './event-samples.ts';

function fieldsAtFault(record: JsonValue): string[] {
  return telemetryRecordIssues(record).map(({ code, field }) => `${code} ${field}`);
}

describe('a record is checked by the rules of its own version', () => {
  it('accepts a version-4 record, also with the identity left out', () => {
    expect(fieldsAtFault(sampleEvent())).toEqual([]);
    const alone = without(sampleEvent(), 'job_id', 'rank', 'local_rank', 'world_size');
    expect(fieldsAtFault(alone)).toEqual([]);
  });

  it.each<[string, JsonObject, string[]]>([
    ['text that is blank by white space JavaScript does not trim', { host: '\u001c\u0085' }, ['field_invalid host']],
    ['a boolean where an integer belongs', { rank: true }, ['field_invalid rank']],
    ['a null rank', { rank: null }, ['field_invalid rank']],
    ['a rank beyond the world', { rank: 4 }, ['field_invalid rank']],
    ['a local rank beyond the world', { local_rank: 9 }, ['field_invalid local_rank']],
    ['a world too large to be listed', { world_size: 1_048_577 }, ['world_size_too_large world_size']],
    ['a world too large for a double', { world_size: 2n ** 70n }, ['world_size_too_large world_size']],
    ['a pid that would lose digits', { pid: 2n ** 53n }, ['number_out_of_range pid']],
    ['a counter that would lose digits', { device_free_bytes: 2n ** 63n }, ['number_out_of_range device_free_bytes']],
    ['more memory used than there is', { device_used_bytes: 8001 }, ['field_invalid device_used_bytes']],
    ['more memory free than there is', { device_free_bytes: 8001 }, ['field_invalid device_free_bytes']],
    ['a negative time', { timestamp_ns: -1n }, ['field_invalid timestamp_ns']],
    ['a field nobody knows', { gpu: 1 }, ['field_unknown gpu']],
    ['a version nobody knows', { schema_version: 5 }, ['version_unknown schema_version']],
    ['metadata without capabilities', { metadata: {} }, ['field_missing metadata.memory_capabilities']],
    ['metadata that is a list', { metadata: [] }, ['field_invalid metadata']],
    [
      'capabilities with a number for a flag and a key too many',
      { metadata: { memory_capabilities: sampleCapabilities({ supports_device_used: 1, extra: true }) } },
      [
        'field_invalid metadata.memory_capabilities.supports_device_used',
        'field_unknown metadata.memory_capabilities.extra',
      ],
    ],
    [
      'a zero where the source cannot measure',
      { device_free_bytes: 0, metadata: { memory_capabilities: sampleCapabilities({ supports_device_free: false }) } },
      ['field_invalid device_free_bytes'],
    ],
    [
      'a change without allocated memory to change',
      {
        allocator_allocated_bytes: null,
        metadata: { memory_capabilities: sampleCapabilities({ supports_allocator_allocated: false }) },
      },
      ['field_invalid allocator_change_bytes'],
    ],
  ])('refuses %s', (_what, members, faults) => {
    expect(fieldsAtFault(sampleEvent(members))).toEqual(faults);
  });

  it('lets the change stand when allocated is only missing this time', () => {
    expect(fieldsAtFault(sampleEvent({ allocator_allocated_bytes: null }))).toEqual([]);
  });

  it('does not look into the capabilities of versions 2 and 3', () => {
    expect(fieldsAtFault(sampleEvent({ schema_version: 3, metadata: { memory_capabilities: 7 } }))).toEqual([]);
  });

  it('does not know a session id in version 2, nor null core counters in version 3', () => {
    expect(fieldsAtFault(sampleEvent({ schema_version: 2 }))).toEqual(['field_unknown session_id']);
    const record = sampleEvent({ schema_version: 3, allocator_change_bytes: null });
    expect(fieldsAtFault(record)).toEqual(['field_invalid allocator_change_bytes']);
  });

  it('takes an own __proto__ key for an unknown field, not for a prototype', () => {
    const record: JsonValue = JSON.parse(
      JSON.stringify({ ...sampleEvent(), timestamp_ns: 1 }).replace('{', '{"__proto__":{"rank":0},'),
    );
    expect(fieldsAtFault(record)).toEqual(['field_unknown __proto__']);
  });

  it('says all that is wrong at once, with what was found and what belongs there', () => {
    const record = without(sampleEvent({ pid: '12', rank: 7, device_used_bytes: 9000 }), 'host', 'metadata');

    const attempt = (): void => validateTelemetryRecord(record);

    expect(attempt).toThrow(InvalidRecordError);
    expect(telemetryRecordIssues(record)).toEqual([
      { code: 'field_invalid', field: 'pid', found: '"12"', expected: 'an integer ≥ -1' },
      { code: 'field_missing', field: 'host', found: null, expected: 'text that is not blank' },
      { code: 'field_missing', field: 'metadata', found: null, expected: 'an object' },
      { code: 'field_invalid', field: 'rank', found: '7', expected: 'a rank below the world size 4' },
      {
        code: 'field_invalid',
        field: 'device_used_bytes',
        found: '9000',
        expected: 'at most device_total_bytes, 8000',
      },
    ]);
  });
});

describe('the compiled check', () => {
  it(`says the same as the interpreted schema (seed ${SEED})`, () => {
    fc.assert(
      fc.property(mutatedRecord, fc.constantFrom(2, 3, 4), (record, version) => {
        expect(isRecordShaped(record, version)).toBe(telemetryRecordSchemas[version].safeParse(record).success);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
