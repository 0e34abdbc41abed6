import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTextChunks } from '../src/index.ts';
import { all, rejection, temporaryFile } from './temporary-folder.ts';

const text = 'a,é\r\n"😀",\u2028\rfin\r';

test.each([1, 2, 3, 4, 5, 64])('chunks of %i bytes never cut a character', async (chunkBytes) => {
  const path = await temporaryFile('table.csv', text);

  expect((await all(readTextChunks(path, { chunkBytes }))).join('')).toBe(text);
});

test.each([1, 3, 64])('a byte order mark is passed over or kept, read %i bytes at a time', async (chunkBytes) => {
  const path = await temporaryFile('bom.csv', `\ufeff${text}\ufeff`);

  expect((await all(readTextChunks(path, { chunkBytes }))).join('')).toBe(`${text}\ufeff`);
  expect((await all(readTextChunks(path, { chunkBytes, skipByteOrderMark: false }))).join('')).toBe(
    `\ufeff${text}\ufeff`,
  );
});

test.each([1, 2, 3, 64])(
  'bytes that are not UTF-8 are named with line and offset, read %i at a time',
  async (chunkBytes) => {
    const path = await temporaryFile('latin-1.csv', Buffer.from('a\r\nb\rc\nd\xe9e', 'latin1'));

    const error = await rejection(all(readTextChunks(path, { chunkBytes })));

    expect(error).toMatchObject({
      code: 'not_utf8',
      path,
      line: 4,
      message: expect.stringContaining('0xe9 at offset 8'),
    });
  },
);

test.each([
  ['overlong', [0xc0, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['a continuation byte alone', [0x80]],
  ['cut short', [0xf0, 0x9f, 0x98]],
])('UTF-8 that is %s is refused', async (_, bytes) => {
  const path = await temporaryFile('malformed.csv', Buffer.from([...Buffer.from('abcdef'), ...bytes]));

  for (const chunkBytes of [1, 64]) {
    expect(await rejection(all(readTextChunks(path, { chunkBytes })))).toMatchObject({
      code: 'not_utf8',
      message: expect.stringContaining('offset 6'),
    });
  }
});

test('an empty file gives no text, a short one its text', async () => {
  expect(await all(readTextChunks(await temporaryFile('empty.csv', '')))).toEqual([]);
  expect(await all(readTextChunks(await temporaryFile('short.csv', 'é')))).toEqual(['é']);
});

test('chunks of random bytes are accepted exactly when the whole is UTF-8 (seed 3)', async () => {
  const byte = fc.constantFrom(
    0x41,
    0x0d,
    0x0a,
    0xc3,
    0xa9,
    0xe2,
    0x82,
    0xac,
    0xf0,
    0x9f,
    0x98,
    0x80,
    0xed,
    0xef,
    0xbb,
    0xbf,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(byte, { minLength: 5, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (bytes, size) => {
        const whole = Uint8Array.from([0x41, 0x41, 0x41, 0x41, ...bytes]);
        let expected: string | null;
        try {
          expected = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole);
        } catch {
          expected = null;
        }
        async function* slices() {
          for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
        }
        const found = await all(readTextChunks({ name: 'bytes', stream: slices() })).then(
          (chunks) => chunks.join(''),
          () => null,
        );
        expect(found).toBe(expected);
      },
    ),
    { seed: 3, numRuns: 1500 },
  );
});
