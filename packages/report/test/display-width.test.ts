import { displayWidth, fitToWidth, padToWidth, wrapText } from '@stormlog/report';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';

describe('widths on a terminal', () => {
  test.each([
    ['rank 0', 6],
    ['第三步', 6],
    ['e\u0301tape', 5],
    ['🚀', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['🇫🇷', 2],
    ['☝🏽', 2],
    ['👩‍🚒', 2],
    ['1\ufe0f', 1],
    ['한', 2],
    ['\u1112\u1161\u11ab', 2],
    ['ｶﾞ', 2],
    ['நி', 2],
    ['\u200b', 0],
    ['', 0],
  ])('%j takes %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  test('every text takes as many columns as string-width says, which is slower to load', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom('한', '漢', 'é', 'க்ஷ', '🚀', '❤️', '🇯🇵', '👨‍👩‍👧', '✋🏿', '#️⃣', 'ｶﾞ', '▇', '…'),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(displayWidth(text)).toBe(stringWidth(text, { countAnsiEscapeCodes: true }));
      }),
      { seed: 20261201, numRuns: 3000 },
    );
  });

  test('a character with a million marks is measured at once', () => {
    expect(displayWidth(`a${'\u0301'.repeat(1_000_000)}`)).toBe(1);
  });

  test('cutting never splits a wide character or a letter from its accent', () => {
    expect(fitToWidth('第三步', 4)).toBe('第…');
    expect(fitToWidth('ae\u0301b', 2)).toBe('a…');
    expect(fitToWidth('abc', 3)).toBe('abc');
  });

  test('cutting a text of a million characters looks only at its beginning', () => {
    expect(fitToWidth('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  test('padding counts columns, not characters', () => {
    expect(padToWidth('第', 4)).toBe('第  ');
    expect(padToWidth('7', 3, 'right')).toBe('  7');
  });

  test('wrapping breaks at spaces and hangs the rest', () => {
    expect(wrapText('  one two three', 9, 4)).toEqual(['  one two', '    three']);
  });

  test('no line is wider than asked, and no letter is lost', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80, unit: 'grapheme' }),
        fc.integer({ min: 8, max: 40 }),
        fc.integer({ min: 0, max: 4 }),
        (text, width, hanging) => {
          const lines = wrapText(text, width, hanging);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
      { seed: 20261130 },
    );
  });
});
