import { type JsonObject, type JsonValue, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { anyRecord, sessionId } from './telemetry-records.ts';
import { anyValue, changed, fewChanges, text, timeNs } from './values.ts';

/** A session summary as files hold it, now and then wrong in a member. */
export const summary: fc.Arbitrary<{ [key: string]: JsonValue }> = fc
  .tuple(
    fc.record({
      session_id: sessionId,
      status: text('completed', 'running', 'interrupted', 'incomplete', ' Completed '),
      started_at_ns: timeNs,
      ended_at_ns: fc.option(timeNs),
      host: text('node-a'),
      pid: fc.constantFrom<JsonValue>(4242, -1, '77', true),
      job_id: fc.constantFrom<JsonValue>('job-7', null),
      rank: fc.nat({ max: 3 }),
      local_rank: fc.nat({ max: 3 }),
      world_size: fc.integer({ min: 0, max: 4 }),
      source: text('stormlog.tracker'),
    }),
    fewChanges(['session_id', 'status', 'started_at_ns', 'ended_at_ns', 'host', 'pid', 'rank', 'world_size', 'source']),
  )
  .map(([whole, changes]) => changed(whole, changes));

const rareBrokenLine = fc.oneof(
  { weight: 100, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '   ', '\t'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('{', 'null', '12', '[]', '"text"', '{"a": 1,}', "{'a': 1}", '{} {}', '{"a": "\u0001"}'),
  },
);

/** Small records that are certainly valid; times repeat, so that order among equals shows. */
export const plainRecord: fc.Arbitrary<JsonObject> = fc
  .record({
    named: fc.constantFrom<JsonObject>(
      { session_id: 'session-a' },
      { session_id: 'session-b' },
      { session_id: null },
      { session_id: ' ' },
      {},
      { metadata: { session_id: 'session-m' } },
    ),
    time: fc.nat({ max: 6 }),
    type: fc.constantFrom('sample', 'sample', 'sample', 'start', 'stop', 'Stop'),
    bytes: fc.nat({ max: 1000 }),
    host: fc.constantFrom('node-a', 'node-b'),
    rank: fc.nat({ max: 1 }),
  })
  .map(({ named, time, type, bytes, host, rank }) => ({
    timestamp_ns: 1_700_000_000_123_456_789n + BigInt(time),
    event_type: type,
    memory_allocated: bytes,
    memory_reserved: bytes + 24,
    device_id: 0,
    host,
    rank,
    world_size: 2,
    ...named,
  }));

/** One bad record refuses a whole file, so most files take their records from the ones that nothing was done to. */
const record: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 40, arbitrary: plainRecord },
  { weight: 1, arbitrary: anyRecord },
);

const line: fc.Arbitrary<string> = fc
  .tuple(record, rareBrokenLine, fc.boolean())
  .map(([good, broken, spaced]) => broken ?? stringifyJson(good, { ascii: true, spaced, sortKeys: spaced }));

/** A JSON Lines file: line ends of every kind, blank lines, now and then a broken or a cut last line. */
export const jsonLines: fc.Arbitrary<string> = fc
  .record({
    lines: fc.array(line, { maxLength: 8 }),
    end: fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'),
    tail: fc.constantFrom('end', 'end', 'none', 'cut', 'blank'),
    cutAt: fc.nat({ max: 200 }),
  })
  .map(({ lines, end, tail, cutAt }) => {
    const whole = lines.map((one) => one + end).join('');
    if (tail === 'none') return whole.slice(0, Math.max(0, whole.length - end.length));
    if (tail === 'cut')
      return `${whole}{"timestamp_ns": 5, "memory_allocated": 1}`.slice(0, whole.length + (cutAt % 41));
    return tail === 'blank' ? `${whole}  ` : whole;
  });

const events: fc.Arbitrary<JsonObject[]> = fc.array(record, { maxLength: 6 });

/** A JSON document of events in any of the shapes that are known, and some that are not. */
export const jsonDocument: fc.Arbitrary<string> = fc
  .oneof<fc.Arbitrary<JsonValue>[]>(
    events,
    fc.record({ events, peak_memory: anyValue }),
    fc.record({ telemetry_events: events, session_summary: fc.oneof(summary, anyValue), total: anyValue }),
    fc.record({ entries: events }),
    fc.record({ events: anyValue, telemetry_events: events }),
    plainRecord,
    anyRecord,
    anyValue,
    fc.tuple(plainRecord, anyValue),
  )
  .map((value) => stringifyJson(value, { ascii: true }));

/** A manifest beside segments; file names stay in their folder. */
export const manifest: fc.Arbitrary<string> = fc
  .record({
    schema_version: fc.oneof<fc.Arbitrary<JsonValue>[]>(
      fc.constantFrom(2, 2, 2, 1),
      fc.constantFrom<JsonValue>(0, -3, 7, '2', null, true, 2.9, []),
    ),
    format: fc.oneof<fc.Arbitrary<JsonValue>[]>(
      fc.constantFrom('stormlog.append_only_telemetry_sink'),
      fc.constantFrom<JsonValue>('', ' ', 'other', null, 5),
    ),
    sessions: fc.oneof<fc.Arbitrary<JsonValue>[]>(fc.array(summary, { maxLength: 3 }), anyValue),
    segments: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.array(
          fc
            .tuple(
              fc.record({
                filename: fc.constantFrom(
                  'segment-000001.jsonl',
                  'segment-000002.jsonl',
                  'segment-000010.jsonl',
                  'segment-9.jsonl',
                  'other.jsonl',
                  'gone.jsonl',
                ),
                event_count: fc.nat({ max: 10 }),
                size_bytes: fc.nat({ max: 1000 }),
                closed: fc.boolean(),
                session_id: fc.constantFrom<JsonValue>('session-a', 'session-b', null, ''),
              }),
              fewChanges(['filename', 'event_count', 'size_bytes', 'closed', 'session_id']),
            )
            // A file name that is empty names the folder itself, which is no segment here.
            .map(
              ([entry, changes]): JsonValue =>
                changed(
                  entry,
                  changes.filter(([key, value]) => key !== 'filename' || value !== ''),
                ),
            ),
          { maxLength: 4 },
        ),
      },
      { weight: 1, arbitrary: anyValue },
    ),
  })
  .chain((whole) =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(stringifyJson(whole, { ascii: true, indent: 2 })) },
      { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '{"schema_version": 2') },
    ),
  );
