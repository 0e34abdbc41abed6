import { ConflictError, InvalidRecordError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ContextRegistry,
  CorrelationRecordDecoder,
  CorrelationRecordEncoder,
  contextId,
  correlationContext,
  decodeInferenceRecords,
  inferenceRecordLine,
  parseInferenceRecord,
} from '../src/index.ts';
import { anyEvent, CONTEXT_ROW, requestRow, sampleContext } from './sample-events.ts';

const definition = (id: string, context = CONTEXT_ROW) => ({
  schema_version: 4,
  event_type: 'infer.context',
  context_id: id,
  context,
});

function compactRow(id: string, changes: object = {}) {
  const { context: _, ...rest } = requestRow();
  return { ...rest, schema_version: 4, context_id: id, ...changes };
}

it('names a context as the Python package does', () => {
  const context = correlationContext({
    run_id: 'run-7',
    session_id: 'sess-é',
    producer_id: 'engine-0',
    source: 'demo',
    clock_domain: 'node-1/monotonic',
    clock_kind: 'monotonic',
    collection_mode: 'active',
    provenance: 'observed',
    pid: 4242,
    rank: 0,
    world_size: 2,
  });

  expect(contextId(context)).toBe('ctx-689bdd5f4dc72b73');
});

describe('encoding and decoding', () => {
  it('gives every event back', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        const encoder = new CorrelationRecordEncoder();
        const decoder = new CorrelationRecordDecoder();

        const rows = events.flatMap((event) => encoder.encode(event));
        const decoded = rows.map((row) => decoder.decodeEvent(row)).filter((record) => record !== null);

        expect(decoded).toEqual(events);
        expect(decodeInferenceRecords(rows).map((record) => parseInferenceRecord(record))).toEqual(events);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('defines every context once', () => {
    const encoder = new CorrelationRecordEncoder();

    const first = encoder.encode(requestRow());
    const second = encoder.encode(requestRow({ event_id: 'rq-2' }));

    expect(first.map((row) => row['event_type'])).toEqual(['infer.context', 'infer.request']);
    expect(second).toHaveLength(1);
    expect(second[0]?.['context_id']).toBe(first[0]?.['context_id']);
  });

  it('changes nothing until rows are committed', () => {
    const encoder = new CorrelationRecordEncoder();

    expect(encoder.prepare(requestRow())).toHaveLength(2);
    const rows = encoder.prepare(requestRow());
    encoder.commit(rows);

    expect(rows).toHaveLength(2);
    expect(encoder.prepare(requestRow())).toHaveLength(1);
  });

  it('writes with the id that an artifact has for a context, and leaves its registry alone', () => {
    const decoder = new CorrelationRecordDecoder();
    decoder.decode(definition('mine'));
    const encoder = new CorrelationRecordEncoder(decoder.registry);

    const rows = encoder.encode(requestRow());
    encoder.encode(requestRow({ context: { ...CONTEXT_ROW, rank: 1 } }));

    expect(rows).toMatchObject([{ context_id: 'mine' }]);
    expect(
      decoder.registry.idOf(correlationContext({ ...sampleContext(), device_uuid: null, rank: 1 })),
    ).toBeUndefined();
  });

  it('keeps absent fields absent and null ones null', () => {
    const rows = new CorrelationRecordEncoder().encode(requestRow({ status: null }));

    expect(Object.keys(rows[1] ?? {}).sort()).toEqual(
      ['context_id', 'event_id', 'event_type', 'request_ref', 'schema_version', 'status'].sort(),
    );
  });

  it('gives every record a context of its own', () => {
    const [first, second] = decodeInferenceRecords([definition('c'), compactRow('c'), compactRow('c')]);

    expect(first?.['context']).toEqual(second?.['context']);
    expect(first?.['context']).not.toBe(second?.['context']);
  });

  it('knows two ids for one context and keeps the first for writing', () => {
    const registry = new ContextRegistry();
    const context = sampleContext();
    registry.register('one', context);
    registry.register('two', context);

    expect(registry.idOf(context)).toBe('one');
    expect(registry.contextOf('two')).toBe(context);
  });

  it('refuses an id that is given to another context, naming both', () => {
    const rows = [definition('c'), definition('c'), definition('c', { ...CONTEXT_ROW, rank: 5 })];

    const failure = () => decodeInferenceRecords(rows);

    expect(failure).toThrow(ConflictError);
    expect(failure).toThrow(expect.objectContaining({ identity: 'c', record: 3, code: 'identity_conflict' }));
  });

  it.each([
    ['an id that is not defined yet', [compactRow('c'), definition('c')], 1, 'context_id'],
    ['a context beside its id', [definition('c'), compactRow('c', { context: null })], 2, 'context'],
    ['a context id on a row of version 2', [requestRow({ context_id: null })], 1, 'schema_version'],
    ['a definition with another key', [{ ...definition('c'), note: null }], 1, 'note'],
    [
      'a definition without its context',
      [{ schema_version: 4, event_type: 'infer.context', context_id: 'c' }],
      1,
      'context',
    ],
    ['an empty id', [definition('')], 1, 'context_id'],
    [
      'a legacy type in a row of version 4',
      [definition('c'), compactRow('c', { event_type: 'infer.summary' })],
      2,
      'event_type',
    ],
    ['a field that breaks a rule', [definition('c'), compactRow('c', { start_ns: -1 })], 2, 'start_ns'],
    ['a bad context in a definition', [definition('c', { ...CONTEXT_ROW, rank: -1 })], 1, 'context.rank'],
  ])('refuses %s, naming position and field', (_, rows, record, field) => {
    const failure = () => decodeInferenceRecords(rows);

    expect(failure).toThrow(InvalidRecordError);
    expect(failure).toThrow(expect.objectContaining({ record, field }));
  });

  it('refuses an activity that names intervals and gives none', () => {
    const row = {
      schema_version: 3,
      event_type: 'infer.activity_ref',
      context: CONTEXT_ROW,
      event_id: 'e',
      activity_ref: { producer_id: 'p', id: 'k' },
      activity_kind: 'kernel',
      attribution_status: 'unresolved',
      metadata: { intervals: null },
    };
    const { context: _, ...rest } = row;

    expect(new CorrelationRecordEncoder().encode(row)).toEqual([row]);
    expect(() => decodeInferenceRecords([definition('c'), { ...rest, schema_version: 4, context_id: 'c' }])).toThrow(
      expect.objectContaining({ field: 'metadata.intervals', record: 2 }),
    );
  });
});

it('writes lines that are ASCII with sorted keys', () => {
  const line = inferenceRecordLine({ b: 'é😀\u007f', a: [1e-5, 10n ** 20n, Number.NaN] });

  expect(line).toBe('{"a": [1e-05, 100000000000000000000, NaN], "b": "\\u00e9\\ud83d\\ude00\\u007f"}');
});
