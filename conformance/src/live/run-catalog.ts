import type { JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import { envelope, envelopeWithOddAttachment, jobId, runId, runTree, sessionId } from './parts/run-files.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';

const paths = fc.constantFrom<string[]>(['.'], ['.'], ['a', 'b'], ['./a//', 'a', 'gone'], ['a/stormlog_run.json', '.']);

const FILTERS: { readonly [op: string]: fc.Arbitrary<JsonValue> } = {
  discover: fc.constant(null),
  list_runs: fc.record(
    { job_id: jobId, session_id: sessionId, rank: fc.nat({ max: 2 }) },
    { requiredKeys: [], noNullPrototype: true },
  ),
  list_run_attachments: fc.record(
    { run_id: runId, kind: fc.constantFrom('trace', 'telemetry_sink') },
    { requiredKeys: [], noNullPrototype: true },
  ),
  list_sessions: fc.record(
    { session_id: sessionId, has_oom_bundle: fc.boolean() },
    { requiredKeys: [], noNullPrototype: true },
  ),
  list_attachments: fc.record(
    { session_id: sessionId, rank: fc.nat({ max: 2 }) },
    { requiredKeys: [], noNullPrototype: true },
  ),
  list_oom_bundles: fc.record(
    { session_id: sessionId, created_after: fc.constantFrom('2026-05-12', 'never') },
    { requiredKeys: [], noNullPrototype: true },
  ),
};

const onFolder = (op: string) =>
  fc.tuple(runTree, paths, FILTERS[op]!, fc.boolean()).map(
    ([files, asked, filter, filters]): Question => ({
      op: `catalog.${op}`,
      input: { paths: asked, ...(filters && filter !== null ? { filter } : {}) },
      files,
    }),
  );

const parse = fc
  .tuple(
    fc.oneof(envelope, envelopeWithOddAttachment),
    fc.constantFrom('stormlog_run.json', './a//x.json', 'gone/../x.json'),
  )
  .map(([payload, path]): Question => ({ op: 'catalog.parse_envelope', input: { payload, path } }));

const digits = fc.constantFrom('', '0', '00', '12', '1234', '059', '23', '24', '60', '٣٣');
const timeText = fc
  .tuple(
    fc.constantFrom(
      '2026-05-12',
      '20260512',
      '2026-W20',
      '2026W201',
      '2026-W53-1',
      '2026-13-01',
      '9998-12-31',
      '0002-01-01',
      '2024-02-29',
      '2023-02-29',
    ),
    fc.constantFrom('', 'T', ' ', '😀', '+', '-', '0'),
    fc.constantFrom('', '10', '10:20', '1020', '10:20:30', '102030', '24:00', '10:2030', '23:59:59'),
    fc.constantFrom('', '.', ',').chain((mark) => digits.map((text) => (mark === '' ? '' : mark + text))),
    fc.constantFrom('', 'Z', 'z', '+01:00', '-0130', '+23:59:59', '+24:00', '+01', '+01:00Z', '-00:00:01.5'),
  )
  .map(([date, separator, clock, ...rest]) =>
    [date, clock === '' ? separator : separator || 'T', clock, ...rest].join(''),
  );
/** Malformed ones that the package takes are not specified. */
const isSpecified = (text: string): boolean =>
  !/[.,](?!\d+(?:$|[Zz+-]))/.test(text) && !/W\d+(?:-\d)?[-\d+]/.test(text);
const times = fc
  .array(timeText.filter(isSpecified), { minLength: 1, maxLength: 6 })
  .map((values): Question => ({ op: 'catalog.parse_datetime', input: { values } }));

/** Questions about envelopes, time texts, and folders of everything. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions(
    [4, parse],
    [1, times],
    [3, onFolder('discover')],
    [3, onFolder('list_runs')],
    [3, onFolder('list_run_attachments')],
    [2, onFolder('list_sessions')],
    [1, onFolder('list_attachments')],
    [1, onFolder('list_oom_bundles')],
  );
  return sampleCases('run-catalog', question, seed, count);
}
