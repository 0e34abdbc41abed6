import { gzipSync } from 'node:zlib';
import { type JsonValue, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import type { AnsweredCase } from '../case-runner.ts';
import { kinetoText } from './parts/kineto-traces.ts';
import { nsysExport } from './parts/nsys-exports.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { awkwardText, mostly } from './parts/values.ts';

const RUN = { run_id: 'run-1', session_id: 'session-1' };
type Inputs = { readonly [key: string]: JsonValue };

const attachment = fc.constantFrom<Inputs>(
  { attachment_id: 'kineto:r0', title: 'Rank 0', path: 't.json' },
  { attachment_id: 'é 1', title: 'T', url: 'https://example.org/t' },
);
const uuids = fc.constantFrom<Inputs>({ '0': 'GPU-a' }, { '1': 'GPU-b' }, { '0': 'GPU-a', '1': 'GPU-a' });
const captureOptions = fc.record(
  {
    attachment,
    device_uuids: uuids,
    detail: fc.constantFrom('launch', 'kernel', 'kernel'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const byPid = fc.constantFrom<Inputs>(
  { '4242': { '0': 'GPU-w' } },
  { '4343': { '1': 'GPU-v' }, '0': { '0': 'GPU-0' } },
);

/** The file of a trace: plain, packed, or packed and cut short. */
const kinetoFile = fc.tuple(kinetoText, fc.nat({ max: 11 })).map(([text, form]): JsonValue => {
  if (form > 2) return text;
  const packed = gzipSync(text);
  return { base64: (form > 0 ? packed : packed.subarray(0, packed.length - 9)).toString('base64') };
});

const kineto = fc
  .tuple(kinetoFile, captureOptions, mostly(fc.constant(null), byPid), fc.constantFrom('t.json', 'é 1.json', 'x.gz'))
  .map(([file, options, workers, path]): Question => {
    const more = workers === null ? {} : { device_uuids_by_pid: workers };
    return { op: 'trace.kineto_import', input: { path, ...RUN, ...options, ...more }, files: { [path]: file } };
  });

const nsys = fc
  .tuple(nsysExport, captureOptions, mostly(fc.constant(null), byPid))
  .map(([{ sql, bytes }, options, workers]): Question => {
    const more = workers === null ? {} : { device_uuids_by_pid: workers };
    return {
      op: 'trace.nsys_import',
      input: { path: 'r.sqlite', ...RUN, sql, ...options, ...more },
      files: { 'r.sqlite': { base64: bytes.toString('base64') } },
    };
  });

const tracePath = fc.constantFrom(
  'a.json',
  'b.json',
  'sub/a.json',
  'r.sqlite',
  'sub/./a.json',
  'x.nsys-rep',
  'gone.json',
);
const uuidOption = fc
  .tuple(
    fc.constantFrom('', '', '', 'a.json:', 'sub/a.json:', 'b.json:', 'gone.json:', 'C:a.json:', ':'),
    fc.constantFrom('', '', '0=', '1=', '00=', '-1=', ' 0=', '٠=', 'x=', '='),
    fc.constantFrom('GPU-a', 'GPU-a', 'GPU-b', '', 'a=b', 'MIG-c'),
  )
  .map((parts) => parts.join(''));
const uuidOptions = fc.oneof(
  { weight: 2, arbitrary: fc.constant<string[]>([]) },
  { weight: 2, arbitrary: fc.constantFrom<string[]>(['GPU-a'], ['1=GPU-b'], ['a.json:0=GPU-a']) },
  { weight: 1, arbitrary: fc.array(uuidOption, { maxLength: 3 }) },
);
const traceFiles = fc.tuple(kinetoFile, kinetoFile, kinetoFile, nsysExport).map(([a, b, c, { bytes }]) => ({
  'a.json': a,
  'b.json': b,
  'sub/a.json': c,
  'r.sqlite': { base64: bytes.toString('base64') },
  'x.nsys-rep': 'binary',
}));
const usualPaths = fc.constantFrom(
  ['a.json'],
  ['b.json', 'a.json'],
  ['a.json', 'r.sqlite'],
  ['sub/a.json', 'x.nsys-rep'],
);
const tracePaths = mostly(usualPaths, fc.array(tracePath, { maxLength: 3 }));

const deviceUuids = fc.tuple(fc.array(uuidOption, { maxLength: 3 }), mostly(fc.constant(null), tracePaths)).map(
  ([values, paths]): Question => ({
    op: 'trace.device_uuids',
    input: { values, ...(paths === null ? {} : { paths }) },
    files: { 'a.json': '', 'b.json': '', 'sub/a.json': '' },
  }),
);

const collect = fc
  .tuple(
    traceFiles,
    tracePaths,
    uuidOptions,
    fc.record(
      { detail: fc.constantFrom('launch', 'kernel', 'other'), max_bytes: fc.constantFrom(0, 500, 1500, 5000) },
      { requiredKeys: [], noNullPrototype: true },
    ),
  )
  .map(
    ([files, paths, device_uuids, options]): Question => ({
      op: 'trace.collect',
      input: { paths, ...RUN, device_uuids, ...options },
      files,
    }),
  );

const CONTEXT = {
  ...RUN,
  producer_id: 'stormlog',
  source: 'stormlog.infer.profile',
  clock_domain: 'c/unix_epoch_ns',
  clock_kind: 'wall',
  collection_mode: 'active',
  provenance: 'observed',
};
const ARTIFACT = {
  schema_version: 2,
  event_type: 'infer.artifact',
  context: CONTEXT,
  event_id: 'artifact',
  artifact_kind: 'inference',
  created_at_ns: 1_700_000_000_000_000_000n,
};
const ITERATION = {
  schema_version: 2,
  event_type: 'infer.iteration',
  context: { ...CONTEXT, producer_id: 'p' },
  event_id: 'iteration-1',
  iteration_ref: { producer_id: 'p', id: '1' },
  iteration_state: 'completed',
};
const lines = (...rows: JsonValue[]) => rows.map((row) => `${stringifyJson(row)}\n`).join('');
const artifactText = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(lines(ARTIFACT), lines(ARTIFACT, ITERATION)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      lines(ITERATION),
      lines(ARTIFACT).slice(0, -40),
      '{"event_type": "infer.request"}\n',
    ),
  },
);
const importArtifact = fc
  .tuple(
    traceFiles,
    artifactText,
    fc.array(
      fc
        .tuple(
          tracePaths,
          uuidOptions,
          fc.constantFrom('launch', 'kernel', null),
          mostly(fc.constant(null), fc.constant('my-run.json')),
        )
        .map(
          ([traces, device_uuids, detail, envelope]): Inputs => ({
            traces,
            device_uuids,
            ...(detail === null ? {} : { detail }),
            ...(envelope === null ? {} : { envelope }),
          }),
        ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(
    ([files, artifact, imports]): Question => ({
      op: 'trace.import_artifact',
      input: { artifact: 'infer.jsonl', imports },
      files: { ...files, 'infer.jsonl': artifact },
    }),
  );

const wall = (seconds: number) => 1_700_000_000_000_000_000n + BigInt(seconds) * 1_000_000_000n;
const moment = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.nat({ max: 100 }).map(wall) },
);
const worker = fc.record(
  {
    host: fc.constantFrom('gpu-a01', 'gpu-a01', 'gpu-b', null),
    pid: fc.constantFrom(1, 2, 3, null),
    cuda_ordinal: fc.constantFrom(0, 1, null),
    device_uuid: fc.constantFrom('GPU-a', 'GPU-b', null),
    started_wall_ns: moment,
    last_seen_wall_ns: moment,
    ended: fc.boolean(),
  },
  { requiredKeys: ['host', 'pid'], noNullPrototype: true },
);
const window = fc.tuple(fc.nat({ max: 100 }).map(wall), fc.nat({ max: 100 }).map(wall));
const bind = fc
  .tuple(
    fc.array(worker, { maxLength: 5 }),
    fc.constantFrom('gpu-a01', 'gpu-a01', 'gpu-b', null),
    fc.array(fc.constantFrom(1, 2, 3, 4), { maxLength: 4 }),
    window,
  )
  .map(
    ([workers, host, pids, [start_wall_ns, end_wall_ns]]): Question => ({
      op: 'trace.bind_workers',
      input: {
        workers: workers.map((one, index) => ({ epoch: `worker-${index}`, ...one })),
        host,
        pids,
        start_wall_ns,
        end_wall_ns,
      },
    }),
  );

const hex = (length: number) =>
  mostly(
    fc
      .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
      .map((all) => all.join('')),
    fc.constantFrom('0'.repeat(length), 'f'.repeat(length), 'A'.repeat(length), '0'.repeat(length - 1)),
  );
const parent = fc
  .tuple(
    fc.constantFrom('00', '00', '00', '01', 'ff'),
    hex(32),
    hex(16),
    hex(2),
    fc.constantFrom('', '', '', '\n', ' ', '-00'),
  )
  .map(
    ([version, trace, span, flags, tail]): Question => ({
      op: 'trace.parse_traceparent',
      input: { value: `${version}-${trace}-${span}-${flags}${tail}` },
    }),
  );
const header = fc.tuple(fc.constantFrom('preserve-engine', 'follow-sampling', 'off'), fc.boolean()).map(
  ([policy, sampled]): Question => ({
    op: 'trace.traceparent',
    input: { trace_id: 'ab'.repeat(16), span_id: 'cd'.repeat(8), sampled, policy },
  }),
);
const keeps = fc
  .tuple(
    fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 }).map((all) => all.join('')),
    fc.oneof(
      fc.constantFrom(-0.5, 1.5, 0.5, 0.25, 1e-17, 2 ** -56, 0.1),
      fc.double({ min: 1e-9, max: 0.999, noNaN: true }),
    ),
  )
  .map(([trace_id, ratio]): Question => ({ op: 'trace.keeps', input: { trace_id, ratio } }));
const derived = fc
  .array(awkwardText, { minLength: 1, maxLength: 3 })
  .map((parts): Question => ({ op: 'trace.derived_ids', input: { parts } }));
const sampler = fc
  .tuple(
    fc.constantFrom('', 'parentbased_', 'parentbased_', 'x'),
    fc.constantFrom('traceidratio', 'traceidratio', 'always_on', 'always_off', 'jaeger_remote', 'xray'),
    fc.constantFrom('', ':', ':0.25', ':1', ':1.5', ':-0.1', ':nan', ': 0.5 ', ':1_0e-1', ':x', ':0.1:2', ':1e-400'),
  )
  .map((parts): Question => ({ op: 'trace.server_sampler', input: { value: parts.join('') } }));
const rangeNames = fc
  .tuple(
    mostly(fc.constantFrom('p', 'vllm:engine-0'), awkwardText),
    mostly(fc.constantFrom('1', 'a/b', 'x\r', '\n'), awkwardText),
  )
  .map(([producer_id, iteration_id]): Question => ({ op: 'trace.range_name', input: { producer_id, iteration_id } }));
const ranges = fc
  .tuple(
    fc.constantFrom('stormlog.iteration/', 'stormlog.iteration/', 'Stormlog.iteration/', ''),
    awkwardText,
    awkwardText,
  )
  .map(
    ([prefix, producer, id]): Question => ({ op: 'trace.range_parse', input: { name: `${prefix}${producer}/${id}` } }),
  );
const intervals = fc
  .array(
    fc
      .tuple(fc.bigInt({ min: 0n, max: 60n }), fc.bigInt({ min: 0n, max: 9n }))
      .map(([from, length]) => [from, from + length]),
    { maxLength: 8 },
  )
  .map((all): Question => ({ op: 'trace.merge_intervals', input: { intervals: all } }));

/** What the package lets escape where a trace holds values of types that it does not expect. */
const ESCAPING = new Set(['AttributeError', 'OverflowError', 'TypeError']);
const READS_TRACES = new Set(['trace.import_artifact', 'trace.kineto_import', 'trace.nsys_import']);

/** A trace of odd types, on which the package crashes. */
export function explain({ op, error }: AnsweredCase): string | null {
  return READS_TRACES.has(op) && typeof error === 'string' && ESCAPING.has(error) ? 'D-4' : null;
}

/** Questions about traces, alone, together and into artifacts, and about the small rules around them. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions(
    [20, kineto],
    [8, nsys],
    [5, collect],
    [5, importArtifact],
    [3, deviceUuids],
    [3, bind],
    [1, parent],
    [1, header],
    [1, keeps],
    [1, derived],
    [2, sampler],
    [1, rangeNames],
    [1, ranges],
    [1, intervals],
  );
  return sampleCases('trace-collectors', question, seed, count);
}
