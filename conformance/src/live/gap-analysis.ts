import type { JsonObject, JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import { manyRanks, memorySeries } from './parts/memory-series.ts';
import { attribution, origin, phaseEvents, smallTime, span } from './parts/phase-events.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { anyValue, changed, fewChanges, fraction, mostly, ownKeys, text } from './parts/values.ts';

const oneRank = memorySeries(0, 1, 's');

const analyze = fc
  .tuple(
    oneRank,
    phaseEvents(['s'], 'checked'),
    fc.record(
      {
        thresholds: fc.record({
          gap_ratio_threshold: fc.constantFrom(0.05, 0, 0.001),
          gap_spike_zscore: fc.constantFrom(2, 1.5, 0.5, 3.5),
          gap_drift_r_squared: fc.constantFrom(0.6, 0.1, 0.99),
          gap_fragmentation_ratio: fc.constantFrom(0.3, 0.1, 0.45),
        }),
        remediation: fc.constantFrom({ transient_spike: ['look'], __proto: ['x'] }, {}),
        phases: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(
    ([events, phases, rest]): Question => ({ op: 'gap.analyze', input: { events: [...events, ...phases], ...rest } }),
  );

const overrides: fc.Arbitrary<JsonObject> = fc.record(
  {
    min_samples_per_rank: mostly(fc.constantFrom(3, 5, 8), anyValue),
    min_gap_bytes: fc.constantFrom(0, 1000, 2 ** 28, -1),
    min_gap_ratio: fc.constantFrom(0, 0.01, 0.06, -0.5),
    robust_zscore_threshold: fc.constantFrom(1.5, 3, 0),
    marker_window_ns: fc.constantFrom(0, 150_000_000, -1),
    synchrony_window_ns: fc.constantFrom(0, 500_000_000),
    min_synchrony_ratio: fc.constantFrom(0, 0.5, 1, 1.5),
    min_confidence: mostly(fc.constantFrom(0, 0.2, 0.5), fc.constantFrom<JsonValue>(2, 'x', null)),
    unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);

const someOverrides = fc.oneof(
  { weight: 3, arbitrary: fc.constant<JsonObject>({}) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        min_samples_per_rank: fc.constantFrom(3, 5),
        min_gap_ratio: fc.constantFrom(0, 0.01),
        min_gap_bytes: fc.constantFrom(0, 2 ** 20),
        min_confidence: fc.constantFrom(0, 0.2),
        robust_zscore_threshold: fc.constantFrom(1.2, 2),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: overrides },
);

const preset = mostly(fc.constantFrom('low', 'medium', 'high'), text(' HIGH ', 'constructor', ''));

const resolveConfig = fc
  .record({ preset: fc.option(preset), overrides: fc.option(overrides) }, { requiredKeys: [] })
  .map((input): Question => ({ op: 'collective.resolve_config', input }));

const attribute = fc
  .tuple(
    manyRanks,
    phaseEvents(['s'], 'checked'),
    fc.record({ preset, overrides: someOverrides, phases: fc.boolean() }, { requiredKeys: [] }),
  )
  .map(
    ([events, phases, rest]): Question => ({
      op: 'collective.attribute',
      input: { events: [...events, ...(rest.phases ? phases : [])], ...rest },
    }),
  );

const counter: fc.Arbitrary<JsonValue> = fc.oneof<fc.MaybeWeightedArbitrary<JsonValue>[]>(
  { weight: 8, arbitrary: fc.nat({ max: 2 ** 31 - 1 }) },
  { weight: 2, arbitrary: fc.constantFrom<JsonValue>(null, 0, true, '12', ' 1_0 ', '٣', -5, 2n ** 60n + 1000n) },
  { weight: 1, arbitrary: mostly(fraction, fc.constantFrom<JsonValue>('1.5', [], {}, Number.NaN)) },
);

const derivedEvent: fc.Arbitrary<JsonObject> = fc.record(
  {
    event_type: fc.constantFrom('sample', 'stop', 'Stop'),
    allocator_allocated_bytes: counter,
    allocator_reserved_bytes: counter,
    allocator_inactive_bytes: counter,
    device_used_bytes: counter,
    device_total_bytes: fc.constantFrom<JsonValue>(null, 85_899_345_920, 0, -5, 1.5, 'text', true),
    collector: fc.constantFrom('stormlog.cuda_tracker', 'Fallback', 'legacy.unknown', '', 'x-PARTIAL'),
    metadata: mostly(
      fc
        .dictionary(
          fc.constantFrom(
            'supports_fragmentation_analysis',
            'supports_allocator_inactive',
            'supports_allocator_allocated',
            '__proto__',
          ),
          fc.constantFrom<JsonValue>(true, false, null, 0, 'false'),
          { maxKeys: 3, noNullPrototype: true },
        )
        .map((flags) => ({ memory_capabilities: ownKeys(flags) })),
      anyValue,
    ),
  },
  { requiredKeys: ['event_type'] },
);

const derived = fc.oneof(
  derivedEvent.map((event): Question => ({ op: 'derived.event_fields', input: event })),
  derivedEvent.map((event): Question => ({ op: 'derived.enrich', input: event })),
  fc.array(derivedEvent, { maxLength: 4 }).map((events): Question => ({ op: 'derived.session_fields', input: events })),
  fc
    .array(derivedEvent, { maxLength: 3 })
    .map((events): Question => ({ op: 'derived.fragmentation_unavailable', input: events })),
  fc
    .tuple(derivedEvent, text('supports_fragmentation_analysis', 'supports_allocator_inactive', '__proto__'))
    .map(([event, feature]): Question => ({ op: 'derived.feature_enabled', input: { event, feature } })),
);

const markerEvent: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.record(
      {
        event_type: text('start', 'stop', 'warning', 'critical', 'error', ' error ', 'collector_degraded', 'sample'),
        session_id: fc.constantFrom('s', 't', ''),
        timestamp_ns: smallTime,
        rank: fc.constantFrom(0, 1),
        local_rank: fc.constantFrom(0, 1),
        world_size: fc.constant(2),
        context: fc.option(text('hello', '  padded ', ' ')),
        metadata: fc
          .dictionary(
            fc.constantFrom('oom_reason', 'oom_dump_path', 'x'),
            fc.constantFrom<JsonValue>(null, ' full ', '', 3, {}),
            { maxKeys: 2, noNullPrototype: true },
          )
          .map(ownKeys),
      },
      { requiredKeys: ['event_type', 'session_id', 'timestamp_ns'] },
    ),
    fewChanges(['session_id', 'timestamp_ns', 'rank', 'local_rank', 'metadata', 'context']),
  )
  .map(([event, changes]) => changed(event, changes));

const markers = fc
  .tuple(
    fc.array(markerEvent, { maxLength: 6 }),
    phaseEvents(['s', 't'], 'loose'),
    fc.record({ include_phase_markers: fc.boolean() }, { requiredKeys: [] }),
    fc.constantFrom('marker.derive', 'marker.derive', 'marker.derive_session'),
  )
  .map(([points, phases, rest, op]): Question => ({ op, input: { events: [...points, ...phases], ...rest } }));

const query: fc.Arbitrary<JsonObject> = fc.oneof<fc.Arbitrary<JsonObject>[]>(
  fc.record({
    query: fc.constant('spans_for'),
    session_id: fc.constantFrom('s', 't', 'gone'),
    rank: fc.constantFrom(null, 0, 1),
  }),
  fc.record({
    query: fc.constant('active_spans'),
    timestamp_ns: smallTime,
    session_id: fc.constantFrom('s', 't'),
    rank: fc.constantFrom(null, 0, 1),
  }),
  fc.record(
    {
      query: fc.constant('resolve'),
      timestamp_ns: smallTime,
      session_id: fc.constantFrom('s', 's', 't', null),
      rank: fc.constantFrom(null, 0, 1),
      origin_thread_id: fc.constantFrom(null, 1, 2, 9),
      origin_phase_scope_id: fc.constantFrom(null, '', 's:1', 's:2', 's:3'),
    },
    { requiredKeys: ['query', 'timestamp_ns', 'session_id'] },
  ),
  fc.record({
    query: fc.constantFrom('resolve_for_event', 'summarize_event'),
    event: fc.record(
      {
        timestamp_ns: mostly(smallTime, anyValue),
        session_id: mostly(fc.constant('s'), anyValue),
        rank: mostly(fc.constantFrom<JsonValue>(0, 1, '0', ' 1 '), anyValue),
        origin_thread_id: origin,
        origin_phase_scope_id: origin,
        metadata: fc.oneof<fc.Arbitrary<JsonValue>[]>(
          fc.record({ origin_thread_id: origin, origin_phase_scope_id: origin }, { requiredKeys: [] }),
          anyValue,
        ),
      },
      { requiredKeys: ['timestamp_ns', 'session_id'] },
    ),
  }),
);

const replay = fc
  .tuple(
    phaseEvents(['s'], 'loose'),
    phaseEvents(['s', 't'], 'loose'),
    fc.array(query, { minLength: 1, maxLength: 5 }),
    fc.boolean(),
  )
  .map(
    ([first, second, queries, backwards]): Question => ({
      op: 'phase.replay_index',
      input: { events: backwards ? [...second, ...first].reverse() : [...first, ...second], queries },
    }),
  );

const boundary = phaseEvents(['s'], 'loose')
  .filter((events) => events.length > 0)
  .chain((events) => fc.tuple(fc.constantFrom(...events), fc.constantFrom('phase.parse_boundary', 'phase.is_boundary')))
  .map(([event, op]): Question => ({ op, input: event }));

const spans = fc
  .tuple(
    fc.array(span, { maxLength: 6 }),
    fc.record(
      {
        strategy: mostly(fc.constant('deepest_per_thread'), fc.constant('other')),
        origin_thread_id: fc.constantFrom(null, 1, 2, 9),
        origin_phase_scope_id: fc.constantFrom(null, '', 's:1'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([given, rest]): Question => ({ op: 'phase.attribute_spans', input: { spans: given, ...rest } }));

const labels = fc.oneof(
  fc.record({ first: attribution, second: attribution }).map((input): Question => ({ op: 'phase.merge', input })),
  attribution.map((input): Question => ({ op: 'phase.payload', input })),
  attribution.map((input): Question => ({ op: 'phase.summarize', input })),
  fc
    .array(fc.constantFrom('a', '', ' ', 'b'), { maxLength: 4 })
    .map((input): Question => ({ op: 'phase.format_path', input })),
);

const thread = fc.constantFrom<JsonValue>({ id: 1, name: 'main' }, { id: 2, name: '' }, { id: null, name: null });
const step: fc.Arbitrary<JsonObject> = fc.oneof<fc.MaybeWeightedArbitrary<JsonObject>[]>(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('enter'),
      session_id: fc.constantFrom('s', 's', 't'),
      rank: fc.constant(0),
      name: mostly(fc.constantFrom('a', ' b '), fc.constantFrom<JsonValue>(' ', 12, true)),
      attrs: fc.constantFrom<JsonValue>(null, {}, { k: 1 }),
      thread,
      as: fc.constantFrom('h1', 'h2'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('exit'),
      session_id: fc.constantFrom('s', 's', 't'),
      rank: fc.constant(0),
      scope_id: fc.constantFrom('s:1', 's:2', 's:3', 't:1', 'gone'),
      thread,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'reset' }) },
);

const record = fc.array(step, { maxLength: 8 }).map((steps): Question => ({ op: 'phase.record', input: steps }));

/** Questions about gaps, collectives, derived fields, markers and phases. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions(
    [6, analyze],
    [1, resolveConfig],
    [6, attribute],
    [4, derived],
    [4, markers],
    [5, replay],
    [3, boundary],
    [3, spans],
    [2, labels],
    [2, record],
  );
  return sampleCases('gap-analysis', question, seed, count);
}
