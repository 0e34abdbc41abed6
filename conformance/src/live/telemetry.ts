import { isBlank, type JsonValue, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import { csvFile, csvRow } from './parts/csv-files.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { jsonDocument, jsonLines, manifest } from './parts/telemetry-files.ts';
import {
  anyRecord,
  eventType,
  RECORD_FIELDS,
  versionedRecord,
  versionedRecordChanged,
} from './parts/telemetry-records.ts';
import { anyValue, awkwardText, changed, fewChanges, metadataValue, mostly, ownKeys, text } from './parts/values.ts';

const options: fc.Arbitrary<{ [key: string]: JsonValue }> = fc.record(
  {
    permissive_legacy: fc.boolean(),
    default_collector: fc.constantFrom('legacy.unknown', 'given.rocm'),
    default_sampling_interval_ms: fc.constantFrom(0, 50),
    default_session_id: fc.constantFrom<JsonValue>(null, 'given', ''),
  },
  { requiredKeys: [] },
);

const convert = (op: string) =>
  fc.record({ record: anyRecord, options }).map((input): Question => ({ op: `telemetry.${op}`, input }));

const validate = mostly(versionedRecordChanged, anyRecord).map(
  (record): Question => ({ op: 'telemetry.validate_record', input: { record } }),
);

const project = (op: string) => anyRecord.map((record): Question => ({ op: `telemetry.${op}`, input: { record } }));

const loaderOptions: fc.Arbitrary<{ [key: string]: JsonValue }> = fc.record(
  {
    permissive_legacy: fc.constantFrom(true, true, true, false),
    events_key: fc.constantFrom<JsonValue>(null, null, 'events', 'telemetry_events', 'entries', ''),
  },
  { requiredKeys: [] },
);

const load = fc
  .tuple(
    fc.oneof(
      jsonDocument.map((file) => ({ path: 'run/events.json', files: { 'run/events.json': file } })),
      jsonDocument.map((file) => ({ path: 'events.JSONL', files: { 'events.JSONL': file } })),
      jsonLines.map((file) => ({ path: 'events.jsonl', files: { 'events.jsonl': file } })),
      fc.tuple(jsonLines, manifest).map(([file, listed]) => ({
        path: 'segment-000001.jsonl',
        files: { 'segment-000001.jsonl': file, 'manifest.json': listed },
      })),
      jsonDocument.map((file) => ({ path: 'nothing.json', files: { 'events.json': file } })),
    ),
    loaderOptions,
    fc.constantFrom('load_sessions', 'load_sessions', 'load_events'),
  )
  .map(([{ path, files }, given, op]): Question => ({ op: `telemetry.${op}`, input: { path, options: given }, files }));

// Only records that name their session: an id that is derived from the case's folder is not the same twice.
const namedRecords = fc.array(
  versionedRecord.filter(
    ({ schema_version, session_id }) => schema_version !== 2 && typeof session_id === 'string' && !isBlank(session_id),
  ),
  { maxLength: 4 },
);

const exportLines = namedRecords.map(
  (records): Question => ({
    op: 'telemetry.export_lines',
    input: { path: 'events.json' },
    files: { 'events.json': stringifyJson(records, { ascii: true }) },
  }),
);

const csv = fc
  .constantFrom('diagnostics', 'query')
  .chain((profile) => fc.tuple(csvFile(profile === 'diagnostics'), fc.constant(profile)))
  .map(
    ([file, profile]): Question => ({
      op: 'telemetry.load_csv',
      input: { path: 'run/events.csv', profile },
      files: { 'run/events.csv': file },
    }),
  );

const normalize = fc
  .tuple(csvRow, fc.constantFrom('diagnostics', 'query'))
  .map(([row, profile]): Question => ({ op: 'telemetry.normalize_csv_row', input: { row: ownKeys(row), profile } }));

const identityText = mostly(fc.constantFrom('0', '1', '0', ' 1 '), text('3', '8', '', '1_0'));
const resolve = fc
  .record(
    {
      job_id: mostly(fc.constantFrom(null, 'job-7'), anyValue),
      rank: mostly(fc.constantFrom(null, 0, 0, 1), anyValue),
      local_rank: mostly(fc.constantFrom(null, 0), anyValue),
      world_size: mostly(fc.constantFrom(null, 2, 8), anyValue),
      metadata: fc.dictionary(
        fc.constantFrom('job_id', 'rank', 'local_rank', 'world_size'),
        mostly(fc.constant(1), anyValue),
        {
          maxKeys: 2,
          noNullPrototype: true,
        },
      ),
      env: fc.dictionary(
        fc.constantFrom(
          'TORCHELASTIC_RUN_ID',
          'SLURM_JOB_ID',
          'RANK',
          'LOCAL_RANK',
          'WORLD_SIZE',
          'OMPI_COMM_WORLD_RANK',
          'OMPI_COMM_WORLD_LOCAL_RANK',
          'OMPI_COMM_WORLD_SIZE',
          'SLURM_PROCID',
          'SLURM_LOCALID',
          'SLURM_NTASKS',
        ),
        identityText,
        { maxKeys: 7, noNullPrototype: true },
      ),
    },
    { requiredKeys: [] },
  )
  .map((input): Question => ({ op: 'telemetry.resolve_identity', input }));

const classify = fc
  .record({
    event_type: eventType,
    metadata: fc
      .dictionary(
        fc.constantFrom(
          'severity',
          'oom_reason',
          'oom_dump_path',
          'collector_health_status',
          'backend',
          'severity_text',
        ),
        fc.oneof<fc.Arbitrary<JsonValue>[]>(
          metadataValue,
          text(' Warning ', 'degraded', 'Critical', '0x1F', 'error 5%', 'a 12.5 b', 'gpu0'),
        ),
        { maxKeys: 3, noNullPrototype: true },
      )
      .map(ownKeys),
  })
  .map((input): Question => ({ op: 'telemetry.classify', input }));

const replace = fc
  .record({
    record: versionedRecord,
    changes: fc.record(
      {
        session_id: mostly(fc.constant('merged'), anyValue),
        rank: fc.constantFrom<JsonValue>(0, 7, -1, null),
        event_type: mostly(fc.constant('sample'), anyValue),
        device_used_bytes: fc.constantFrom<JsonValue>(0, null, 2 ** 40),
        context: anyValue,
      },
      { requiredKeys: [] },
    ),
  })
  .map((input): Question => ({ op: 'telemetry.replace_event', input }));

const construct = fc
  .tuple(versionedRecord, fewChanges([...RECORD_FIELDS]), fc.constantFrom(2, 3, 4), fc.boolean())
  .map(([record, changes, other, same]): Question => {
    const version = same ? (record['schema_version'] ?? 4) : other;
    return { op: 'telemetry.event_to_record', input: { version, fields: changed(record, changes) } };
  });

const projectMany = fc
  .array(versionedRecord, { maxLength: 4 })
  .map((records): Question => ({ op: 'telemetry.project_events', input: { records } }));

const projectSessions = namedRecords.map(
  (records): Question => ({
    op: 'telemetry.project_sessions',
    input: { path: 'events.json' },
    files: { 'events.json': stringifyJson(records, { ascii: true }) },
  }),
);

const projectMapping = fc
  .record({
    session_id: mostly(fc.constant('s'), awkwardText),
    timestamp_ns: mostly(fc.constantFrom(5, -5, 1_700_000_000_123_456_789n), anyValue),
    event_type: eventType,
    metadata: fc
      .dictionary(
        fc.constantFrom('backend', 'severity', 'severity_text', 'phase_scope', '__proto__', 'x'),
        fc.oneof<fc.Arbitrary<JsonValue>[]>(
          metadataValue,
          fc.record({
            name: anyValue,
            path: fc.array(anyValue, { maxLength: 2 }),
            sequence: anyValue,
            scope_id: anyValue,
          }),
        ),
        { maxKeys: 3, noNullPrototype: true },
      )
      .map(ownKeys),
    context: anyValue,
    device_id: anyValue,
    collector: text('a cuda thing', 'x'),
  })
  .map((record): Question => ({ op: 'telemetry.project_mapping', input: { record } }));

/** Questions about records, files of every kind, identities, projections and classification. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions(
    [8, convert('event_from_record')],
    [1, convert('event_line')],
    [5, validate],
    [8, load],
    [1, exportLines],
    [7, csv],
    [2, normalize],
    [2, resolve],
    [2, classify],
    [1, replace],
    [2, construct],
    [1, projectMany],
    [1, projectSessions],
    [1, project('project_event')],
    [2, projectMapping],
  );
  return sampleCases('telemetry', question, seed, count);
}
