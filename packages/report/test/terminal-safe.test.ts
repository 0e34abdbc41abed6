import { isTerminalSafe, terminalSafe } from '@stormlog/report';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('text from files on a terminal', () => {
  test.each([
    ['an escape sequence', '\u001b[2J\u001b]0;title\u0007', '\\x1b[2J\\x1b]0;title\\x07'],
    ['a C1 control sequence introducer', '\u009b31m', '\\x9b31m'],
    ['line breaks that would forge a line', 'ok\nCRITICAL  rank 0\r\tx', 'ok\\nCRITICAL  rank 0\\r\\tx'],
    ['line and paragraph separators', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\x85d'],
    ['a right-to-left override', 'user\u202egnp.exe', 'user\\u202egnp.exe'],
    ['bidirectional isolates', '\u2066a\u2069', '\\u2066a\\u2069'],
    ['zero-width characters', 'a\u200bb\u200dc\ufeffd\u2060e', 'a\\u200bb\\u200dc\\ufeffd\\u2060e'],
    ['a soft hyphen', 'a\u00adb', 'a\\xadb'],
    ['invisible letters', 'a\u3164b\u115fc\u2800d', 'a\\u3164b\\u115fc\\u2800d'],
    ['tag characters', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['a pile of combining marks', `a${'\u0301'.repeat(6)}`, `a${'\u0301'.repeat(4)}\\u0301\\u0301`],
  ])('shows %s as a visible escape', (_, text, expected) => {
    expect(terminalSafe(text)).toBe(expected);
    expect(isTerminalSafe(text)).toBe(false);
  });

  test.each(['epoch 3 / forward', 'étape 3', '第三步', 'C:\\runs\\7', 'a\u0301', '🚀 launch'])(
    'leaves %j as it is',
    (text) => {
      expect(terminalSafe(text)).toBe(text);
      expect(isTerminalSafe(text)).toBe(true);
    },
  );

  test('whatever the text, nothing a terminal obeys is left, and doing it twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        (text) => {
          const safe = terminalSafe(text);
          expect(safe).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/);
          expect(safe.isWellFormed()).toBe(true);
          expect(terminalSafe(safe)).toBe(safe);
        },
      ),
      { seed: 20261130, numRuns: 2000 },
    );
  });
});
