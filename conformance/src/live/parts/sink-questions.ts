import { isJsonObject, type JsonObject, type JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import type { Question } from './sample-cases.ts';
import { versionedRecord } from './telemetry-records.ts';
import {
  anyValue,
  awkwardText,
  changed,
  fewChanges,
  fraction,
  metadataValue,
  mostly,
  ownKeys,
  text,
} from './values.ts';

// Rollups, the health of collectors and issues.

const START_NS = 1_700_000_000_123_456_789n;
const NS_PER_SECOND = 1_000_000_000n;

const word = text('step 7 slow', 'CUDA OOM', 'Fragmentation 43.5%', '0xDEAD 12', 'rank 3: lost', 'degraded', 'Level 5');
/** No float that rounds to a whole number: whether it still is a float is not told apart here. */
const value = metadataValue.filter(hasNoVanishingFloat);
const dimension: fc.Arbitrary<JsonValue> = fc.oneof<fc.Arbitrary<JsonValue>[]>(
  word,
  value,
  fc.array(value, { maxLength: 3 }),
);
const dimensions: fc.Arbitrary<JsonObject> = fc
  .dictionary(mostly(fc.constantFrom('a', 'b', 'Z', '\uff5e', '😀'), awkwardText), dimension, {
    maxKeys: 4,
    noNullPrototype: true,
  })
  .map(ownKeys);
const kind = mostly(
  fc.constantFrom('oom', 'alert', 'collector_degradation', 'hidden_memory_anomaly'),
  fc.constant('odd'),
);

function hasNoVanishingFloat(found: JsonValue): boolean {
  if (typeof found === 'number') return Number.isInteger(found) || !Number.isInteger(Number(found.toFixed(6)));
  if (Array.isArray(found)) return found.every(hasNoVanishingFloat);
  return !isJsonObject(found) || Object.values(found).every(hasNoVanishingFloat);
}

/** Events of one session, whose times cross windows and now and then come before its start. */
const event: fc.Arbitrary<JsonObject> = fc
  .record({
    record: versionedRecord,
    type: fc.constantFrom(
      'sample',
      'sample',
      'sample',
      'warning',
      'critical',
      'error',
      'stop',
      'collector_degraded',
      'collector_recovered',
    ),
    tick: fc.integer({ min: -2, max: 20 }),
    told: fc.record(
      {
        severity: mostly(word, anyValue),
        backend: mostly(fc.constantFrom('cuda', 'CUDA'), anyValue),
        oom_reason: mostly(word, anyValue),
        oom_dump_path: fc.constantFrom<JsonValue>('/d/1', '/d/2', '', ' ', null, 5),
        collector_health_status: fc.constantFrom<JsonValue>('healthy', ' Degraded', 'unhealthy', 'odd', '', null),
        collector_last_error: mostly(word, anyValue),
        collector_partial_fields: fc.constantFrom<JsonValue>(['device_free', 'x'], [], null, 'x'),
        collector_consecutive_failures: fc.nat({ max: 5 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ record, type, tick, told }) => ({
    ...record,
    ...(record['schema_version'] === 2 ? {} : { session_id: 'session-a' }),
    event_type: type,
    timestamp_ns: START_NS + BigInt(tick) * NS_PER_SECOND,
    metadata: { memory_capabilities: capabilitiesOf(record), ...told },
  }));

function capabilitiesOf({ metadata = null }: JsonObject): JsonValue {
  return (isJsonObject(metadata) ? metadata['memory_capabilities'] : undefined) ?? null;
}

const events = fc.array(event, { maxLength: 12 });

const rolledUp = fc
  .record({
    records: events,
    end: fc.constantFrom<JsonValue>(null, 0, START_NS + 30n * NS_PER_SECOND, START_NS - 5n),
    window: fc.constantFrom<JsonValue>(NS_PER_SECOND, 7_000_000_000n, 60_000_000_000n, 1),
    sources: fc.array(fc.constantFrom('b', 'a', '\uff5e', '😀'), { maxLength: 3 }),
  })
  .map(({ records, end, window, sources }): JsonObject => {
    const summary = {
      session_id: 'session-a',
      status: 'completed',
      started_at_ns: START_NS,
      ended_at_ns: end,
      host: 'h',
      pid: 1,
      job_id: null,
      rank: 0,
      local_rank: 0,
      world_size: 8,
      source: 's',
    };
    return { sessions: [{ summary, records, sources_loaded: sources }], manifest: null, window_duration_ns: window };
  });

const ask = (op: string, input: fc.Arbitrary<JsonValue>): fc.Arbitrary<Question> =>
  input.map((given): Question => ({ op, input: given }));

/** One of the questions about rollups. */
export const rollupQuestion = ask('rollup.build', rolledUp);

const number = mostly(fc.constantFrom(0, 1, 2, 0.5, 60, -1), fraction);

/** One of the questions about the health of collectors. */
export const healthQuestion: fc.Arbitrary<Question> = fc.oneof(
  ask(
    'health.retry_delay',
    fc.record({
      consecutive_failures: fc.integer({ min: -1, max: 40 }),
      initial_delay_s: number,
      factor: number,
      max_delay_s: number,
    }),
  ),
  ask(
    'health.state',
    fc
      .tuple(
        fc.record({
          status: mostly(fc.constantFrom('healthy', 'degraded', 'unhealthy'), fc.constantFrom('Healthy', '')),
          telemetry_partial: fc.boolean(),
          partial_fields: fc.array(fc.constantFrom<JsonValue>('a', 'b', '', null), { maxLength: 4 }),
          last_error: fc.option(awkwardText),
          consecutive_failures: fc.nat({ max: 9 }),
          next_retry_epoch_s: fc.option(fraction),
        }),
        fewChanges(['telemetry_partial', 'last_error'], fc.constantFrom<JsonValue>(true, 'x', null)),
      )
      .map(([whole, changes]) => changed(whole, changes)),
  ),
);

/** One of the questions about issues. */
export const issueQuestion: fc.Arbitrary<Question> = fc.oneof(
  ask('issue.normalize_text', fc.record({ value: fc.oneof<fc.Arbitrary<JsonValue>[]>(word, metadataValue) })),
  ask('issue.categorize_alert', fc.record({ context: fc.oneof<fc.Arbitrary<JsonValue>[]>(word, metadataValue) })),
  ask('issue.error_stem', fc.record({ error: fc.oneof<fc.Arbitrary<JsonValue>[]>(word, metadataValue) })),
  ask('issue.normalize_dimensions', fc.record({ dimensions })),
  ask('issue.json_safe', fc.record({ dimensions })),
  ask('issue.fingerprint', fc.record({ kind, dimensions, schema_version: fc.constantFrom(1, 1, 2, 0) })),
  ask(
    'issue.max_severity',
    fc.record({ severities: fc.array(text('info', 'warning', 'error', 'critical'), { minLength: 1, maxLength: 5 }) }),
  ),
  ask('issue.normalize_state', fc.record({ state: text('open', ' Resolved', 'ignored', 'regressed', 'shut') })),
  ask('issue.group_events', fc.record({ records: events, session_status: fc.constantFrom('completed', 'running') })),
);
