import type { JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import { anyValue, awkwardText, changed, fewChanges, metadataValue, mostly, ownKeys } from './values.ts';

/** A record or row under construction. */
export type Row = { [key: string]: JsonValue };

const seldomNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });
/** Names from a few, so that references meet. */
const name = (...names: string[]) =>
  fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: awkwardText });

const BASE_NS = 1_700_000_000_123_456_789n;
const nanoseconds: fc.Arbitrary<bigint> = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 60 }).map((n) => BASE_NS + BigInt(n)) },
  { weight: 2, arbitrary: fc.nat({ max: 40 }).map((n) => BigInt(n)) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n + 5n, 10n ** 30n) },
);
const identifier = fc.oneof(fc.nat({ max: 9 }), fc.constantFrom(2n ** 53n + 1n, 2n ** 64n - 1n, 10n ** 25n));
const count = fc.oneof(fc.nat({ max: 4096 }), fc.constantFrom(0, Number.MAX_SAFE_INTEGER));

const span = fc
  .tuple(seldomNull(nanoseconds), seldomNull(nanoseconds), fc.integer({ min: 0, max: 7 }))
  .map(([a, b, order]) => {
    const isBackward = a !== null && b !== null && b < a && order > 0;
    return isBackward ? { start_ns: b, end_ns: a } : { start_ns: a, end_ns: b };
  });

const sizes = { input_tokens: seldomNull(count), output_tokens: seldomNull(count), kv_bytes: seldomNull(count) };

/** A reference to one of a few entities. */
export const ref = (...ids: string[]): fc.Arbitrary<Row> =>
  fc.record({ producer_id: name('engine-0', 'engine-0', 'client', '\uffee', '😀'), id: name(...ids) }).map(ownKeys);

const requestRef = ref('r1', 'r2', 'r10', 'r3');
const attemptRef = ref('a1', 'a2');
const iterationRef = ref('i1', 'i2', 'i3', 'i4');

/** Free-form data of an event. */
export const metadata: fc.Arbitrary<Row> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .dictionary(fc.oneof(awkwardText, fc.constantFrom('a', 'b', 'gap_ns')), metadataValue, { maxKeys: 3 })
      .map((value) => ownKeys({ ...value })),
  },
  { weight: 1, arbitrary: fc.constantFrom<Row[]>({ n: 1 }, { n: true }, { n: [0, false] }, { gap_ns: 7 }) },
);

/** A context of one of a few processes, mostly complete. */
export const context: fc.Arbitrary<Row> = fc
  .tuple(
    fc.constantFrom('engine-0', 'engine-1'),
    fc.constantFrom('session-1', 'session-1', 'session-2'),
    fc.constantFrom('monotonic', 'monotonic', 'wall', 'device'),
    fc.constantFrom<(string | null)[]>('GPU-0', 'GPU-0', 'GPU-1', null),
    fc.constantFrom('fake-engine', 'stormlog.infer.import_execution'),
    fc.constantFrom<Row[]>({}, {}, { rank: 0, world_size: 2 }, { pid: 4242, host: 'h', engine: 'é\u007f' }),
  )
  .map(([producer_id, session_id, clock_kind, device_uuid, source, more]) => ({
    run_id: 'run-1',
    session_id,
    producer_id,
    source,
    clock_domain: 'worker-a/monotonic',
    clock_kind,
    collection_mode: 'passive',
    provenance: 'reported',
    device_uuid,
    ...more,
  }));

/** A context with its members changed in a few cases. */
export const contextChanged: fc.Arbitrary<Row> = fc
  .tuple(context, fewChanges(['run_id', 'clock_kind', 'rank', 'world_size', 'pid', 'host', 'extra', '__proto__']))
  .map(([value, changes]) => changed(value, changes));

const intervals: fc.Arbitrary<JsonValue> = fc.oneof<fc.MaybeWeightedArbitrary<JsonValue>[]>(
  {
    weight: 12,
    arbitrary: fc
      .array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 5 })), { minLength: 1, maxLength: 4 })
      .map((pairs) => {
        let cursor = 0;
        return pairs.map(([gap, length]): JsonValue => {
          const offset = cursor + gap;
          cursor = offset + length;
          return [offset, length];
        });
      }),
  },
  { weight: 1, arbitrary: fc.array(fc.tuple(fc.integer({ min: -1, max: 9 }), fc.nat({ max: 5 })), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue[]>(null, 0, {}, [[1]], [[1, true]], [[0, 1.5]], ['x']) },
);

const activity = fc
  .record({
    event_type: fc.constant('infer.activity_ref'),
    activity_ref: ref('k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'),
    activity_kind: name('kernel', 'copy'),
    iteration_ref: fc.option(iterationRef, { nil: null, freq: 2 }),
    activity_domain: fc.constantFrom('gpu', 'gpu', 'gpu', 'cpu', 'unknown'),
    correlation_scope: seldomNull(ref('scope')),
    trace_attachment_id: seldomNull(name('trace-1')),
    runtime_correlation_id: seldomNull(identifier),
    cuda_correlation_id: seldomNull(identifier),
    stream_id: seldomNull(identifier),
    graph_id: seldomNull(identifier),
    span,
    busy: fc.option(intervals, { nil: undefined, freq: 1 }),
    fits: fc.integer({ min: 0, max: 9 }),
    metadata,
  })
  .map(({ span: ends, busy, fits, metadata: free, ...rest }) => {
    const isWide = busy !== undefined && fits > 0;
    const made = busy === undefined ? free : { ...free, intervals: busy };
    return {
      ...rest,
      ...(isWide ? { start_ns: BASE_NS, end_ns: BASE_NS + 60n } : ends),
      attribution_status: rest.iteration_ref === null ? 'unresolved' : 'linked',
      metadata: made,
      schema_version: Object.hasOwn(made, 'intervals') ? 3 : 2,
    };
  });

const withSpan = <T extends { span: Row }>(value: T): Row => {
  const { span: ends, ...rest } = value;
  return { ...rest, ...ends };
};

const request = fc
  .record({
    event_type: fc.constant('infer.request'),
    request_ref: requestRef,
    attempt_ref: seldomNull(attemptRef),
    backend_request_ref: seldomNull(ref('b1')),
    status: seldomNull(name('finished', 'failed')),
    span,
    ...sizes,
  })
  .map(withSpan);

const iteration = fc
  .record({
    event_type: fc.constant('infer.iteration'),
    iteration_ref: iterationRef,
    batch_ref: seldomNull(ref('b')),
    span,
  })
  .map(withSpan);

const stage = fc
  .record({
    event_type: fc.constant('infer.stage'),
    stage_ref: ref('s1', 's2', 's3'),
    name: name('prefill', 'decode', 'queue'),
    request_ref: seldomNull(requestRef),
    iteration_ref: fc.option(iterationRef, { nil: null, freq: 9 }),
    span,
    ...sizes,
  })
  .map(withSpan);

const membership = fc.record({
  event_type: fc.constant('infer.membership'),
  request_ref: requestRef,
  iteration_ref: iterationRef,
  role: name('prefill', 'decode'),
  attempt_ref: fc.option(attemptRef, { nil: null, freq: 2 }),
  ...sizes,
});

const names = fc.array(fc.constantFrom('spans', 'kv', 'Spans'), { maxLength: 3 });
const capabilities = fc.record(
  {
    event_type: fc.constant('infer.capabilities'),
    component: name('torch'),
    available: fc.constantFrom(true, true, true, false),
    supported: mostly(fc.constant(['spans', 'kv', 'Spans']), names),
    enabled: mostly(fc.constant(['kv', 'spans']), names),
    collected: mostly(fc.constantFrom<string[][]>([], ['kv']), names),
  },
  { requiredKeys: ['event_type', 'component', 'available'] },
);

const artifact = fc.record({
  event_type: fc.constant('infer.artifact'),
  artifact_kind: name('trace'),
  created_at_ns: nanoseconds,
});

/** An alignment between two of a few domains, so that several cover a time. */
export const alignment: fc.Arbitrary<Row> = fc
  .record({
    event_type: fc.constant('infer.clock_alignment'),
    from_clock_domain: fc.constantFrom('x', 'x', 'y'),
    to_clock_domain: fc.constantFrom('y', 'y', 'x'),
    offset_ns: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom(-(2n ** 70n), 2n ** 60n)),
    uncertainty_ns: fc.oneof(fc.nat({ max: 9 }), fc.constant(2n ** 65n)),
    bounds: span,
    metadata,
  })
  .map(({ bounds, ...rest }) => ({ ...rest, valid_from_ns: bounds.start_ns, valid_to_ns: bounds.end_ns }));

const KEYS = [
  'schema_version',
  'event_type',
  'context',
  'event_id',
  'metadata',
  'request_ref',
  'iteration_ref',
  'attempt_ref',
  'activity_ref',
  'start_ns',
  'end_ns',
  'name',
  'role',
  'status',
  'input_tokens',
  'attribution_status',
  'activity_domain',
  'supported',
  'collected',
  'offset_ns',
  'timestamp_ns',
  'context_id',
  '__proto__',
] as const;

const wrongValue: fc.Arbitrary<JsonValue> = fc.oneof(
  anyValue,
  fc.constantFrom<JsonValue[]>(2, 3, 4, 'infer.', 'infer.summary', 'infer.context', 'infer.request', 'Infer.request'),
  fc.constantFrom<JsonValue[]>(
    { producer_id: 'p', id: 'i', x: null },
    { producer_id: 'p' },
    { producer_id: '', id: 'i' },
  ),
);

/** An event that carries its context. */
export const embedded = (own: fc.Arbitrary<Row>): fc.Arbitrary<Row> =>
  fc
    .record({ own, header: fc.record({ context, event_id: name('e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8') }) })
    .map(({ own: fields, header }) => ({ schema_version: 2, ...header, ...fields }));

/** The own fields of an event of any type. */
export const anyEvent: fc.Arbitrary<Row> = fc.oneof<fc.MaybeWeightedArbitrary<Row>[]>(
  { weight: 4, arbitrary: activity },
  { weight: 3, arbitrary: request },
  { weight: 3, arbitrary: iteration },
  { weight: 3, arbitrary: membership },
  { weight: 2, arbitrary: stage },
  { weight: 1, arbitrary: alignment },
  { weight: 1, arbitrary: capabilities },
  { weight: 1, arbitrary: artifact },
);

/** The own fields of an activity. */
export const anyActivity: fc.Arbitrary<Row> = activity;

/** An event or a row of another kind, in a few cases with members changed, taken away or added. */
export const anyRow: fc.Arbitrary<Row> = fc.oneof<fc.MaybeWeightedArbitrary<Row>[]>(
  {
    weight: 12,
    arbitrary: fc
      .tuple(embedded(anyEvent), fewChanges(KEYS, wrongValue), fc.option(contextChanged, { nil: undefined, freq: 6 }))
      .map(([row, changes, other]) => changed(other === undefined ? row : { ...row, context: other }, changes)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Row[]>(
      { event_type: 'infer.request', session_id: 's' },
      { event_type: 'infer.' },
      { schema_version: 1, event_type: 'infer.summary', x: [1.5] },
      { schema_version: true, event_type: 'infer.request' },
      {},
    ),
  },
);

const HOWS = ['same', 'same', 'same', 'new id', 'new id', 'changed'] as const;

/** An event of a graph: sound, its entities few, its identity from a counter so that it seldom clashes. */
export const graphEvents: fc.Arbitrary<Row[]> = fc
  .tuple(
    fc.array(fc.tuple(anyEvent, context), { maxLength: 14 }),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...HOWS)), { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([made, again, sameContext]) => {
    const rows = made.map(
      ([own, given], index): Row => ({
        schema_version: 2,
        event_id: `e${index}`,
        context: sameContext ? (made[0]?.[1] ?? given) : given,
        ...own,
      }),
    );
    for (const [place, how] of again) {
      const row = rows[place % Math.max(rows.length, 1)];
      if (row === undefined) continue;
      if (how === 'same') rows.push(row);
      else if (how === 'new id') rows.push({ ...row, event_id: `d${place}` });
      else rows.push({ ...row, metadata: { other: true } });
    }
    return distinctEntities(rows);
  });

/** Leaves out what reports an entity a second time otherwise, in three of four graphs. */
function distinctEntities(rows: readonly Row[]): Row[] {
  const isStrict = rows.length % 5 === 4;
  const seen = new Map<string, string>();
  return rows.filter((row) => {
    const key = ['request_ref', 'iteration_ref', 'stage_ref', 'activity_ref', 'attempt_ref', 'role']
      .map((name) => JSON.stringify(row[name] ?? null))
      .join();
    const content = textOf({ ...row, event_id: null });
    const known = seen.get(`${String(row['event_type'])} ${key}`);
    if (known !== undefined && known !== content && !isStrict) return false;
    seen.set(`${String(row['event_type'])} ${key}`, content);
    return true;
  });
}

function textOf(value: JsonValue): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item));
}
