import { type JsonValue, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import { summary } from './telemetry-files.ts';
import { anyValue, changed, fewChanges, mostly } from './values.ts';

type Fields = { [key: string]: JsonValue };

/** Few, so that identities meet. */
export const runId = fc.constantFrom('run-a', 'run-b', 'job:j', 'session:s-1', 'implicit:job:j', '__proto__');
export const sessionId = fc.constantFrom('s-1', 's-2', 's-3', 'constructor', '\uff5e', '😀');
export const jobId = fc.constantFrom('j', 'k', '__proto__');
const namespace = fc.constantFrom('wandb', 'mlflow');
const reference = fc.constantFrom('r1', 'r2');
const time = fc.nat({ max: 5 }).map((n) => 1_700_000_000_123_456_789n + BigInt(n));
const small = fc.nat({ max: 3 });
const metadata: fc.Arbitrary<JsonValue> = mostly(fc.constant<JsonValue>({}), fc.constant<JsonValue>({ k: [1, null] }));
const path = fc.constantFrom('trace.json', '../other/x', './a//b/', '/abs/y', 'link/../z', 's3://b/k', 'sub/..', '~/x');

const sessionReference: fc.Arbitrary<Fields> = fc.record(
  {
    session_id: sessionId,
    metadata,
    job_id: fc.option(jobId),
    rank: fc.option(small),
    role: fc.constantFrom(null, 'w'),
  },
  { requiredKeys: ['session_id', 'metadata'], noNullPrototype: true },
);

const attachment: fc.Arbitrary<Fields> = fc.record(
  {
    title: fc.constantFrom('A', 'B'),
    kind: fc.constantFrom('trace', 'report'),
    storage: fc.constantFrom('reference', 'copy'),
    metadata,
    path,
    url: fc.constantFrom('https://x', 'file:///y'),
    run_id: fc.option(runId),
    session_id: fc.option(sessionId),
    job_id: fc.option(jobId),
    rank: fc.option(small),
    world_size: fc.constantFrom(null, 1, 4),
    start_ns: fc.option(time),
    end_ns: fc.option(time),
    source_namespace: fc.option(namespace),
    source_ref: fc.option(reference),
    created_at_utc: fc.constantFrom(null, '', 'yesterday'),
  },
  { requiredKeys: ['title', 'kind', 'storage', 'metadata', 'path'], noNullPrototype: true },
);

/** An envelope that is mostly valid. */
export const envelope: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.record(
      {
        schema_version: fc.constant(1),
        format: fc.constant('stormlog.run_envelope'),
        run_id: runId,
        metadata,
        title: fc.constantFrom(null, 'T'),
        job_id: fc.option(jobId),
        started_at_ns: fc.option(time),
        ended_at_ns: fc.constantFrom<JsonValue>(null, 1_700_000_009_000_000_000n),
        source_namespace: fc.option(namespace),
        source_ref: fc.option(reference),
        tags: fc.uniqueArray(fc.constantFrom('t', 'u', ' '), { maxLength: 3 }),
        sessions: fc.array(sessionReference, { maxLength: 3 }),
        attachments: fc.array(attachment, { maxLength: 3 }),
      },
      { requiredKeys: ['schema_version', 'format', 'run_id', 'metadata'], noNullPrototype: true },
    ),
    mostly(
      fc.constant([]),
      fewChanges(['schema_version', 'run_id', 'title', 'tags', 'sessions', 'attachments', 'job_id', 'x']),
    ),
  )
  .map(([fields, changes]) => changed(fields, changes));

/** An attachment with a value or two out of place, in a valid envelope. */
export const envelopeWithOddAttachment: fc.Arbitrary<Fields> = fc
  .tuple(
    attachment,
    fewChanges(['title', 'kind', 'storage', 'path', 'url', 'rank', 'start_ns', 'end_ns', 'metadata', 'x']),
  )
  .map(([fields, changes]) => ({
    schema_version: 1,
    format: 'stormlog.run_envelope',
    run_id: 'run-a',
    metadata: {},
    attachments: [changed(fields, changes)],
  }));

const sidecar: fc.Arbitrary<Fields> = fc
  .array(
    mostly(
      fc.tuple(attachment, mostly(fc.constant([]), fewChanges(['title', 'rank', 'start_ns', 'url', 'metadata']))),
      fc.constant(null),
    ),
    { maxLength: 4 },
  )
  .map((items) => ({
    schema_version: 1,
    format: 'stormlog.attachments',
    attachments: items.map((item) => (item === null ? 'odd' : changed(item[0], item[1]))),
  }));

const listed: fc.Arbitrary<Fields> = fc
  .tuple(summary, sessionId, mostly(fc.option(jobId), fc.constantFrom<JsonValue>('', 5)), time)
  .map(([fields, id, job, start]) => ({ ...fields, session_id: id, job_id: job, started_at_ns: start }));

const sinkManifest: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.array(listed, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(mostly(sessionId, fc.constant(null)), small)),
  )
  .map(([sessions, segments]) => ({
    schema_version: 2,
    format: 'stormlog.append_only_telemetry_sink',
    sessions,
    segments: segments.map(([session_id, event_count], index) => ({
      filename: `segment-${index}.jsonl`,
      event_count,
      size_bytes: 10,
      closed: true,
      session_id,
    })),
  }));

const oomManifest: fc.Arbitrary<Fields> = fc.record(
  {
    bundle_name: fc.constant('b'),
    reason: fc.constantFrom('r', '', null),
    backend: fc.constantFrom('cuda', 'mps'),
    event_count: mostly(small, fc.constantFrom<JsonValue>('7', ' 1_0', 2.9, true, null)),
    session_id: fc.option(sessionId),
    session_status: fc.constantFrom(null, 'interrupted'),
    created_at_utc: fc.constantFrom(null, '', '2026-05-12T00:00:12.123Z', '2026-05-12', '2026-W20-1T10:00+01:00'),
  },
  { noNullPrototype: true },
);

const diagnoseManifest: fc.Arbitrary<Fields> = fc.record(
  {
    command_line: fc.constant('stormlog diagnose'),
    files: fc.constantFrom<JsonValue>(['manifest.json'], ['sink/manifest.json', 'tracking.json'], null),
    risk_detected: fc.boolean(),
    session_id: mostly(sessionId, anyValue),
    session_status: fc.constantFrom(null, 'completed', 'odd'),
    session: mostly(listed, fc.constant(null)),
  },
  { requiredKeys: ['command_line', 'files', 'risk_detected', 'session_id'], noNullPrototype: true },
);

const manifest = fc.oneof(
  { weight: 4, arbitrary: sinkManifest },
  { weight: 1, arbitrary: oomManifest },
  { weight: 2, arbitrary: diagnoseManifest },
  { weight: 1, arbitrary: fc.constant<Fields>({ other: 1 }) },
);

const FOLDERS = ['', 'a/', 'a/sink/', 'b/', 'b/.hidden/', 'a-b/'];

/** A tree of folders with everything the catalog knows, by path. */
export const runTree: fc.Arbitrary<Fields> = fc
  .tuple(
    ...FOLDERS.map((folder) =>
      fc.record(
        {
          [`${folder}stormlog_run.json`]: mostly(
            envelope.map(textOf),
            fc.constantFrom<JsonValue>('', '[]', { dir: true }),
          ),
          [`${folder}stormlog_attachments.json`]: mostly(sidecar.map(textOf), fc.constant<JsonValue>('{}')),
          [`${folder}manifest.json`]: manifest.map(textOf),
          [`${folder}tracking.json`]: fc.constant<JsonValue>('{"events": []}'),
          [`${folder}rollups.json`]: fc.constant<JsonValue>(''),
          [`${folder}segment-0.jsonl`]: fc.constant<JsonValue>(''),
          [`${folder}link`]: fc.constant<JsonValue>({ symlink: '..' }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    ),
  )
  .map((parts): Fields => withoutBundledTelemetry(Object.assign({ keep: '' }, ...parts)));

/** Under relative paths the package takes files in out-of-memory bundles for sources, which is a defect of it. */
function withoutBundledTelemetry(files: Fields): Fields {
  const bundles = Object.entries(files)
    .filter(
      ([name, text]) => name.endsWith('manifest.json') && typeof text === 'string' && text.includes('bundle_name'),
    )
    .map(([name]) => name.slice(0, -'manifest.json'.length));
  const isBundled = (name: string): boolean =>
    /(?:tracking\.json|\.jsonl)$/.test(name) && bundles.some((folder) => name.startsWith(folder));
  return Object.fromEntries(Object.entries(files).filter(([name]) => !isBundled(name)));
}

function textOf(value: Fields): JsonValue {
  return stringifyJson(value);
}
