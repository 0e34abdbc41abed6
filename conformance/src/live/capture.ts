import { type JsonValue, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import { anyActivity, context, graphEvents, metadata, type Row } from './parts/correlation-records.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { anyValue, changed, fewChanges, mostly } from './parts/values.ts';

const RUN = 'run-1';
const SESSION = 'session-1';

const name = fc.constantFrom('streams', 'gpu_activity', ' ', 'é', '__proto__');
const names = fc.uniqueArray(name, { maxLength: 4 });
const lists: fc.Arbitrary<Row> = names.map((all) => ({
  supported: all,
  enabled: all.slice(0, 2).reverse(),
  collected: all.slice(0, 1),
}));
const oddLists: fc.Arbitrary<Row> = fc
  .tuple(lists, fewChanges(['supported', 'enabled', 'collected'], fc.oneof(anyValue, names, fc.array(name))))
  .map(([row, changes]) => changed(row, changes));

const capabilities = oddLists.map((input): Question => ({ op: 'capture.capabilities', input }));

const path = fc.constantFrom('t.json', 'traces/t.json', './a//b/../t.json', '../t.json', 'gone/x', 'link', '', '.');
const attachment: fc.Arbitrary<Row> = fc
  .tuple(
    fc.constantFrom('kineto:r0', 'kineto:r1', `infer-jsonl:${SESSION}:infer.jsonl`),
    fc.constantFrom('Rank 0', ' '),
    fc.oneof(
      path.map((spelled): Row => ({ path: spelled })),
      fc.constantFrom<Row[]>({ url: 'https://example.org/t' }, { path: 't.json', storage: 'copy' }),
    ),
    fc.option(metadata, { nil: null }),
  )
  .map(([attachment_id, title, place, data]) => ({ attachment_id, title, ...place, metadata: data }));
const oddAttachment = fc
  .tuple(attachment, fewChanges(['title', 'path', 'url', 'storage'], fc.constantFrom<JsonValue>(null, '', 'copy')))
  .map(([row, changes]) => changed(row, changes));

const attachments = oddAttachment.map((input): Question => ({ op: 'capture.attachment', input }));

/** Activities of one process, whose few ids meet. */
const launches = fc.array(
  fc
    .tuple(
      anyActivity,
      context,
      fc.constantFrom(null, 0, 7, 8),
      fc.constantFrom(null, 0, 7, 8),
      fc.constantFrom<JsonValue>(null, { producer_id: 'p', id: 's' }, { producer_id: 'p', id: 's' }),
    )
    .map(
      ([own, given, runtime, cuda, scope]): Row => ({
        schema_version: 2,
        event_id: 'e',
        context: { ...given, host: 'h', pid: 0 },
        ...own,
        runtime_correlation_id: runtime,
        cuda_correlation_id: cuda,
        correlation_scope: scope,
      }),
    ),
  { maxLength: 8 },
);
const numbered = (rows: readonly Row[], prefix: string): Row[] =>
  rows.map((row, index) => ({ ...row, event_id: `${prefix}${index}` }));

const link = fc.tuple(launches, launches).map(
  ([engine, trace]): Question => ({
    op: 'capture.link',
    input: { engine_events: numbered(engine, 'e'), trace_events: numbered(trace, 't') },
  }),
);

/** Events of the run and, but for a few, of the session. */
const evidence = (prefix: string): fc.Arbitrary<Row[]> =>
  fc.tuple(graphEvents, fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 5 })).map(([rows, odd, clash]) =>
    rows.map((row, index) => {
      const given = row['context'] as Row;
      const own = { ...row, context: odd === index ? given : { ...given, session_id: SESSION } };
      const event_id = clash === 0 ? `e${index}` : `${prefix}${index}`;
      const attached = row['trace_attachment_id'] == null || odd > 16 ? {} : { trace_attachment_id: 'kineto:r0' };
      return { ...own, event_id, ...attached };
    }),
  );

const capture = (prefix: string): fc.Arbitrary<JsonValue> =>
  fc
    .record({
      capabilities: mostly(lists, oddLists),
      events: evidence(prefix),
      attachments: fc.array(attachment, { maxLength: 2 }),
      summary: fc.option(metadata, { nil: null }),
      empty: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ empty, ...given }) => (empty === 0 ? null : given));

const compact = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row, index): Row[] => {
    const { context: given, ...own } = row;
    if (given === undefined || index % 3 === 2) return [row];
    const id = `ctx-${index}`;
    return [
      { schema_version: 4, event_type: 'infer.context', context_id: id, context: given },
      { ...own, schema_version: 4, context_id: id },
    ];
  });

const artifactText = fc
  .tuple(
    evidence('x'),
    fc.boolean(),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.constantFrom('\n', '', '', '\n \n'),
    fc.integer({ min: 0, max: 30 }),
  )
  .map(([rows, short, lineEnd, tail, fault]) => {
    const written = (short ? compact(rows) : rows).map((row) => stringifyJson(row, { ascii: fault % 2 === 0 }));
    if (fault === 1) written.push('{"event_type": "infer.req');
    if (fault === 2) written.push('{"event_type": "infer.summary", "session_id": "other"}');
    return written.join(lineEnd) + tail;
  });

const session: fc.Arbitrary<Row> = fc
  .tuple(
    fewChanges(['pid', 'rank', 'world_size', 'job_id', 'host'], fc.constantFrom<JsonValue>(0, 1, -1, null, '')),
    fc.constantFrom(null, 'job-7'),
  )
  .map(([changes, job_id]) => {
    const host = 'gpu-a01';
    const ranks = { rank: 0, local_rank: 0, world_size: 2 };
    const times = { started_at_ns: 1_700_000_000_123_456_789n, ended_at_ns: null };
    const whole = { session_id: SESSION, status: 'running', ...times, host, pid: 9, job_id, ...ranks, source: 's' };
    // A member that is taken away, or a host that is no text, would be a fault of the question.
    return changed(
      whole,
      changes.filter(([key, value]) => value !== undefined && !(key === 'host' && value === null)),
    );
  });

const envelopeRows = fc.array(
  fc.constantFrom<Row[]>(
    { attachment_id: 'kineto:r0', title: 'Rank 0', kind: 'k', storage: 'reference', path: 'x', metadata: {} },
    { title: 'Other', kind: 'k', storage: 'copy', url: 'u', metadata: { n: 1e22, i: 2n ** 70n } },
  ),
  { maxLength: 2 },
);
const envelopeText: fc.Arbitrary<string> = fc
  .tuple(envelopeRows, fewChanges(['run_id', 'sessions', 'metadata', 'x', 'title']), fc.integer({ min: 0, max: 20 }))
  .map(([rows, changes, odd]) => {
    const whole = { schema_version: 1, format: 'stormlog.run_envelope', run_id: RUN, metadata: {}, attachments: rows };
    const text = stringifyJson(changed(whole, changes), { indent: 1 });
    return odd === 0 ? text.slice(1) : text;
  });

const appendInput = fc
  .tuple(
    session,
    capture('n'),
    capture('t'),
    fc.constantFrom('v4', 'v4', 'embedded'),
    fc.constantFrom(null, 'env/run.json'),
  )
  .map(([given, engine, trace, transport, envelope]): Row => {
    const engineCapture = engine === null ? null : changed(engine as Row, [['attachments', undefined]]);
    return { run_id: RUN, session: given, engine: engineCapture, trace, transport, envelope };
  });

const files = fc.tuple(artifactText, fc.option(envelopeText, { nil: null })).map(
  ([artifact, envelope]): JsonValue => ({
    'infer.jsonl': artifact,
    't.json': '{}',
    link: { symlink: 'traces/t.json' },
    ...(envelope === null ? {} : { 'stormlog_run.json': envelope }),
  }),
);

const append = fc
  .tuple(appendInput, files)
  .map(([input, laid]): Question => ({ op: 'capture.append', input, files: laid }));

const appendTwice = fc.tuple(appendInput, fc.boolean(), appendInput, files).map(
  ([first, same, second, laid]): Question => ({
    op: 'capture.append_twice',
    input: { first, second: same ? {} : second },
    files: laid,
  }),
);

/** Questions about records, linking, and appending to artifacts of every form. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions([1, capabilities], [1, attachments], [3, link], [8, append], [2, appendTwice]);
  return sampleCases('capture', question, seed, count);
}
