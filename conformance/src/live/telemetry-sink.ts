import type { JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { healthQuestion, issueQuestion, rollupQuestion } from './parts/sink-questions.ts';
import { sinkScript } from './parts/sink-scripts.ts';
import { jsonDocument, jsonLines, manifest } from './parts/telemetry-files.ts';
import { awkwardText, mostly } from './parts/values.ts';

const content = mostly(jsonLines, fc.constantFrom<JsonValue>('', { dir: true }, { symlink: 'gone' }));

/** A folder with segments under names that order as text, a manifest or none, and files that do not belong. */
const folder: fc.Arbitrary<{ [name: string]: JsonValue }> = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom(
        'segment-000001.jsonl',
        'segment-000002.jsonl',
        'segment-000010.jsonl',
        'segment-9.jsonl',
        'segment-.jsonl',
        'Segment-000003.jsonl',
        'segment-000004.JSONL',
        'segment-000005.jsonl.tmp',
        'other.jsonl',
        'rollups.json',
      ),
      content,
      { maxKeys: 4, noNullPrototype: true },
    ),
    mostly(jsonLines, fc.constant(null)),
    mostly(manifest, fc.oneof<fc.Arbitrary<JsonValue>[]>(jsonDocument, fc.constant(null), fc.constant({ dir: true }))),
  )
  .map(([files, first, listed]) => ({
    'sink/.keep': '',
    ...(first === null ? {} : { 'sink/segment-000001.jsonl': first }),
    ...Object.fromEntries(Object.entries(files).map(([name, file]) => [`sink/${name}`, file])),
    ...(listed === null ? {} : { 'sink/manifest.json': listed }),
  }));

const path = fc.constantFrom(
  'sink',
  'sink',
  'sink',
  'sink/manifest.json',
  'sink/segment-000001.jsonl',
  'sink/other.jsonl',
  './sink/',
  'sink/missing.jsonl',
  'sink/rollups.json',
);

const ask = (op: string) =>
  fc.tuple(folder, path).map(([files, asked]): Question => ({ op: `sink.${op}`, input: { path: asked }, files }));

const load = fc
  .tuple(folder, path, fc.record({ permissive_legacy: fc.boolean(), full: fc.boolean() }, { requiredKeys: [] }))
  .map(([files, asked, rest]): Question => ({ op: 'sink.load', input: { path: asked, ...rest }, files }));

const loadEvents = fc
  .tuple(folder, path, fc.record({ session_id: fc.constantFrom('session-a', 'session-b', '') }, { requiredKeys: [] }))
  .map(([files, asked, rest]): Question => ({ op: 'sink.load_events', input: { path: asked, ...rest }, files }));

const legacyId = fc
  .array(fc.oneof<fc.Arbitrary<JsonValue>[]>(awkwardText, fc.constantFrom<JsonValue>(null, 0, -7, 2n ** 80n)), {
    maxLength: 3,
  })
  .map((parts): Question => ({ op: 'sink.legacy_session_id', input: { parts } }));

const write = sinkScript.map(({ input, files }): Question => ({ op: 'sink.write', input, files }));

/** Questions about sink folders as they are found, scripts of what writers do to them, and questions about what comes of it. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  const question = questions(
    [2, ask('resolve_segments')],
    [1, ask('resolve_manifest')],
    [4, ask('read_manifest')],
    [6, load],
    [2, loadEvents],
    [1, legacyId],
    [16, write],
    [4, rollupQuestion],
    [1, healthQuestion],
    [5, issueQuestion],
  );
  return sampleCases('telemetry-sink', question, seed, count);
}
