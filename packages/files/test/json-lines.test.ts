import { open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ArtifactError, InvalidRecordError, type JsonValue } from '@stormlog/records';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FileSource,
  type JsonLineOptions,
  readJsonLineBatches,
  readJsonLines,
  readLineBatches,
} from '../src/index.ts';
import { all, rejection, temporaryFile } from './temporary-folder.ts';

interface Found {
  readonly values: JsonValue[];
  readonly lines: number[];
  readonly offsets: number[];
  readonly faults: {
    code: string;
    line: number;
    offset: number;
    bytes: number;
    terminated: boolean;
    message: string;
  }[];
  readonly blankLines: number;
}

async function read(source: FileSource, options: JsonLineOptions = {}): Promise<Found> {
  const found: Found = { values: [], lines: [], offsets: [], faults: [], blankLines: 0 };
  let blankLines = 0;
  for await (const batch of readJsonLineBatches(source, options)) {
    found.values.push(...batch.values);
    found.lines.push(...batch.lines);
    found.offsets.push(...batch.offsets);
    blankLines += batch.blankLines;
    for (const { error, ...fault } of batch.faults) {
      found.faults.push({ ...fault, code: error.code, message: error.message });
    }
  }
  return { ...found, blankLines };
}

const CHUNK_SIZES = [1, 2, 3, 7, 1024];

describe('line ends', () => {
  const text = '{"a":1}\r\n\r\n{"b":2}\r{"c":3}\n\n[4]\r\r5';

  test.each(CHUNK_SIZES)('lines end at LF, CR LF and a CR alone, read %i bytes at a time', async (chunkBytes) => {
    const path = await temporaryFile('mixed-line-ends.jsonl', text);

    const found = await read(path, { chunkBytes });

    expect(found.values).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }, [4], 5]);
    expect(found.lines).toEqual([1, 3, 4, 6, 8]);
    expect(found.offsets).toEqual([0, 11, 19, 28, 33]);
    expect(found.blankLines).toBe(3);
    expect(found.faults).toEqual([]);
  });

  test('U+2028, U+2029, U+0085, VT and FF do not end lines', async () => {
    const content = '\u2028\u2029\u0085';
    const path = await temporaryFile('separators-in-strings.jsonl', `{"a":"${content}"}\n"b"`);

    expect(await read(path)).toMatchObject({ values: [{ a: content }, 'b'], lines: [1, 2] });
    const notData = await temporaryFile('form-feed.jsonl', '1\f2\n3\v4\n');
    expect((await read(notData)).faults.map((fault) => fault.line)).toEqual([1, 2]);
  });

  test('a line of white space is blank, a line of a zero width space is not', async () => {
    const path = await temporaryFile('blank-lines.jsonl', ' \t\n\u00a0\u2003\n\u0085\n\u001c\n\u200b\n1');

    const found = await read(path);

    expect(found.blankLines).toBe(4);
    expect(found.values).toEqual([1]);
    expect(found.faults.map(({ code, line }) => ({ code, line }))).toEqual([{ code: 'json_syntax', line: 5 }]);
  });

  test('an empty file has no lines', async () => {
    expect(await read(await temporaryFile('empty.jsonl', ''))).toMatchObject({ values: [], faults: [], blankLines: 0 });
  });

  test('chunks of any size give the same lines (seed 7)', async () => {
    const piece = fc.constantFrom('\n', '\r', '\r\n', '1', '"é"', ' ', '{"a":[]}', '"\u2028"');
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (pieces, chunkBytes) => {
          const bytes = Buffer.from(pieces.join(''));
          const lines = bytes.toString().split(/\r\n|\r|\n/);
          if (lines.at(-1) === '') lines.pop();
          const found: string[] = [];
          const offsets: number[] = [];
          for await (const batch of readLineBatches({ name: 'pieces', stream: slices(bytes, chunkBytes) })) {
            for (const [i, start] of batch.starts.entries()) {
              found.push(batch.buffer.toString('utf8', start, batch.ends[i]));
              offsets.push(batch.base + start);
            }
          }
          expect(found).toEqual(lines);
          for (const [i, offset] of offsets.entries()) {
            expect(bytes.toString('utf8', offset, offset + Buffer.byteLength(lines[i]!))).toBe(lines[i]);
          }
        },
      ),
      { seed: 7, numRuns: 500 },
    );
  });
});

async function* slices(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('exact values', () => {
  test.each(CHUNK_SIZES)('integers keep every digit, read %i bytes at a time', async (chunkBytes) => {
    const path = await temporaryFile(
      'long-integers.jsonl',
      '{"timestamp_ns": 1700000000123456789, "n": 18446744073709551617}\n{"timestamp_ns": 5, "x": NaN}\n{"timestamp_ns": "5"}\n',
    );

    const found = await read(path, { chunkBytes, bigIntField: 'timestamp_ns' });

    expect(found.values).toEqual([
      { timestamp_ns: 1700000000123456789n, n: 18446744073709551617n },
      { timestamp_ns: 5n, x: Number.NaN },
      { timestamp_ns: '5' },
    ]);
  });

  test('an own __proto__ key is data', async () => {
    const { values } = await read(await temporaryFile('proto.jsonl', '{"__proto__": 12345678901234567890}\n'));

    expect(Object.entries(values[0] ?? {})).toEqual([['__proto__', 12345678901234567890n]]);
  });
});

describe('faults', () => {
  test('a line that is not JSON costs no other line', async () => {
    const path = await temporaryFile('broken-line.jsonl', '{"a":1}\n{"b":\n{"c":3}\n');

    const found = await read(path);

    expect(found.values).toEqual([{ a: 1 }, { c: 3 }]);
    expect(found.faults).toMatchObject([{ code: 'json_syntax', line: 2, offset: 8, bytes: 5, terminated: true }]);
  });

  test('the error of a line names path and line', async () => {
    const path = await temporaryFile('broken-line.jsonl', '\n{"b":');

    const error = await rejection(all(readJsonLines(path)));

    expect(error).toBeInstanceOf(InvalidRecordError);
    expect(error).toMatchObject({ code: 'json_syntax', path, line: 2 });
  });

  test.each([
    ['inside a value', Buffer.from('{"a": tr'), 'json_syntax'],
    ['inside a character', Buffer.from([0x22, 0xe2, 0x82]), 'not_utf8'],
    ['after which NUL bytes follow', Buffer.from('{"a":\0\0\0\0'), 'json_syntax'],
    ['of NUL bytes only', Buffer.from('\0\0\0\0'), 'json_syntax'],
  ])('a tail torn %s is a fault that is not terminated', async (_, tail, code) => {
    const path = await temporaryFile('torn.jsonl', Buffer.concat([Buffer.from('{"a":1}\n'), tail]));

    const found = await read(path);

    expect(found.values).toEqual([{ a: 1 }]);
    expect(found.faults).toMatchObject([{ code, line: 2, offset: 8, bytes: tail.length, terminated: false }]);
  });

  test('a complete last line without line end is a value', async () => {
    expect(await read(await temporaryFile('no-final-line-end.jsonl', '1\n{"a":2}'))).toMatchObject({
      values: [1, { a: 2 }],
      faults: [],
    });
  });

  test('a line that is not UTF-8 names line and byte offset', async () => {
    const bytes = Buffer.from([...Buffer.from('"é"\n"'), 0xe9, ...Buffer.from('"\n2\n')]);
    const path = await temporaryFile('latin-1.jsonl', bytes);

    const found = await read(path);

    expect(found.values).toEqual(['é', 2]);
    expect(found.faults).toMatchObject([
      { code: 'not_utf8', line: 2, message: expect.stringContaining('0xe9 at offset 6') },
    ]);
  });

  test.each([
    ['UTF-16 (little endian)', Buffer.from('\ufeff{"a":1}\n{"a":2}\n', 'utf16le')],
    ['UTF-16 (little endian)', Buffer.from('{"a":1}\n', 'utf16le')],
    ['UTF-16 (big endian)', Buffer.from('\ufeff{"a":1}\n', 'utf16le').swap16()],
    ['UTF-32 (little endian)', Buffer.from([0xff, 0xfe, 0, 0, 0x31, 0, 0, 0])],
  ])('a file in %s is named as such', async (encoding, bytes) => {
    const found = await read(await temporaryFile('other-encoding.jsonl', bytes));

    expect(found.values).toEqual([]);
    expect(found.faults[0]).toMatchObject({ code: 'not_utf8', line: 1, message: expect.stringContaining(encoding) });
  });

  test.each(CHUNK_SIZES)('a line above the limit is a fault, read %i bytes at a time', async (chunkBytes) => {
    const path = await temporaryFile('long-line.jsonl', `1\n"${'x'.repeat(50)}"\r\n"12345678"\r2\n"${'y'.repeat(20)}`);

    const found = await read(path, { chunkBytes, maxLineBytes: 10 });

    expect(found.values).toEqual([1, '12345678', 2]);
    expect(found.lines).toEqual([1, 3, 4]);
    expect(found.faults).toMatchObject([
      { code: 'line_too_long', line: 2, offset: 2, bytes: 52, terminated: true },
      { code: 'line_too_long', line: 5, offset: 69, bytes: 21, terminated: false },
    ]);
  });

  test('a control character from a file never stands raw in a message', async () => {
    const found = await read(await temporaryFile('escape.jsonl', '{"a": \u001b[31m}\n\u009b\n'));

    expect(found.faults).toHaveLength(2);
    for (const fault of found.faults) expect(fault.message).not.toMatch(/[\p{Cc}]/u);
  });
});

describe('beginnings', () => {
  const withMark = '\ufeff{"a":1}\n2';

  test.each(CHUNK_SIZES)('a byte order mark is passed over, read %i bytes at a time', async (chunkBytes) => {
    expect(await read(await temporaryFile('bom.jsonl', withMark), { chunkBytes })).toMatchObject({
      values: [{ a: 1 }, 2],
      offsets: [0, 11],
      faults: [],
    });
  });

  test('a byte order mark can be refused', async () => {
    const found = await read(await temporaryFile('bom.jsonl', withMark), { skipByteOrderMark: false });

    expect(found.faults).toMatchObject([{ code: 'json_syntax', line: 1, offset: 0 }]);
  });

  test('a byte order mark on a later line is not passed over', async () => {
    expect((await read(await temporaryFile('bom.jsonl', '1\n\ufeff2\n'))).faults).toMatchObject([{ line: 2 }]);
  });

  test('reading goes on from an offset with the right numbers', async () => {
    const path = await temporaryFile('growing.jsonl', '1\n2\n3\n');

    const found = await read(path, { fromOffset: 2, firstLine: 2 });

    expect(found).toMatchObject({ values: [2, 3], lines: [2, 3], offsets: [2, 4] });
    expect(await read(path, { fromOffset: 100 })).toMatchObject({ values: [], faults: [] });
  });
});

describe('gzip', () => {
  const text = '{"a":1}\n{"b":"é"}\n';

  test.each(CHUNK_SIZES)('a name that ends in .gz is unpacked, read %i bytes at a time', async (chunkBytes) => {
    const path = await temporaryFile('packed.jsonl.gz', gzipSync(text));

    expect(await read(path, { chunkBytes })).toMatchObject({ values: [{ a: 1 }, { b: 'é' }], offsets: [0, 8] });
  });

  test('members in a row count as one text', async () => {
    const path = await temporaryFile('two-members.jsonl.gz', Buffer.concat([gzipSync('1\n2'), gzipSync('3\n4\n')]));

    expect((await read(path)).values).toEqual([1, 23, 4]);
  });

  test('data cut short gives what could be unpacked, then gzip_damaged', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `{"i":${i},"r":${Math.sin(i)}}\n`).join('');
    const packed = gzipSync(lines);
    const path = await temporaryFile('cut.jsonl.gz', packed.subarray(0, packed.length >> 1));
    const values: JsonValue[] = [];

    const error = await rejection(
      (async () => {
        for await (const batch of readJsonLineBatches(path, { chunkBytes: 4096 })) values.push(...batch.values);
      })(),
    );

    expect(error).toBeInstanceOf(ArtifactError);
    expect(error).toMatchObject({ code: 'gzip_damaged', path, stage: 'decode' });
    expect(values.length).toBeGreaterThan(5000);
    expect(values[4999]).toMatchObject({ i: 4999 });
  });

  test('text under a .gz name is gzip_damaged', async () => {
    const error = await rejection(read(await temporaryFile('plain.jsonl.gz', '{"a":1}\n')));

    expect(error).toMatchObject({ code: 'gzip_damaged' });
  });

  test('an empty file under a .gz name has no lines or is gzip_damaged, never another error', async () => {
    const path = await temporaryFile('empty.jsonl.gz', '');

    const outcome = await read(path).catch((error: unknown) => error);

    expect(outcome).toMatchObject(outcome instanceof Error ? { code: 'gzip_damaged' } : { values: [], faults: [] });
  });
});

async function nextDescriptor(path: string): Promise<number> {
  const handle = await open(path);
  const descriptor = handle.fd;
  await handle.close();
  return descriptor;
}

describe('sources', () => {
  test('a named stream is read like a file', async () => {
    const found = await read({ name: '-', stream: slices(Buffer.from('{"a":"é"}\n{'), 3) });

    expect(found).toMatchObject({ values: [{ a: 'é' }], faults: [{ line: 2, terminated: false }] });
  });

  test('an error of the stream passes unchanged', async () => {
    const failure = new Error('the connection was lost');
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('1\n');
      throw failure;
    }

    expect(await rejection(read({ name: '-', stream: failing() }))).toBe(failure);
  });

  test('an abort rejects with its reason, before and while reading', async () => {
    const path = await temporaryFile('many.jsonl', '1\n'.repeat(1000));
    const reason = new Error('enough');
    const before = AbortSignal.abort(reason);
    const controller = new AbortController();
    const during = (async () => {
      for await (const _ of readJsonLineBatches(path, { chunkBytes: 16, signal: controller.signal }))
        controller.abort(reason);
    })();

    expect(await rejection(read(path, { signal: before }))).toBe(reason);
    expect(await rejection(during)).toBe(reason);
  });

  test('progress tells the bytes read of how many', async () => {
    const path = await temporaryFile('hundred-bytes.jsonl', '123456789\n'.repeat(10));
    const steps: unknown[] = [];

    await read(path, { chunkBytes: 40, onProgress: (progress) => steps.push(progress) });

    expect(steps).toEqual([40, 80, 100].map((bytes) => ({ bytes, totalBytes: 100 })));
  });

  test('a batch tells the bytes read of how many', async () => {
    const path = await temporaryFile('hundred-bytes.jsonl', '123456789\n'.repeat(10));

    const batches = await all(readJsonLineBatches(path, { chunkBytes: 60 }));

    expect(batches.map(({ bytes, totalBytes }) => [bytes, totalBytes])).toEqual([
      [60, 100],
      [100, 100],
      [100, 100],
    ]);
  });

  test('a reader that is left early lets go of its file', async () => {
    const path = await temporaryFile('many.jsonl', '1\n'.repeat(1000));

    const before = await nextDescriptor(path);

    for (let i = 0; i < 50; i++) {
      for await (const _ of readJsonLineBatches(path, { chunkBytes: 16 })) break;
    }

    expect((await nextDescriptor(path)) - before).toBeLessThan(25);
  });

  test.each([
    ['chunkBytes', { chunkBytes: 0 }],
    ['maxLineBytes', { maxLineBytes: -1 }],
    ['fromOffset', { fromOffset: 1.5 }],
  ])('an impossible %s is an ArgumentError', async (argument, options) => {
    const path = await temporaryFile('one.jsonl', '1\n');

    expect(await rejection(read(path, options))).toMatchObject({ code: 'argument_invalid', argument });
  });
});
