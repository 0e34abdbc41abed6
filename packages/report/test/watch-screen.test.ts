import { displayWidth, renderWatchScreen } from '@stormlog/report';
import { describe, expect, test } from 'vitest';

const STATUS = { paths: ['run/'], lookedAt: new Date('2026-03-04T05:06:07Z'), notices: 0, writing: 3 };
const REPORT = `${Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')}\n`;

/** The lines that a terminal shows; every one of them must erase what stood to its right. */
function shownLines(screen: string): string[] {
  expect(screen.startsWith('\u001b[H')).toBe(true);
  expect(screen.endsWith('\u001b[J')).toBe(true);
  return screen
    .slice('\u001b[H'.length, -'\u001b[J'.length)
    .split('\n')
    .map((line) => {
      expect(line.endsWith('\u001b[K')).toBe(true);
      return line.slice(0, -'\u001b[K'.length);
    });
}

describe('the screen of a watched run', () => {
  test('is the report, an empty line, and when and what was looked at', () => {
    const lines = shownLines(renderWatchScreen('a\nb\n', STATUS));

    expect(lines).toEqual(['a', 'b', '', '05:06:07 UTC, 3 ranks are recorded; Ctrl-C ends watching run/']);
  });

  test('leaves out from the end what does not fit, and counts it', () => {
    const lines = shownLines(renderWatchScreen(REPORT, STATUS, { rows: 10 }));

    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 7)).toEqual(REPORT.split('\n').slice(0, 7));
    expect(lines[7]).toBe('… 23 more lines: stormlog diagnose shows them');
  });

  test('says that there is nothing yet, and what was noticed', () => {
    const lines = shownLines(renderWatchScreen(null, { ...STATUS, notices: 2, writing: 0 }));

    expect(lines[0]).toBe('nothing to diagnose yet');
    expect(lines.at(-1)).toContain('nothing new comes, 2 notices (stormlog diagnose)');
  });

  test('never wraps its last line, and shows no control codes of a path', () => {
    const lines = shownLines(renderWatchScreen(null, { ...STATUS, paths: ['r\u001b[31m'.repeat(30)] }, { width: 60 }));

    expect(displayWidth(lines.at(-1)!)).toBeLessThanOrEqual(60);
    expect(lines.at(-1)).not.toContain('\u001b');
  });
});
