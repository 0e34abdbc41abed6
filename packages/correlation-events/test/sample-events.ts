import type { JsonObject, JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import {
  activityReferenceEvent,
  type CorrelationContext,
  clockAlignmentEvent,
  correlationContext,
  type InferenceEvent,
  iterationEvent,
  membershipEvent,
  requestEvent,
  stageEvent,
} from '../src/index.ts';

/** A complete context, with changes. */
export function sampleContext(changes: Partial<CorrelationContext> = {}): CorrelationContext {
  return correlationContext({
    run_id: 'run-7',
    session_id: 'session-1',
    producer_id: 'engine-0',
    source: 'vllm.engine',
    clock_domain: 'node-1/monotonic',
    clock_kind: 'monotonic',
    collection_mode: 'active',
    provenance: 'observed',
    device_uuid: 'GPU-0',
    ...changes,
  });
}

/** The same as a row carries it: known fields only. */
export const CONTEXT_ROW: JsonObject = {
  run_id: 'run-7',
  session_id: 'session-1',
  producer_id: 'engine-0',
  source: 'vllm.engine',
  clock_domain: 'node-1/monotonic',
  clock_kind: 'monotonic',
  collection_mode: 'active',
  provenance: 'observed',
};

/** A sound request as a row. */
export function requestRow(changes: JsonObject = {}): JsonObject {
  return {
    schema_version: 2,
    event_type: 'infer.request',
    context: CONTEXT_ROW,
    event_id: 'rq-1',
    request_ref: { producer_id: 'client', id: 'r1' },
    ...changes,
  };
}

export function ref(id: string, producer = 'engine-0') {
  return { producer_id: producer, id };
}

const contexts = [
  sampleContext(),
  sampleContext({ producer_id: 'engine-1', rank: 1, world_size: 2 }),
  sampleContext({ session_id: 'session-2', clock_kind: 'device', host: 'é "\\ 😀' }),
  sampleContext({ device_uuid: null }),
];

const texts = fc.constantFrom('a', 'b', 'é', '\uffee', '😀', 'x"y', 'back\\slash', '__proto__', '\u0000');
const refOf = (...ids: string[]) =>
  fc.record({ producer_id: fc.constantFrom('engine-0', 'client', '\uffee'), id: fc.constantFrom(...ids) });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const start = fc.oneof(
  fc.nat({ max: 50 }).map((n) => 1_787_650_000_123_456_789n + BigInt(n)),
  fc.nat({ max: 60 }).map(BigInt),
  fc.constantFrom(2n ** 53n - 1n, 2n ** 63n - 1n, 2n ** 64n, 10n ** 30n),
);
const sizes = { input_tokens: orNull(fc.nat()), output_tokens: orNull(fc.nat()), kv_bytes: orNull(fc.maxSafeNat()) };
const identifier = orNull(fc.oneof<fc.Arbitrary<number | bigint>[]>(fc.maxSafeNat(), fc.constant(2n ** 64n - 1n)));

const metadataValue: fc.Arbitrary<JsonValue> = fc.oneof<fc.Arbitrary<JsonValue>[]>(
  texts,
  fc.constantFrom<JsonValue[]>(null, true, 1, 0.5, -1.25e-7, 1e300, 2n ** 70n, Number.NaN, [], {}, [1, { k: 'v' }]),
);

/** Free-form data, own `__proto__` keys among it. */
export const metadata: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(texts, metadataValue), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  },
);

const header = { context: fc.constantFrom(...contexts), metadata };
const span = fc.tuple(orNull(start), fc.nat({ max: 30 }), fc.boolean()).map(([from, length, isWhole]) => ({
  start_ns: from,
  end_ns: from === null || !isWhole ? null : from + BigInt(length),
}));

/** Activities, some with intervals, over a few devices and iterations. */
export const activity: fc.Arbitrary<InferenceEvent> = fc
  .record({
    ...header,
    event_id: fc.constant('e'),
    activity_ref: refOf('k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8'),
    activity_kind: texts,
    activity_domain: fc.constantFrom('gpu', 'gpu', 'gpu', 'cpu', 'runtime', 'unknown'),
    iteration_ref: orNull(refOf('i1', 'i2', 'i3')),
    correlation_scope: orNull(refOf('s')),
    trace_attachment_id: orNull(texts),
    runtime_correlation_id: identifier,
    cuda_correlation_id: identifier,
    stream_id: identifier,
    graph_id: identifier,
    span,
    pairs: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 3 }),
  })
  .map(({ span: ends, pairs, metadata: free, ...fields }) => {
    const status = fields.iteration_ref === null ? 'unresolved' : 'linked';
    const isWhole = ends.start_ns !== null && pairs.length > 0;
    if (!isWhole) return activityReferenceEvent({ ...fields, ...ends, metadata: free, attribution_status: status });
    let cursor = 0;
    const intervals = pairs.map(([gap, length]) => {
      const offset = cursor + gap;
      cursor = offset + length;
      return [offset, length];
    });
    return activityReferenceEvent({
      ...fields,
      start_ns: ends.start_ns,
      end_ns: (ends.start_ns ?? 0n) + BigInt(cursor),
      metadata: { ...free, intervals },
      attribution_status: status,
    });
  });

const request = fc
  .record({
    ...header,
    event_id: fc.constant('e'),
    request_ref: refOf('r1', 'r2', 'r3'),
    attempt_ref: orNull(refOf('a1', 'a2')),
    status: orNull(texts),
    span,
    ...sizes,
  })
  .map(({ span: ends, ...fields }) => requestEvent({ ...fields, ...ends }));

const iteration = fc
  .record({
    ...header,
    event_id: fc.constant('e'),
    iteration_ref: refOf('i1', 'i2', 'i3'),
    batch_ref: orNull(refOf('b')),
    span,
  })
  .map(({ span: ends, ...fields }) => iterationEvent({ ...fields, ...ends }));

const stage = fc
  .record({
    ...header,
    event_id: fc.constant('e'),
    stage_ref: refOf('s1', 's2', 's3', 's4'),
    name: fc.constantFrom('queue', 'prefill', 'decode'),
    request_ref: refOf('r1', 'r2', 'r9'),
    iteration_ref: orNull(refOf('i1', 'i9')),
    span,
    ...sizes,
  })
  .map(({ span: ends, ...fields }) => stageEvent({ ...fields, ...ends }));

const membership = fc
  .record({
    ...header,
    event_id: fc.constant('e'),
    request_ref: refOf('r1', 'r2', 'r9'),
    iteration_ref: refOf('i1', 'i9'),
    role: texts,
    attempt_ref: orNull(refOf('a1', 'a9')),
    ...sizes,
  })
  .map(membershipEvent);

const alignment = fc
  .record({
    ...header,
    event_id: fc.constant('e'),
    from_clock_domain: texts,
    to_clock_domain: texts,
    offset_ns: fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }),
    uncertainty_ns: fc.bigInt({ min: 0n, max: 2n ** 66n }),
  })
  .map(clockAlignmentEvent);

/** An event of any frequent type. */
export const anyEvent: fc.Arbitrary<InferenceEvent> = fc.oneof(
  { weight: 4, arbitrary: activity },
  { weight: 2, arbitrary: request },
  { weight: 2, arbitrary: iteration },
  { weight: 2, arbitrary: stage },
  { weight: 2, arbitrary: membership },
  { weight: 1, arbitrary: alignment },
);

/** Events with event ids of their own; entities may be reported twice, differently too. */
export const someEvents: fc.Arbitrary<InferenceEvent[]> = fc
  .tuple(fc.array(anyEvent, { maxLength: 16 }), fc.array(fc.nat(), { maxLength: 2 }))
  .map(([events, again]) => {
    const numbered = events.map((event, index): InferenceEvent => ({ ...event, event_id: `e${index}` }));
    for (const place of again) {
      const event = numbered[place % Math.max(numbered.length, 1)];
      if (event !== undefined) numbered.push(place % 2 === 0 ? event : { ...event, event_id: `d${place}` });
    }
    return numbered;
  });

/** Leaves out events that would clash with earlier ones, so that the rest resolves. */
export function withoutClashes(
  events: readonly InferenceEvent[],
  clashes: (events: InferenceEvent[]) => boolean,
): InferenceEvent[] {
  const kept: InferenceEvent[] = [];
  for (const event of events) {
    kept.push(event);
    if (clashes(kept)) kept.pop();
  }
  return kept;
}
