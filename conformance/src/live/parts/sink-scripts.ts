import { isJsonObject, type JsonObject } from '@stormlog/records';
import fc from 'fast-check';
import { jsonLines, manifest, plainRecord, summary } from './telemetry-files.ts';
import { versionedRecord } from './telemetry-records.ts';
import { awkwardText, type Changes, changed, metadataValue, mostly, ownKeys } from './values.ts';

// What `sink.write` plays: writers on one folder, the clock, the disk and what others do to the folder meanwhile. Versions,
// file names and numbers stay off the ground of the deviations.

interface Start {
  readonly files: JsonObject;
  readonly config: JsonObject;
  readonly isForeign: boolean;
}

const QUARTER_SECOND_NS = 250_000_000;

const size = fc.integer({ min: 150, max: 3000 });

/** Settings under which a few small records make flushes, rollovers, retention and drops happen. */
const config: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      flush_every_events: fc.integer({ min: 1, max: 4 }),
      flush_every_seconds: fc.constantFrom(0.5, 2, 1000),
      rollover_max_bytes: size,
      rollover_max_events: fc.integer({ min: 1, max: 5 }),
      retention_max_files: fc.integer({ min: 1, max: 4 }),
      retention_max_total_bytes: fc.integer({ min: 3000, max: 5000 }),
      write_rollups: fc.boolean(),
      rollup_window_seconds: fc.constantFrom(1, 60),
      max_buffer_bytes: fc.integer({ min: 200, max: 2500 }),
      failure_backoff_seconds: fc.constantFrom(0.5, 1),
      failure_backoff_max_seconds: fc.constantFrom(1, 4),
    },
    { requiredKeys: [] },
  )
  // No total may be less than one segment: the default size of a segment is more.
  .map(({ retention_max_total_bytes: total, ...rest }) =>
    total === undefined || rest.rollover_max_bytes === undefined ? rest : { ...rest, retention_max_total_bytes: total },
  );

const sessionId: fc.Arbitrary<JsonObject> = fc.oneof<fc.MaybeWeightedArbitrary<JsonObject>[]>(
  { weight: 12, arbitrary: fc.constant({ session_id: 'session-a' }) },
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constant({ session_id: null }) },
  { weight: 2, arbitrary: fc.constantFrom<JsonObject>({ session_id: 'session-b' }, { session_id: 5 }) },
  { weight: 1, arbitrary: fc.constant({ session_id: '' }) },
);

const anyObject: fc.Arbitrary<JsonObject> = fc
  .dictionary(awkwardText, metadataValue, { maxKeys: 4, noNullPrototype: true })
  .map(ownKeys);

const record: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.oneof<fc.MaybeWeightedArbitrary<JsonObject>[]>(
      { weight: 6, arbitrary: plainRecord },
      { weight: 4, arbitrary: versionedRecord },
      { weight: 1, arbitrary: anyObject },
    ),
    sessionId,
  )
  .map(([one, id]) => {
    const { session_id: _, ...rest } = one;
    // A record of another session than the running one is refused, which is to be the exception.
    return Object.hasOwn(one, '__proto__') ? one : { ...rest, ...id };
  });

/** The numbers of a summary have questions of their own, which tell the kinds of errors apart. */
const GIVEN: Changes = [
  ['session_id', 'session-a'],
  ['started_at_ns', 1_700_000_000_000_000_007n],
  ['ended_at_ns', 5],
  ['pid', 7],
  ['rank', 1],
  ['local_rank', 1],
  ['world_size', 2],
];

const segmentName = fc.constantFrom('segment-000001.jsonl', 'segment-000002.jsonl', 'segment-000003.jsonl');
const name = mostly(segmentName, fc.constantFrom('manifest.json', 'rollups.json', 'manifest.tmp'));
const writer = mostly(fc.constant({}), fc.constant({ as: 'b' }));

const writerStep: fc.Arbitrary<JsonObject> = fc.oneof<fc.MaybeWeightedArbitrary<JsonObject>[]>(
  { weight: 12, arbitrary: record.map((one): JsonObject => ({ do: 'append', record: one })) },
  {
    weight: 4,
    arbitrary: fc
      .array(record, { minLength: 1, maxLength: 6 })
      .map((records): JsonObject => ({ do: 'append', records })),
  },
  { weight: 3, arbitrary: fc.boolean().map((force): JsonObject => ({ do: 'flush', force })) },
  { weight: 3, arbitrary: fc.constant<JsonObject>({ do: 'note' }) },
  {
    weight: 2,
    arbitrary: mostly(
      fc.constantFrom<JsonObject>({ do: 'close' }, { do: 'close', status: ' Interrupted ' }),
      fc.constantFrom<JsonObject>({ do: 'close', status: 'running' }, { do: 'close', status: 'gone' }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof<fc.Arbitrary<JsonObject>[]>(
      fc.constant({ do: 'start_session' }),
      summary.map((given) => ({ do: 'start_session', summary: changed(given, GIVEN) })),
    ),
  },
  { weight: 1, arbitrary: config.map((given): JsonObject => ({ do: 'open', config: given })) },
  { weight: 1, arbitrary: fc.constant<JsonObject>({ do: 'crash' }) },
);

const fault = fc
  .record({
    at: fc.constantFrom('write', 'write', 'short_write', 'fsync', 'cut_back', 'truncate'),
    times: fc.integer({ min: 1, max: 3 }),
    bytes: fc.constantFrom(0, 1, 40, 100_000),
  })
  .map(
    ({ at, times, bytes }): JsonObject => ({
      do: 'fault',
      at,
      times,
      bytes: at === 'short_write' ? bytes % 41 : bytes,
    }),
  );

const worldStep: fc.Arbitrary<JsonObject> = fc.oneof<fc.MaybeWeightedArbitrary<JsonObject>[]>(
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: 1, max: 16 })
      .map((quarters): JsonObject => ({ do: 'advance', ns: quarters * QUARTER_SECOND_NS })),
  },
  { weight: 5, arbitrary: fault },
  { weight: 1, arbitrary: name.map((path): JsonObject => ({ do: 'copy_text', path, as_key: 'text' })) },
  {
    weight: 1,
    arbitrary: fc.tuple(segmentName, jsonLines).map(([path, text]): JsonObject => ({ do: 'put', path, text })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(segmentName, fc.constantFrom('{"torn', '\n', '{}\n', '{"torn\n'))
      .map(([path, text]): JsonObject => ({ do: 'add', path, text })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(segmentName, fc.integer({ min: 1, max: 30 }))
      .map(([path, bytes]): JsonObject => ({ do: 'cut', path, bytes })),
  },
  { weight: 1, arbitrary: name.map((path): JsonObject => ({ do: 'remove', path })) },
);

const step: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(writerStep, writer).map(([one, as]) => ({ ...one, ...as })) },
  { weight: 1, arbitrary: worldStep },
);

/** A sink that somebody left, under names that a sink gives and others: retention, which tells them apart, has no say. */
const leftBehind: fc.Arbitrary<Start> = fc
  .tuple(jsonLines, jsonLines, fc.option(manifest), config)
  .map(([first, second, listed, given]) => {
    const files = { 'sink/segment-000001.jsonl': first, 'sink/segment-000007.jsonl': second };
    const known = listed?.replace('"schema_version": 7', '"schema_version": 2');
    return {
      files: known === undefined ? files : { ...files, 'sink/manifest.json': known },
      config: withoutRetention(given),
      isForeign: true,
    };
  });

const fresh: fc.Arbitrary<Start> = config.map((given) => ({ files: {}, config: given, isForeign: false }));

/** Inputs of `sink.write` with the files that are there before. */
export const sinkScript: fc.Arbitrary<{ readonly input: JsonObject; readonly files: JsonObject }> = fc
  .tuple(mostly(fresh, leftBehind), fc.array(step, { minLength: 4, maxLength: 30 }))
  .map(([start, steps]) => ({
    files: start.files,
    input: {
      root: 'sink',
      config: start.config,
      steps: [{ do: 'open' }, ...(start.isForeign ? steps.map(openedWithoutRetention) : steps), { do: 'note' }],
    },
  }));

function withoutRetention({ retention_max_total_bytes: _, ...rest }: JsonObject): JsonObject {
  return { ...rest, retention_max_files: 1000 };
}

function openedWithoutRetention(one: JsonObject): JsonObject {
  return isJsonObject(one['config']) ? { ...one, config: withoutRetention(one['config']) } : one;
}
