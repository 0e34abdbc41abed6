import { type JsonValue, stringifyJson } from '@stormlog/records';
import fc from 'fast-check';
import type { ConformanceCase } from '../adapter.ts';
import {
  alignment,
  anyActivity,
  anyEvent,
  anyRow,
  context,
  contextChanged,
  embedded,
  graphEvents,
  metadata,
  type Row,
} from './parts/correlation-records.ts';
import { type Question, questions, sampleCases } from './parts/sample-cases.ts';
import { anyValue, awkwardText, changed, fewChanges, mostly } from './parts/values.ts';

const parse = anyRow.map((record): Question => ({ op: 'correlation.parse', input: { record } }));

const verdicts = fc
  .array(anyRow, { minLength: 1, maxLength: 6 })
  .map((records): Question => ({ op: 'correlation.verdicts', input: { records } }));

/** Rows of an artifact: definitions, rows that refer to them, rows with their own context, and some that are wrong. */
const transportRows: fc.Arbitrary<Row[]> = fc
  .tuple(
    fc.array(fc.tuple(context, fc.constantFrom('c1', 'c2', 'c3', '__proto__')), { minLength: 1, maxLength: 3 }),
    fc.array(
      fc.tuple(
        fc.constantFrom('compact', 'compact', 'compact', 'embedded', 'any', 'definition', 'wrong'),
        anyEvent,
        anyRow,
        fc.constantFrom('c1', 'c1', 'c2', 'c3', '__proto__'),
        fewChanges(['schema_version', 'context_id', 'context', 'event_type', 'metadata', 'extra'], anyValue),
        contextChanged,
      ),
      { maxLength: 8 },
    ),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([defined, rows, seed]) => {
    const known = new Map<string, Row>();
    const made: Row[] = [];
    for (const [given, id] of defined) {
      // A clash is wanted now and then, not in every other list.
      const value = seed === 0 ? given : (known.get(id) ?? given);
      known.set(id, value);
      made.push(definition(id, value));
    }
    for (const [index, [kind, event, other, id, changes, given]] of rows.entries()) {
      const usable = known.has(id) || seed < 2 ? id : (defined[0]?.[1] ?? id);
      const compact: Row = { ...event, schema_version: 4, event_id: `e${index}`, context_id: usable };
      if (kind === 'compact') made.push(compact);
      else if (kind === 'wrong') made.push(seed < 5 ? changed(compact, changes) : compact);
      else if (kind === 'definition') made.push(definition(`d${index}`, seed < 4 ? given : (defined[0]?.[0] ?? given)));
      else if (kind === 'any' && seed < 5) made.push(other);
      else made.push({ schema_version: 2, event_id: `e${index}`, context: defined[0]?.[0] ?? {}, ...event });
    }
    return made;
  });

function definition(id: string, value: Row): Row {
  return { schema_version: 4, event_type: 'infer.context', context_id: id, context: value };
}

const decode = transportRows.map((records): Question => ({ op: 'correlation.decode_sequence', input: { records } }));
const scanRecords = transportRows.map((records): Question => ({ op: 'correlation.scan', input: { records } }));

const encode = fc
  .tuple(fc.array(mostly(embedded(anyEvent), anyRow), { maxLength: 5 }), transportRows, fc.boolean(), fc.boolean())
  .map(([records, seed, commit, seeded]): Question => {
    const definitions = seed.filter((row) => row['event_type'] === 'infer.context');
    return { op: 'correlation.encode_sequence', input: { records, commit, ...(seeded ? { seed: definitions } : {}) } };
  });

const write = fc
  .array(mostly(embedded(anyEvent), anyRow), { maxLength: 5 })
  .map((records): Question => ({ op: 'correlation.write_artifact', input: { records } }));

const contextIds = contextChanged.map(
  (value): Question => ({ op: 'correlation.context_id', input: { context: value } }),
);

/** A file of rows, spelled in several ways, with blank lines, odd line ends and broken lines here and there. */
const artifactText: fc.Arbitrary<string> = fc
  .tuple(
    transportRows,
    fc.constantFrom({ spaced: true, sortKeys: true, ascii: true }, { spaced: false }, { sortKeys: true }),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.array(
      fc.tuple(
        fc.nat({ max: 9 }),
        fc.constantFrom(
          '',
          ' \t',
          '\u00a0',
          '\ufeff',
          '{}',
          '[]',
          'null',
          '{"a": 1} x',
          '{"event_type": "infer.x"}',
          '{"',
        ),
      ),
      { maxLength: 2 },
    ),
    fc.constantFrom('end', 'end', 'end', 'end', 'no end', 'no end', 'torn'),
    fc.nat({ max: 3 }),
  )
  .map(([rows, style, lineEnd, extra, ending, disturb]) => {
    const lines = rows.map((row) => stringifyJson(row, style));
    for (const [place, text] of disturb === 0 ? extra : []) lines.splice(place, 0, text);
    const text = lines.join(lineEnd) + (ending === 'end' ? lineEnd : '');
    return ending === 'torn' ? text.slice(0, -7) : text;
  });

const artifact = fc
  .tuple(
    artifactText,
    fc.constantFrom(
      'load_artifact',
      'load_artifact',
      'artifact_text',
      'read_records',
      'scan',
      'scan',
      'resolve',
      'account',
    ),
    fc.boolean(),
  )
  .map(([text, op, typed]): Question => {
    const input = op === 'scan' ? { path: 'events.jsonl', typed } : { path: 'events.jsonl' };
    return { op: `correlation.${op}`, input, files: { 'events.jsonl': text } };
  });

const resolve = fc
  .tuple(graphEvents, fc.boolean())
  .map(([records, full]): Question => ({ op: 'correlation.resolve', input: { records, full } }));

const account = graphEvents.map((records): Question => ({ op: 'correlation.account', input: { records } }));

const times = fc.nat({ max: 12 });
/** One iteration with kernels and members, and shares that often add up. */
const shares = fc
  .tuple(
    fc.array(fc.tuple(times, times), { minLength: 1, maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom('r1', 'r2'), fc.constantFrom<(string | null)[]>('a1', 'a2', null)), {
      maxLength: 4,
    }),
    fc.array(fc.tuple(fc.constantFrom('r1', 'r2', 'r3'), fc.constantFrom<(string | null)[]>('a1', null), times), {
      maxLength: 3,
    }),
    fc.constantFrom('model', 'model', 'model', 'model', 'model', 'model', 'other', ''),
    fc.integer({ min: -1, max: 16 }),
    context,
  )
  .map(([kernels, members, given, model, wanted, ctx]): Question => {
    const iterationRef = { producer_id: 'engine-0', id: 'i1' };
    const header = { schema_version: 2, context: { ...ctx, device_uuid: 'GPU-0', clock_kind: 'monotonic' } };
    const reference = (id: string): Row => ({ producer_id: 'client', id });
    const records: Row[] = [
      { ...header, event_type: 'infer.iteration', event_id: 'it', iteration_ref: iterationRef },
      ...kernels.map(([start, length], index) => ({
        ...header,
        event_type: 'infer.activity_ref',
        event_id: `k${index}`,
        activity_ref: reference(`k${index}`),
        activity_kind: 'kernel',
        activity_domain: 'gpu',
        attribution_status: 'linked',
        iteration_ref: iterationRef,
        start_ns: start,
        end_ns: start + length,
      })),
      ...members.map(([request, attempt], index) => ({
        ...header,
        event_type: 'infer.membership',
        event_id: `m${index}`,
        request_ref: reference(request),
        attempt_ref: attempt === null ? null : reference(attempt),
        iteration_ref: iterationRef,
        role: `role-${index}`,
      })),
    ];
    const busy = new Set(kernels.flatMap(([start, length]) => Array.from({ length }, (_, i) => start + i))).size;
    const sum = given.reduce((total, [, , duration]) => total + duration, 0);
    return {
      op: 'correlation.validate_shares',
      input: {
        records,
        iteration_ref: ['engine-0', wanted === 7 ? 'i2' : 'i1'],
        device_clock: wanted === 6 ? ['GPU-0', 'worker-a/monotonic', 'device'] : ['GPU-0', 'worker-a/monotonic'],
        shares: given.map(([request, attempt, duration], index) => ({
          request_ref: ['client', request],
          attempt_ref: attempt === null ? null : ['client', attempt],
          duration_ns: duration,
          model: index === 0 ? 'model' : model,
        })),
        unattributed_ns: wanted < 0 ? -1 : busy - sum + (wanted === 5 ? 1 : 0),
      },
    };
  });

const alignments = fc
  .tuple(
    fc.array(embedded(alignment), { maxLength: 4 }),
    fc.constantFrom<JsonValue[]>(0, 5, 20, 2n ** 63n, 1_700_000_000_123_456_800n, -1),
    fc.constantFrom('x', 'y'),
    fc.constantFrom('y', 'x'),
    fc.constantFrom('align', 'align', 'covering_alignments'),
  )
  .map(([rows, timestamp_ns, from, to, op]): Question => {
    const given = rows.map((row, index) => ({ ...row, event_id: `a${index}` }));
    return { op: `correlation.${op}`, input: { timestamp_ns, from, to, alignments: given } };
  });

const bounds = fc
  .tuple(embedded(alignment), metadata)
  .map(
    ([row, free]): Question => ({ op: 'correlation.offset_bounds', input: { alignment: { ...row, metadata: free } } }),
  );

const busy = embedded(anyActivity).map((record): Question => ({ op: 'correlation.busy_intervals', input: { record } }));

const domainText = fc.oneof(awkwardText, fc.constantFrom('host', 'a/b', 'boot-1', 'unix_epoch_ns', '/'));
const domains = fc.oneof(
  fc
    .tuple(domainText, fc.option(domainText, { nil: null }))
    .map(([host, boot_id]): Question => ({ op: 'clock.domain', input: { host, boot_id } })),
  fc
    .array(domainText, { minLength: 1, maxLength: 4 })
    .map((parts): Question => ({ op: 'clock.is_boot_qualified', input: { clock_domain: parts.join('/') } })),
);

const eventTypes = fc
  .oneof(anyValue, fc.constantFrom<JsonValue[]>('infer.request', 'infer.context', 'infer.stage', 'infer.summary'))
  .filter((value) => typeof value !== 'object' || value === null)
  .map((event_type): Question => ({ op: 'correlation.is_event_type', input: { event_type } }));

const question = questions(
  [5, parse],
  [3, verdicts],
  [3, decode],
  [2, scanRecords],
  [3, encode],
  [2, write],
  [1, contextIds],
  [6, artifact],
  [5, resolve],
  [4, account],
  [2, shares],
  [2, alignments],
  [1, bounds],
  [1, busy],
  [1, domains],
  [1, eventTypes],
);

/** Questions about correlation events: valid and broken records, sequences of rows, artifacts, graphs, clocks. */
export function cases(seed: number, count: number): Iterable<ConformanceCase> {
  return sampleCases('correlation-events', question, seed, count);
}
