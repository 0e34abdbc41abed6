import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvRecordScanner } from '../src/csv/csv-record-scanner.ts';
import { isRowFault, readCsvRows } from '../src/csv/csv-rows.ts';

async function rowsOf(text: string, chunkBytes = 65_536): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* stream() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const rows: unknown[] = [];
  for await (const batch of readCsvRows({ name: 'a.csv', stream: stream() })) rows.push(...batch);
  return rows;
}

describe('the rows of a CSV file', () => {
  it('end at LF, CR LF and CR alone, mixed in one file', async () => {
    expect(await rowsOf('a,b\r\n1,2\r3,4\n5,6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  it('keep commas, line ends and doubled quotes inside quotes', async () => {
    expect(await rowsOf('a\n"x,\r\ny ""z"""\n""\n"",""\n')).toEqual([['a'], ['x,\r\ny "z"'], [''], ['', '']]);
  });

  it('take a quote inside an unquoted cell as it stands', async () => {
    expect(await rowsOf('5" pipe, "a"\n')).toEqual([['5" pipe', ' "a"']]);
  });

  it('keep NUL, U+2028 and NEL as data', async () => {
    expect(await rowsOf('name\na\0b,c\u2028d\u0085e\n')).toEqual([['name'], ['a\0b', 'c\u2028d\u0085e']]);
  });

  it('leave out lines without any character, but count an empty first line as the header', async () => {
    expect(await rowsOf('\n\na\n\r\n \n')).toEqual([[], ['a'], [' ']]);
  });

  it('pass over a byte order mark, also before a quoted header', async () => {
    expect(await rowsOf('\ufeff"a,b",c\n1,2\n')).toEqual([
      ['a,b', 'c'],
      ['1', '2'],
    ]);
  });

  it('reject a row with text after a closing quote and go on with the next line', async () => {
    expect(await rowsOf('a,b\n1,"x"y\n2,"ok"\n')).toEqual([
      ['a', 'b'],
      { kind: 'quote_misplaced', column: 2, lines: 1 },
      ['2', 'ok'],
    ]);
  });

  it('reject a row whose quote is closed by the next opening one, and name the lines lost', async () => {
    expect(await rowsOf('a,b\n1,"x\n2,"y"\n3,z\n')).toEqual([
      ['a', 'b'],
      { kind: 'quote_misplaced', column: 2, lines: 2 },
      ['3', 'z'],
    ]);
  });

  it('reject a row whose quote is never closed through the end of the file', async () => {
    expect(await rowsOf('a,b\n1,x\n2,"y\r\n3,z\n4,w\n')).toEqual([
      ['a', 'b'],
      ['1', 'x'],
      { kind: 'quote_unclosed', column: 2, lines: 3 },
    ]);
  });

  it('tell a quote never closed from a field that is too long', async () => {
    const long = 'x\n'.repeat(400_000);
    expect(await rowsOf(`a\n"${long}`)).toEqual([['a'], { kind: 'quote_unclosed', column: 1, lines: 400_000 }]);
    expect(await rowsOf('a\n"x\ny')).toEqual([['a'], { kind: 'quote_unclosed', column: 1, lines: 2 }]);
    expect(await rowsOf(`a\n"${long}",b\nc\n`)).toEqual([
      ['a'],
      { kind: 'too_long', column: 1, lines: 400_001 },
      ['c'],
    ]);
  });

  it('take a field of 131072 characters and refuse one more', async () => {
    const rows = await rowsOf(`${'\u{1f600}'.repeat(131_072)}\n${'y'.repeat(131_073)}\n`);
    expect(rows[0]).toHaveLength(1);
    expect(rows[1]).toEqual({ kind: 'too_long', column: 1, lines: 1 });
  });

  it('are the same whatever the chunks', async () => {
    const text = fc.array(fc.constantFrom('a', '1', ',', '"', '""', '\n', '\r', '\r\n', ' ', 'é', '\u{1f600}'), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (parts, chunkBytes) => {
        const joined = parts.join('');
        expect(await rowsOf(joined, chunkBytes)).toEqual(await rowsOf(joined));
      }),
      { seed: 11, numRuns: 500 },
    );
  });
});

describe('the record scanner', () => {
  it('keeps nothing of a field that is too long', () => {
    const scanner = new CsvRecordScanner();
    const piece = 'x'.repeat(1 << 18);
    const before = process.memoryUsage().heapUsed;
    scanner.push('"');
    for (let i = 0; i < 200; i++) scanner.push(piece);
    const spans = scanner.end();
    expect(spans.map((span) => (typeof span === 'string' ? 'text' : span.kind))).toEqual(['quote_unclosed']);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(25 * 1024 * 1024);
  });

  it('finds no fault in what csv-parse reads strictly', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join('\n');
        const scanner = new CsvRecordScanner();
        expect([...scanner.push(text), ...scanner.end()].every((span) => typeof span === 'string')).toBe(true);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('is told apart from rows by isRowFault', () => {
    expect(isRowFault({ kind: 'too_long', column: 1, lines: 1 })).toBe(true);
    expect(isRowFault(['a'])).toBe(false);
  });
});
