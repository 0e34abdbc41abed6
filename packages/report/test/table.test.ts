import { describe, expect, test } from 'vitest';
import { createPaint } from '../src/terminal/paint.ts';
import { renderTable } from '../src/terminal/table.ts';
import { displayWidth } from '../src/text/display-width.ts';

const plain = createPaint(false);

describe('tables', () => {
  test('columns line up by display width, wide characters included', () => {
    const lines = renderTable(
      [{ title: 'HOST' }, { title: 'N', align: 'right' }],
      [
        [{ text: '机器' }, { text: '1' }],
        [{ text: 'node' }, { text: '22' }],
      ],
      { width: 80, paint: plain },
    );
    expect(lines).toEqual(['HOST   N', '机器   1', 'node  22']);
  });

  test('a cell cannot break out of its line or colour the terminal', () => {
    const lines = renderTable([{ title: 'A' }, { title: 'B' }], [[{ text: 'x\ny\u001b[31m' }, { text: 'z' }]], {
      width: 80,
      paint: plain,
    });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe('x\\ny\\x1b[31m  z');
  });

  test('a table too wide squeezes, then gives up its least important columns', () => {
    const columns = [
      { title: 'RANK' },
      { title: 'SIGN', minWidth: 6, dispensable: 1 },
      { title: 'EXTRA', dispensable: 2 },
    ];
    const rows = [[{ text: '0' }, { text: 'alert:critical' }, { text: 'long extra' }]];
    expect(renderTable(columns, rows, { width: 80, paint: plain })[1]).toBe('0     alert:critical  long extra');
    expect(renderTable(columns, rows, { width: 26, paint: plain })[1]).toBe('0     alert:c…  long extra');
    expect(renderTable(columns, rows, { width: 14, paint: plain })[1]).toBe('0     alert:c…');
    expect(renderTable(columns, rows, { width: 8, paint: plain })[1]).toBe('0');
  });

  test('colour changes nothing but escape sequences', () => {
    const rows = [[{ text: 'MISSING', style: 'critical' as const }, { text: '1' }]];
    const columns = [{ title: 'STATE' }, { title: 'N', align: 'right' as const }];
    const coloured = renderTable(columns, rows, { width: 80, paint: createPaint(true) });
    const bare = renderTable(columns, rows, { width: 80, paint: plain });
    expect(coloured.join('')).toContain('\u001b[1;31mMISSING\u001b[0m');
    expect(coloured.map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, '').trimEnd())).toEqual(bare);
  });

  test('columns without any text are left out', () => {
    const lines = renderTable([{ title: 'A' }, { title: 'B' }], [[{ text: '1' }, { text: '' }]], {
      width: 80,
      paint: plain,
    });
    expect(lines).toEqual(['A', '1']);
  });

  test('100,000 rows are no problem', () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => [{ text: `session-${i}` }]);
    const lines = renderTable([{ title: 'SESSION' }], rows, { width: 80, paint: plain });
    expect(lines).toHaveLength(100_001);
    expect(displayWidth(lines.at(-1)!)).toBe('session-99999'.length);
  });
});
