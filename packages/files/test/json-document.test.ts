import { gzipSync } from 'node:zlib';
import { ArtifactError, InvalidRecordError, type JsonValue, parseJson, StormlogError } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DocumentElement,
  type DocumentElementFault,
  type JsonDocumentOptions,
  readJsonDocument,
  streamJsonDocument,
} from '../src/index.ts';
import { rejection, temporaryFile } from './temporary-folder.ts';

const textStream = (text: string | Uint8Array, size = 7) => ({ name: 'text', stream: slices(Buffer.from(text), size) });

async function* slices(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Both ways: whole, and part by part in small chunks. */
const ROUTES: readonly (readonly [string, JsonDocumentOptions])[] = [
  ['whole', {}],
  ['part by part', { maxBytes: 0, chunkBytes: 5 }],
];

describe.each(ROUTES)('a document read %s', (_, route) => {
  test.each([
    '{"events": [{"timestamp_ns": 1700000000123456789}, 2], "n": 18446744073709551617, "x": [NaN, -0]}',
    '[1, [2, {"a": "]},{["}], "\\"", {}]',
    ' \r\n{ } ',
    '[]',
    '"text"',
    '12',
    '{"a": 1, "a": [1, 2], "b": 3, "a": [3]}',
    '{"__proto__": [{"__proto__": 1}], "constructor": {"a": 12345678901234567890}}',
    '{"a\\u0062": "\\\\", "": [[]]}',
  ])('is exact: %s', async (text) => {
    expect(await readJsonDocument(await temporaryFile('document.json', text), route)).toEqual(parseJson(text));
  });

  test.each([
    ['{"events": [1,\n  {"a": tru}]}', 2, 'column 9'],
    ['[1,\r\n2,\r3 4]', 3, 'column 3'],
    ['{"a": 1,\n}', 2, 'column 1'],
    ['[1, 2\n', 2, 'column 1'],
    ['[1,]', 1, 'column 4'],
    ['[1}', 1, 'column 3'],
    ['{"a" 1}', 1, 'column 6'],
    ['{"a": }', 1, 'column 7'],
    ['{"a": 1]', 1, 'column 8'],
    ['[] []', 1, 'column 4'],
    ['', 1, 'column 1'],
    ['{"a": "open', 1, 'column 1'],
    ['{"a": [{"b": 1}\n,{]', 2, ''],
    ['{"a\u0001": 1}', 1, 'column 4'],
  ])('names line and column of a fault: %j', async (text, line, column) => {
    const path = await temporaryFile('broken.json', text);

    const error = await rejection(readJsonDocument(path, route));

    expect(error).toBeInstanceOf(InvalidRecordError);
    expect(error).toMatchObject({ code: 'json_syntax', path, line, message: expect.stringContaining(column) });
  });

  test('times are bigints in the document and in the elements of its arrays', async () => {
    const text = '{"t": 1, "events": [{"t": 2}, {"t": 2.5}, {"deep": {"t": 3}}, 4], "other": {"t": 5}}';

    const value = await readJsonDocument(textStream(text), { ...route, bigIntField: 't' });

    expect(value).toEqual({ t: 1n, events: [{ t: 2n }, { t: 2.5 }, { deep: { t: 3 } }, 4], other: { t: 5 } });
    expect(await readJsonDocument(textStream('[{"t": 1}]'), { ...route, bigIntField: 't' })).toEqual([{ t: 1n }]);
    expect(
      await readJsonDocument(textStream(text), { ...route, bigIntField: 't', elementKeys: ['others'] }),
    ).toMatchObject({ t: 1n, events: [{ t: 2 }, { t: 2.5 }, {}, 4] });
  });

  test('a byte order mark is passed over or refused', async () => {
    const path = await temporaryFile('bom.json', '\ufeff[1]');

    expect(await readJsonDocument(path, route)).toEqual([1]);
    expect(await rejection(readJsonDocument(path, { ...route, skipByteOrderMark: false }))).toMatchObject({
      code: 'json_syntax',
      line: 1,
    });
  });

  test('bytes that are not UTF-8 are named with line and offset', async () => {
    const path = await temporaryFile('latin-1.json', Buffer.from('[1,\n"\xe9"]', 'latin1'));

    const error = await rejection(readJsonDocument(path, route));

    expect(error).toMatchObject({
      code: 'not_utf8',
      path,
      line: 2,
      message: expect.stringContaining('0xe9 at offset 5'),
    });
  });

  test('another encoding is named', async () => {
    const path = await temporaryFile('utf-16.json', Buffer.from('\ufeff[1]', 'utf16le'));

    expect(await rejection(readJsonDocument(path, route))).toMatchObject({
      code: 'not_utf8',
      message: expect.stringContaining('UTF-16 (little endian)'),
    });
  });

  test('nesting of 1000 levels is read, of 1001 refused', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

    expect(await readJsonDocument(textStream(nested(1000)), route)).toEqual(parseJson(nested(1000)));
    expect(await rejection(readJsonDocument(textStream(nested(1001)), route))).toMatchObject({ code: 'json_too_deep' });
  });

  test('a packed document is unpacked, a damaged one refused', async () => {
    const packed = gzipSync('{"events": [1, 2]}');

    expect(await readJsonDocument(await temporaryFile('packed.json.gz', packed), route)).toEqual({ events: [1, 2] });
    expect(
      await rejection(readJsonDocument(await temporaryFile('cut.json.gz', packed.subarray(0, 20)), route)),
    ).toMatchObject({ code: 'gzip_damaged' });
  });

  test('an abort rejects with its reason', async () => {
    const reason = new Error('enough');

    expect(await rejection(readJsonDocument(textStream('[1]'), { ...route, signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    );
  });
});

test('reading part by part answers as reading the whole on generated documents (seed 11)', async () => {
  const scalar = fc.constantFrom(
    '1',
    '-0',
    '1700000000123456789',
    'NaN',
    '"a"',
    '"]"',
    '"\\\\\\""',
    'null',
    '1.5',
    'tru',
    '',
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { weight: 3, arbitrary: scalar },
      { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }).map((members) => `[${members.join(', ')}]`) },
      {
        weight: 2,
        arbitrary: fc
          .array(fc.tuple(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', 'a'), tie('value')), {
            maxLength: 3,
          })
          .map((members) => `{${members.map((member) => member.join(' :\n')).join(',')}}`),
      },
    ),
  }));
  const document = fc
    .tuple(value, fc.constantFrom('', '', ' ', ']', '}', ',', ' 1', '\n'))
    .map((parts) => parts.join(''));
  const answer = (text: string, options: JsonDocumentOptions) =>
    readJsonDocument(textStream(text, 3), options).catch((error: unknown) => {
      if (error instanceof StormlogError) return error.code;
      throw error;
    });

  await fc.assert(
    fc.asyncProperty(document, async (text) => {
      expect(await answer(text, { maxBytes: 0 })).toEqual(await answer(text, {}));
    }),
    { seed: 11, numRuns: 1000 },
  );
});

describe('a document that does not fit', () => {
  test('is put together from parts that do', async () => {
    const text = JSON.stringify({ events: Array.from({ length: 50 }, (_, i) => ({ i })) });

    expect(await readJsonDocument(textStream(text), { maxBytes: 20, maxElementBytes: 20 })).toEqual(JSON.parse(text));
  });

  test.each(['{"events": ["0123456789"]}', '["0123456789"]', '{"0123456789": 1}', '"0123456789"', '["0123456789'])(
    'ends in an error that names the limit when a part is too long: %s',
    async (text) => {
      const error = await rejection(readJsonDocument(textStream(text), { maxBytes: 10, maxElementBytes: 10 }));

      expect(error).toBeInstanceOf(ArtifactError);
      expect(error).toMatchObject({
        code: 'document_too_large',
        path: 'text',
        message: expect.stringContaining('10 bytes'),
      });
    },
  );
});

describe('streaming', () => {
  async function stream(
    text: string,
    options: { readonly tolerant?: boolean; readonly elementKeys?: readonly string[] } = {},
  ) {
    const elements: DocumentElement[] = [];
    const faults: DocumentElementFault[] = [];
    const others: unknown[] = [];
    await streamJsonDocument(
      textStream(text, 4),
      {
        onDocument: (kind) => others.push(kind),
        onArray: (key) => others.push(['array', key]),
        onElement: (element) => elements.push(element),
        onMember: (key, value) => others.push([key, value]),
        onValue: (value) => others.push(value),
        ...(options.tolerant ? { onFault: (fault: DocumentElementFault) => faults.push(fault) } : {}),
      },
      { elementKeys: options.elementKeys },
    );
    return { elements, faults, others };
  }

  test('hands on elements with key, number, line and offset', async () => {
    const { elements, others } = await stream('{"v": 1, "events": [\n {"a": 1},\n 2], "s": {"b": [3]}}');

    expect(elements).toEqual([
      { key: 'events', index: 0, line: 2, offset: 22, value: { a: 1 } },
      { key: 'events', index: 1, line: 3, offset: 33, value: 2 },
    ]);
    expect(others).toEqual(['object', ['v', 1], ['array', 'events'], ['s', { b: [3] }]]);
  });

  test('an element that is not JSON costs no other element', async () => {
    const { elements, faults } = await stream('[{"a": 1},\n{"a": tru},\n{"a": 3} 4, 5]', { tolerant: true });

    expect(elements.map(({ index, value }) => [index, value])).toEqual([
      [0, { a: 1 }],
      [3, 5],
    ]);
    expect(faults).toMatchObject([
      { key: null, index: 1, line: 2, offset: 11, bytes: 10, error: { code: 'json_syntax', line: 2, path: 'text' } },
      { index: 2, line: 3, error: { code: 'json_syntax', line: 3 } },
    ]);
  });

  test('a document cut short is an error after its complete elements', async () => {
    const elements: JsonValue[] = [];

    const error = await rejection(
      streamJsonDocument(textStream('[1, 2, {"a": '), { onElement: ({ value }) => elements.push(value) }),
    );

    expect(error).toMatchObject({ code: 'json_syntax', message: expect.stringContaining('the end of the text') });
    expect(elements).toEqual([1, 2]);
  });

  test('only arrays under the wanted keys are taken element by element', async () => {
    const { elements, others } = await stream('{"events": [1], "other": [2]}', { elementKeys: ['events'] });

    expect(elements).toMatchObject([{ key: 'events', value: 1 }]);
    expect(others).toEqual(['object', ['array', 'events'], ['other', [2]]]);
  });

  test("a handler's own error passes unchanged", async () => {
    const failure = new InvalidRecordError('record_invalid', 'not wanted');

    const error = await rejection(
      streamJsonDocument(textStream('[1]'), {
        onElement: () => {
          throw failure;
        },
      }),
    );

    expect(error).toBe(failure);
  });
});
