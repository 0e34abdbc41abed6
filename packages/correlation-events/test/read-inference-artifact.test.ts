import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  ArtifactError,
  ConflictError,
  InvalidRecordError,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '@stormlog/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CorrelationRecordDecoder,
  CorrelationRecordEncoder,
  type InferenceRecord,
  inferenceRecordLine,
  loadInferenceArtifact,
  parseInferenceRecord,
  readInferenceArtifact,
  readInferenceBatches,
  readInferenceRecords,
} from '../src/index.ts';
import { anyEvent, CONTEXT_ROW, requestRow } from './sample-events.ts';

let folder: string;
let files = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'correlation-events-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function artifact(content: string | Uint8Array, name = `artifact-${files++}.jsonl`): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Outcome {
  readonly lines: number[];
  readonly records: InferenceRecord[];
  readonly failure: unknown;
}

async function read(path: string, options: Parameters<typeof readInferenceArtifact>[1] = {}): Promise<Outcome> {
  const lines: number[] = [];
  const records: InferenceRecord[] = [];
  try {
    for await (const { line, record } of readInferenceArtifact(path, options)) {
      lines.push(line);
      records.push(record);
    }
    return { lines, records, failure: null };
  } catch (failure) {
    return { lines, records, failure };
  }
}

const row = (id: string, changes: JsonObject = {}) => inferenceRecordLine(requestRow({ event_id: id, ...changes }));
const definition = (id: string, context: JsonObject = CONTEXT_ROW) =>
  inferenceRecordLine({ schema_version: 4, event_type: 'infer.context', context_id: id, context });

describe('lines', () => {
  it.each(['\n', '\r\n', '\r'])('end at %j, also between chunks, and blank ones count', async (end) => {
    const path = artifact([row('a'), '', ' \t\u00a0\u001c', row('b'), row('c')].join(end));

    for (const chunkBytes of [1, 7, 1 << 16]) {
      const { lines, failure } = await read(path, { chunkBytes });
      expect(failure).toBeNull();
      expect(lines).toEqual([1, 4, 5]);
    }
  });

  it('end nowhere else', async () => {
    const text = `${stringifyJson(requestRow({ metadata: { text: 'a\u2028b\u0085c' } }))}\n`;

    const { records } = await read(artifact(text));

    expect(records[0]?.['metadata']).toEqual({ text: 'a\u2028b\u0085c' });
  });

  it('count definitions, which give no record', async () => {
    const compact =
      '{"schema_version": 4, "event_type": "infer.request", "context_id": "c", "event_id": "e", "request_ref": {"producer_id": "p", "id": "r"}}';

    const { lines, records } = await read(artifact(`${definition('c')}\n${compact}\n`));

    expect(lines).toEqual([2]);
    expect(records[0]).toMatchObject({ schema_version: 2, context: { run_id: 'run-7' } });
  });
});

describe('a fault', () => {
  it('comes after the records before it and names file, line and field', async () => {
    const path = artifact([row('a'), row('b'), row('c', { start_ns: 1.5 }), row('d')].join('\n'));

    const { lines, failure } = await read(path);

    expect(lines).toEqual([1, 2]);
    expect(failure).toBeInstanceOf(InvalidRecordError);
    expect(failure).toMatchObject({ path, line: 3, field: 'start_ns' });
  });

  it('of the scanner and of the parser is the same', async () => {
    // The second row of a type is scanned, so every fault is tried there as well.
    const faults: JsonObject[] = [
      { start_ns: 9, end_ns: 8 },
      { kv_bytes: 2n ** 53n },
      { event_id: '' },
      { request_ref: { producer_id: '', id: 'x' } },
      { status: '' },
    ];
    for (const fault of faults) {
      const good = requestRow({ start_ns: 1, end_ns: 2, kv_bytes: 5, status: 'ok' });
      const lines = [good, good, { ...good, ...fault }].map((value) => inferenceRecordLine(value));

      const { failure } = await read(artifact(lines.join('\n')));

      expect(failure).toMatchObject({
        line: 3,
        field: expect.stringMatching(/end_ns|kv_bytes|event_id|request_ref|status/),
      });
    }
  });

  it.each([
    ['a byte order mark', `\ufeff${row('a')}\n`, 1],
    ['a byte order mark on a later line', `${row('a')}\n\ufeff${row('b')}\n`, 2],
    ['two values on a line', `${row('a')} ${row('b')}\n`, 1],
    ['a list', `[${row('a')}]\n`, 1],
    ['a number', `${row('a')}\n12\n`, 2],
    ['a no-break space before the brace', `\u00a0${row('a')}\n`, 1],
  ])('is %s', async (_, text, line) => {
    const path = artifact(text);

    expect((await read(path)).failure).toMatchObject({ path, line });
  });

  it('is a record that was cut off, with a message that says so', async () => {
    const path = artifact(`${row('a')}\n${row('b').slice(0, -9)}`);

    const { lines, failure } = await read(path);

    expect(lines).toEqual([1]);
    expect(failure).toMatchObject({ code: 'json_syntax', path, line: 2, message: expect.stringContaining('cut off') });
  });

  it('is a record that was cut off inside a character', async () => {
    const bytes = Buffer.concat([Buffer.from(`${row('a')}\n{"event_type": "infer.x", "a": "`), Buffer.from([0xc3])]);

    const { lines, failure } = await read(artifact(bytes));

    expect(lines).toEqual([1]);
    expect(failure).toMatchObject({ code: 'not_utf8', line: 2, message: expect.stringContaining('cut off') });
  });

  it('is a byte that is not UTF-8', async () => {
    const path = artifact(
      Buffer.concat([Buffer.from(`${row('a')}\n"`), Buffer.from([0xff]), Buffer.from(`"\n${row('b')}\n`)]),
    );

    expect((await read(path)).failure).toMatchObject({ code: 'not_utf8', path, line: 2 });
  });

  it('is a line longer than the limit', async () => {
    const path = artifact(`${row('a')}\n${row('b', { status: 'x'.repeat(5000) })}\n${row('c')}\n`);

    const { lines, failure } = await read(path, { maxLineBytes: 2000, chunkBytes: 512 });

    expect(lines).toEqual([1]);
    expect(failure).toMatchObject({ code: 'line_too_long', path, line: 2 });
  });

  it('is a context id that is defined twice, differently', async () => {
    const path = artifact(`${definition('c')}\n${definition('c', { ...CONTEXT_ROW, rank: 1 })}\n`);

    const { failure } = await read(path);

    expect(failure).toBeInstanceOf(ConflictError);
    expect(failure).toMatchObject({ path, line: 2, identity: 'c' });
  });

  it('is a file that cannot be read', async () => {
    mkdirSync(join(folder, 'a-folder'), { recursive: true });

    const missing = (await read(join(folder, 'absent.jsonl'))).failure;
    const notAFile = (await read(join(folder, 'a-folder'))).failure;

    expect(missing).toBeInstanceOf(ArtifactError);
    expect(missing).toMatchObject({ code: 'file_missing' });
    expect(notAFile).toMatchObject({ code: 'not_a_file' });
  });
});

it('unpacks a .gz artifact', async () => {
  const path = artifact(gzipSync(`${row('a')}\n${row('b')}\n`), 'packed.jsonl.gz');

  expect((await read(path)).lines).toEqual([1, 2]);
});

it('stops with the reason of an abort', async () => {
  const path = artifact(Array.from({ length: 200 }, (_, i) => row(`e${i}`)).join('\n'));
  const controller = new AbortController();
  const reason = new Error('enough');

  const reading = async () => {
    for await (const _ of readInferenceBatches(path, { signal: controller.signal, chunkBytes: 512 })) {
      controller.abort(reason);
    }
  };

  await expect(reading()).rejects.toBe(reason);
});

it('reads records untyped: unknown kinds unchecked, compact rows as given', async () => {
  const compact =
    '{"schema_version": 4, "event_type": "infer.request", "context_id": "c", "event_id": "e", "request_ref": {"producer_id": "p", "id": "r"}}';
  const path = artifact(`{"schema_version": 99, "x": 1}\n${definition('c')}\n${compact}\n`);

  const rows = [];
  for await (const item of readInferenceRecords(path)) rows.push(item);

  expect(rows.map((item) => item.line)).toEqual([1, 3]);
  expect(rows[0]?.record).toEqual({ schema_version: 99, x: 1 });
  expect(Object.keys(rows[1]?.record ?? {}).sort()).toEqual(
    ['context', 'event_id', 'event_type', 'request_ref', 'schema_version'].sort(),
  );
});

describe('the scanner', () => {
  const spellings = [
    { sortKeys: true, ascii: true, spaced: true },
    { sortKeys: true, ascii: true },
    { ascii: false, spaced: true },
  ];

  it('finds what the parser finds, for events in every spelling, compact and embedded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEvent, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...spellings),
        fc.boolean(),
        fc.constantFrom(64, 1000, 1 << 18),
        async (events, spelling, isCompact, chunkBytes) => {
          const encoder = new CorrelationRecordEncoder();
          // Three times, so that the later rows meet layouts learnt from the earlier ones.
          const all = [...events, ...events, ...events];
          const rows = isCompact ? all.flatMap((event) => encoder.encode(event)) : all;
          const lines = rows.map((value) => stringifyJson(value, spelling));
          const path = artifact(`${lines.join('\n')}\n`, 'differential.jsonl');
          const decoder = new CorrelationRecordDecoder();
          const expected = lines
            .map((line) => decoder.decodeEvent(parseJson(line)))
            .filter((record) => record !== null);

          const { records, failure } = await read(path, { chunkBytes });

          expect(failure).toBeNull();
          expect(records).toEqual(expected);
          expect(records.map((record) => Object.keys(record))).toEqual(expected.map((record) => Object.keys(record)));
        },
      ),
      { seed: 21, numRuns: 150 },
    );
  });

  it('agrees with the parser on rows with a character changed', async () => {
    const good = inferenceRecordLine(
      requestRow({
        start_ns: 1_787_650_000_123_456_789n,
        end_ns: 1_787_650_000_123_456_790n,
        status: 'finished',
        kv_bytes: 12,
        metadata: { a: 1 },
      }),
    );
    const characters = ['"', '\\', '{', '}', ',', ':', '0', '9', '-', '.', 'e', ' ', 'n', 'x', '\t', 'é', '[', ']'];
    for (let at = 0; at < good.length; at += 1) {
      const character = characters[at % characters.length] ?? 'x';
      const line = good.slice(0, at) + character + good.slice(at + 1);
      const expected = outcomeOf(() => parseInferenceRecord(parseJson(line)));

      const { records, failure } = await read(artifact(`${good}\n${good}\n${line}\n`, 'changed.jsonl'));

      expect(failure === null ? records[2] : 'refused', line).toEqual(expected);
    }
  });
});

function outcomeOf(parse: () => InferenceRecord): InferenceRecord | 'refused' {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidRecordError) return 'refused';
    throw error;
  }
}

it('loads all records in order', async () => {
  const records = await loadInferenceArtifact(artifact(`${row('a')}\n{"event_type": "infer.x"}\n${row('b')}\n`));

  expect(records.map((record) => record.event_type)).toEqual(['infer.request', 'infer.x', 'infer.request']);
});

describe('the iterator', () => {
  it('answers calls that are made at once in their order, and ends after the last', async () => {
    const path = artifact(Array.from({ length: 7 }, (_, i) => row(`e${i}`)).join('\n'));
    const iterator = readInferenceArtifact(path, { chunkBytes: 300 });

    const results = await Promise.all(Array.from({ length: 9 }, () => iterator.next()));

    expect(results.map((result) => (result.done ? null : result.value.line))).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      null,
      null,
    ]);
  });

  it('gives nothing more once it was left', async () => {
    const iterator = readInferenceArtifact(artifact(`${row('a')}\n${row('b')}\n`));
    for await (const _ of iterator) break;

    expect(await iterator.next()).toEqual({ value: undefined, done: true });
  });

  it('fails once, then is at its end', async () => {
    const iterator = readInferenceArtifact(artifact(`${row('a')}\nx\n`));

    await iterator.next();
    await expect(iterator.next()).rejects.toMatchObject({ line: 2 });
    expect((await iterator.next()).done).toBe(true);
  });
});
