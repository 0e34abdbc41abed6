import { InvalidRecordError } from '@stormlog/records';
import { describe, expect, it } from 'vitest';
import {
  activityReferenceEvent,
  CONTEXT_FIELDS,
  capabilityEvent,
  correlationContext,
  elapsedNs,
  type InferenceEvent,
  isInferenceEvent,
  parseInferenceRecord,
  requestEvent,
} from '../src/index.ts';
import { CONTEXT_ROW, ref, requestRow, sampleContext } from './sample-events.ts';

/** The error for a record that must be refused. */
function refusal(record: unknown): InvalidRecordError {
  try {
    parseInferenceRecord(record);
  } catch (error) {
    if (error instanceof InvalidRecordError) return error;
    throw error;
  }
  throw new Error('the record was accepted');
}

describe('parsing one record', () => {
  it('fills in what a request leaves open and makes nanoseconds bigints', () => {
    const event = parseInferenceRecord(requestRow({ start_ns: 5, end_ns: 9_007_199_254_740_993n, output_tokens: 3n }));

    expect(event).toEqual({
      schema_version: 2,
      event_type: 'infer.request',
      context: { ...Object.fromEntries(CONTEXT_FIELDS.map((name) => [name, null])), ...CONTEXT_ROW },
      event_id: 'rq-1',
      metadata: {},
      request_ref: ref('r1', 'client'),
      attempt_ref: null,
      backend_request_ref: null,
      start_ns: 5n,
      end_ns: 9_007_199_254_740_993n,
      status: null,
      input_tokens: null,
      output_tokens: 3,
      kv_bytes: null,
    });
    expect(Object.keys(event).slice(0, 6)).toEqual([
      'schema_version',
      'event_type',
      'context',
      'event_id',
      'metadata',
      'request_ref',
    ]);
  });

  it('shares nothing with the input, and leaves it alone', () => {
    const record = requestRow({ metadata: { list: [1, { k: 'v' }] } });
    const before = structuredClone(record);

    const event = parseInferenceRecord(record);
    const list = (record['metadata'] as { list: unknown[] }).list;
    list.push('later');

    expect(event['metadata']).toEqual({ list: [1, { k: 'v' }] });
    list.pop();
    expect(record).toEqual(before);
  });

  it('keeps an own __proto__ key of metadata as data', () => {
    const record = JSON.parse(
      JSON.stringify(requestRow()).replace('"event_id"', '"metadata":{"__proto__":{"x":1}},"event_id"'),
    );

    const event = parseInferenceRecord(record);

    expect(Object.getOwnPropertyNames(event['metadata'])).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(event['metadata'])).toBe(Object.prototype);
  });

  it.each([
    ['a key of no field', requestRow({ timestamp_ns: 1 }), 'timestamp_ns', 'field_unknown'],
    ['an unknown key that is null', requestRow({ iteration_ref: null }), 'iteration_ref', 'field_unknown'],
    [
      'an unknown context key',
      requestRow({ context: { ...CONTEXT_ROW, region: 'x' } }),
      'context.region',
      'field_unknown',
    ],
    [
      'an unknown reference key',
      requestRow({ request_ref: { producer_id: 'p', id: 'i', x: null } }),
      'request_ref.x',
      'field_unknown',
    ],
    ['a missing reference', requestRow({ request_ref: null }), 'request_ref', 'field_invalid'],
    ['a missing id', requestRow({ request_ref: { producer_id: 'p' } }), 'request_ref.id', 'field_missing'],
    ['an empty event id', requestRow({ event_id: '' }), 'event_id', 'field_invalid'],
    ['metadata that is null', requestRow({ metadata: null }), 'metadata', 'field_invalid'],
    ['a float time', requestRow({ start_ns: 1.5 }), 'start_ns', 'field_invalid'],
    ['a boolean time', requestRow({ end_ns: true }), 'end_ns', 'field_invalid'],
    ['a negative time', requestRow({ start_ns: -1 }), 'start_ns', 'field_invalid'],
    ['an end before the start', requestRow({ start_ns: 9, end_ns: 8 }), 'end_ns', 'field_invalid'],
    ['a count beyond 2^53', requestRow({ kv_bytes: 2n ** 53n }), 'kv_bytes', 'number_out_of_range'],
    [
      'a pid beyond 2^53',
      requestRow({ context: { ...CONTEXT_ROW, pid: 2n ** 60n } }),
      'context.pid',
      'number_out_of_range',
    ],
    [
      'an unknown clock kind',
      requestRow({ context: { ...CONTEXT_ROW, clock_kind: 'Wall' } }),
      'context.clock_kind',
      'field_invalid',
    ],
    ['no context', requestRow({ context: null }), 'context', 'field_invalid'],
    ['a version in quotes', requestRow({ schema_version: '2' }), 'schema_version', 'field_invalid'],
    ['version 3 of a request', requestRow({ schema_version: 3 }), 'schema_version', 'version_unknown'],
    ['version 4 by itself', requestRow({ schema_version: 4 }), 'schema_version', 'version_unknown'],
    ['a type that is no event', requestRow({ event_type: 'infer.summary' }), 'event_type', 'field_invalid'],
    ['a foreign type', requestRow({ event_type: 'train.step' }), 'event_type', 'field_invalid'],
  ])('refuses %s and names the field', (_, record, field, code) => {
    const error = refusal(record);

    expect([error.field, error.code]).toEqual([field, code]);
  });

  it('lists every fault of a record', () => {
    const error = refusal(requestRow({ start_ns: 'x', extra: 1, context: { ...CONTEXT_ROW, rank: -1, run_id: '' } }));

    expect(error.issues.map((issue) => issue.field).sort()).toEqual([
      'context.rank',
      'context.run_id',
      'extra',
      'start_ns',
    ]);
  });

  it.each([null, [], 'x', 7, undefined, () => 1])('refuses %s in place of a record', (record) => {
    expect(refusal(record).code).toBe('record_not_object');
  });

  it('refuses metadata that JSON cannot hold, also a cycle', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;

    expect(refusal({ ...requestRow(), metadata: { at: new Date() } }).field).toBe('metadata');
    expect(refusal({ ...requestRow(), metadata: cycle }).code).toBe('json_too_deep');
  });

  it('keeps a legacy row as it is', () => {
    const row = { event_type: 'infer.dispatch', context_id: 7, timestamp_ns: 1.5, schema_version: 1 };

    const record = parseInferenceRecord(row);

    expect(record).toEqual(row);
    expect(record).not.toBe(row);
    expect(isInferenceEvent(record)).toBe(false);
    expect(elapsedNs(record)).toBeNull();
  });

  it('gives its own answer back for its own answer', () => {
    const event = parseInferenceRecord(requestRow({ start_ns: 1, metadata: { x: 2n ** 70n } }));

    expect(parseInferenceRecord(event)).toEqual(event);
  });
});

describe('constructors', () => {
  it('need only what cannot be implied', () => {
    const event = requestEvent({
      context: sampleContext(),
      event_id: 'e',
      request_ref: ref('r'),
      start_ns: 1,
      end_ns: 4n,
    });

    expect(event.status).toBeNull();
    expect(elapsedNs(event)).toBe(3n);
    expect(parseInferenceRecord(event)).toEqual(event);
  });

  it('make an activity with intervals version 3', () => {
    const given = { context: sampleContext(), event_id: 'e', activity_ref: ref('k'), activity_kind: 'kernel' } as const;

    const plain = activityReferenceEvent({ ...given, attribution_status: 'unresolved' });
    const launch = activityReferenceEvent({
      ...given,
      attribution_status: 'unresolved',
      start_ns: 10,
      end_ns: 20,
      metadata: { intervals: [[0, 5]] },
    });

    expect([plain.schema_version, plain.activity_domain]).toEqual([2, 'unknown']);
    expect(launch.schema_version).toBe(3);
  });

  it('name the field that is wrong', () => {
    const wrong = () =>
      activityReferenceEvent({
        context: sampleContext(),
        event_id: 'e',
        activity_ref: ref('k'),
        activity_kind: 'kernel',
        attribution_status: 'linked',
      });

    expect(wrong).toThrow(expect.objectContaining({ field: 'attribution_status' }));
  });

  it('refuse capabilities that contradict themselves', () => {
    const given = { context: sampleContext(), event_id: 'e', component: 'torch' };

    expect(() => capabilityEvent({ ...given, available: false, supported: ['spans'] })).toThrow(InvalidRecordError);
    expect(() => capabilityEvent({ ...given, available: true, supported: ['a'], enabled: ['b'] })).toThrow(
      InvalidRecordError,
    );
    expect(() => capabilityEvent({ ...given, available: true, supported: ['a', 'a'] })).toThrow(InvalidRecordError);
  });

  it('check a context once and freeze it, since events share it', () => {
    const context = correlationContext({ ...sampleContext(), rank: 3 });

    const event = requestEvent({ context, event_id: 'e', request_ref: ref('r') });

    expect(event.context).toBe(context);
    expect(Object.isFrozen(context)).toBe(true);
  });
});

it('narrows every field in a switch on the event type', () => {
  const describeEvent = (event: InferenceEvent): string => {
    switch (event.event_type) {
      case 'infer.request':
        return event.request_ref.id satisfies string;
      case 'infer.iteration':
        return event.iteration_ref.id satisfies string;
      case 'infer.stage':
        return event.name;
      case 'infer.membership':
        return event.role;
      case 'infer.activity_ref':
        return event.attribution_status satisfies 'linked' | 'unresolved';
      case 'infer.capabilities':
        return event.component;
      case 'infer.clock_alignment':
        return event.from_clock_domain;
      case 'infer.artifact':
        return event.artifact_kind;
    }
  };

  expect(describeEvent(requestEvent({ context: sampleContext(), event_id: 'e', request_ref: ref('r9') }))).toBe('r9');
});
