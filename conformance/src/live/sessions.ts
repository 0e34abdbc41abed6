import type { JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { summary } from './parts/telemetry-files.ts';
import { anyValue, awkwardText, changed, fewChanges, mostly, text } from './parts/values.ts';

const NOW = 1_700_000_005_123_456_789n;

const environment: fc.Arbitrary<JsonValue> = fc.constant({
  now_ns: NOW,
  hostname: 'machine-x',
  pid: 31_337,
  uuid: '11111111-2222-4333-8444-555555555555',
});

/** What integer coercion is asked about. */
const integerLike: fc.Arbitrary<JsonValue> = fc.oneof<fc.MaybeWeightedArbitrary<JsonValue>[]>(
  { weight: 4, arbitrary: fc.nat({ max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>('12', ' 7\n', '1_0', '٣', '+3', '-4', '1.0', '', '0x1', '1__0') },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(true, false, null, 2.9, -0.9, -3, [], {}, Number.NaN) },
);

// Close together, so that equal keys occur and one nanosecond decides.
const closeTime: fc.Arbitrary<bigint> = fc.nat({ max: 3 }).map((n) => 1_700_000_000_123_456_789n + BigInt(n));
const closeEnd: fc.Arbitrary<JsonValue> = fc.oneof<fc.Arbitrary<JsonValue>[]>(closeTime, fc.constantFrom(null, 0));
const anyTime: fc.Arbitrary<JsonValue> = mostly(closeEnd, integerLike);

const status = mostly(
  fc.constantFrom('running', 'completed', 'interrupted', 'incomplete'),
  text(' Running ', 'COMPLETED', 'gone', '', 'complete\u00a0'),
);

/** A summary as it was built without any check: any status, any order of times. */
const built: fc.Arbitrary<{ [key: string]: JsonValue }> = fc.record({
  session_id: fc.constantFrom('a', 'b', 'B', '\uff5e', '😀', '__proto__'),
  status: mostly(status, fc.constantFrom('RUNNING', 'odd')),
  started_at_ns: closeTime,
  ended_at_ns: closeEnd,
  host: fc.constantFrom('host-a', ''),
  pid: fc.constantFrom(-1, 7),
  job_id: mostly(fc.constantFrom<JsonValue>(null, 'job'), fc.constantFrom<JsonValue>(5, ['x'])),
  rank: fc.integer({ min: -1, max: 3 }),
  local_rank: fc.nat({ max: 3 }),
  world_size: fc.nat({ max: 4 }),
  source: fc.constantFrom('stormlog.tracker', ''),
});

const create = fc
  .record(
    {
      source: text('stormlog.tracker'),
      status: mostly(status, anyValue),
      session_id: fc.constantFrom(null, '', ' ', 'session-a'),
      started_at_ns: mostly(closeEnd, integerLike),
      ended_at_ns: anyTime,
      host: fc.constantFrom(null, '', ' ', 'host-a'),
      pid: mostly(fc.constantFrom<JsonValue>(null, 12), integerLike),
      job_id: mostly(fc.constantFrom<JsonValue>(null, 'job'), anyValue),
      rank: mostly(fc.nat({ max: 3 }), integerLike),
      local_rank: mostly(fc.nat({ max: 3 }), integerLike),
      world_size: mostly(fc.integer({ min: -4, max: 8 }), integerLike),
    },
    { requiredKeys: ['source'] },
  )
  .chain((args) =>
    environment.map((world): Question => ({ op: 'session.create', input: { args, environment: world } })),
  );

const update = fc
  .tuple(
    built,
    fc.record(
      {
        status: mostly(fc.option(status), anyValue),
        ended_at_ns: anyTime,
        source: fc.constantFrom(null, '', 'stormlog.sink'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([before, changes]): Question => ({ op: 'session.update', input: { summary: before, changes } }));

const finalize = fc.tuple(built, environment, fc.record({ ended_at_ns: anyTime }, { requiredKeys: [] })).map(
  ([before, world, end]): Question => ({
    op: 'session.finalize',
    input: { summary: before, environment: world, ...end },
  }),
);

const payload = fc
  .tuple(
    summary,
    fewChanges(
      ['started_at_ns', 'ended_at_ns', 'pid', 'rank', 'local_rank', 'world_size', 'job_id', 'extra'],
      integerLike,
    ),
  )
  .map(([whole, changes]) => changed(whole, changes));

const fromDict = fc.oneof(
  payload.map((given): Question => ({ op: 'session.from_dict', input: { payload: given } })),
  fc.array(payload, { minLength: 1, maxLength: 4 }).map(
    (given): Question => ({
      op: 'session.from_dict_each',
      input: { payloads: Object.fromEntries(given.map((one, index) => [`p${index}`, one])) },
    }),
  ),
  built.map((given): Question => ({ op: 'session.to_dict', input: { summary: given } })),
);

const event: fc.Arbitrary<JsonValue> = fc.record(
  {
    timestamp_ns: mostly(closeTime, fc.constantFrom<JsonValue>('12', true, 1.5, 0)),
    event_type: mostly(fc.constantFrom('sample', 'stop'), fc.constantFrom<JsonValue>('Stop', ' stop', null)),
    host: mostly(fc.constantFrom('h1', 'h2'), anyValue),
    pid: mostly(fc.nat({ max: 9 }), integerLike),
    job_id: mostly(fc.constantFrom(null, 'job'), anyValue),
    rank: mostly(fc.nat({ max: 3 }), integerLike),
    local_rank: fc.nat({ max: 3 }),
    world_size: mostly(fc.integer({ min: -1, max: 4 }), integerLike),
  },
  { requiredKeys: ['timestamp_ns', 'event_type'] },
);

const infer = fc
  .record(
    {
      session_id: fc.constantFrom('session-i', ''),
      events: fc.array(event, { maxLength: 4 }),
      source: fc.constant('artifact:x.jsonl'),
      fallback_status: status,
      environment,
    },
    { requiredKeys: ['session_id', 'events', 'source', 'environment'] },
  )
  .map((input): Question => ({ op: 'session.infer_from_events', input }));

const legacyId = fc
  .array(
    fc.oneof<fc.Arbitrary<JsonValue>[]>(
      awkwardText,
      fc.constantFrom<JsonValue>(null, true, false, 0, -7, 2n ** 80n, 1.5, 1e-5, 1e22, 1.2345678901234568e17, 0.1),
      fc.double({ noNaN: true }).filter((x) => !Number.isInteger(x) || Math.abs(x) > 2 ** 53),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    ),
    { maxLength: 4 },
  )
  .map((parts): Question => ({ op: 'session.legacy_id', input: { parts } }));

const normalize = fc
  .array(mostly(status, anyValue), { maxLength: 5 })
  .map((values): Question => ({ op: 'session.normalize_status', input: { values } }));

const select = fc.oneof(
  fc.array(built, { maxLength: 6 }).map((summaries): Question => ({ op: 'session.sort', input: { summaries } })),
  fc
    .tuple(fc.array(built, { maxLength: 5 }), fc.boolean())
    .map(([summaries, wrapped]): Question => ({ op: 'session.select', input: { summaries, wrapped } })),
  fc
    .array(fc.record({ summary: built, events: fc.constantFrom<JsonValue>([], [1], [1, 2]) }), { maxLength: 5 })
    .map((loaded): Question => ({ op: 'session.select_loaded', input: { loaded } })),
);

/** Questions about the life of a session summary, its reading, inference, order and selection. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions(
    [4, create],
    [2, update],
    [2, finalize],
    [4, fromDict],
    [4, infer],
    [3, legacyId],
    [1, normalize],
    [4, select],
  );
  return sampleCases('sessions', question, seed, count);
}
