import { displayWidth, fitToWidth, padToWidth } from '../text/display-width.ts';
import { terminalSafe } from '../text/terminal-safe.ts';
import type { Paint, TextStyle } from './paint.ts';

/** One cell: its text may hold anything, it is made safe here. */
export interface TableCell {
  readonly text: string;
  readonly style?: TextStyle | undefined;
}

/** One column of a table. */
export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right' | undefined;
  /** Columns with a number here give way when the table is too wide, the highest number first; others always stay. */
  readonly dispensable?: number | undefined;
  /** The narrowest this column may be squeezed to, its cells cut with `…`; absent: never squeezed. */
  readonly minWidth?: number | undefined;
}

export interface TableOptions {
  readonly width: number;
  readonly paint: Paint;
  /** Spaces before each line (default 0). */
  readonly indent?: number | undefined;
}

const GAP = 2;

/**
 * The lines of a table in aligned columns, no wider than `width` when squeezing and leaving out columns can achieve it.
 * Columns without any text are left out. The widths count terminal columns, not characters.
 */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  options: TableOptions,
): string[] {
  const indent = ' '.repeat(options.indent ?? 0);
  const safeRows = rows.map((row) => row.map((cell) => ({ text: terminalSafe(cell.text), style: cell.style })));
  const measured = columns.map((column, index) => ({
    column,
    index,
    width: Math.max(displayWidth(column.title), ...widest(safeRows, index)),
    empty: safeRows.length > 0 && safeRows.every((row) => (row[index]?.text ?? '') === ''),
  }));
  const shown = chooseColumns(
    measured.filter((entry) => !entry.empty),
    options.width - indent.length,
  );
  const line = (cells: readonly TableCell[]): string =>
    shown
      .map(({ column, index, width }, position) => {
        const cell = cells[index] ?? { text: '' };
        const text = fitToWidth(cell.text, width);
        const last = position === shown.length - 1;
        const padded = last && column.align !== 'right' ? text : padToWidth(text, width, column.align);
        return padded.replace(text, () => options.paint(text, cell.style));
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const titles = columns.map((column): TableCell => ({ text: column.title, style: 'faint' }));
  return [titles, ...safeRows].map((cells) => indent + line(cells));
}

interface MeasuredColumn {
  readonly column: TableColumn;
  readonly index: number;
  readonly width: number;
}

/** One maximum in a list, without spreading a column of any length into arguments. */
function widest(rows: readonly (readonly TableCell[])[], index: number): [number] | [] {
  if (rows.length === 0) return [];
  return [rows.reduce((most, row) => Math.max(most, displayWidth(row[index]?.text ?? '')), 0)];
}

function chooseColumns(columns: readonly MeasuredColumn[], available: number): MeasuredColumn[] {
  let kept = [...columns];
  for (;;) {
    const total = kept.reduce((sum, entry) => sum + entry.width, GAP * (kept.length - 1));
    if (total <= available) return kept;
    const slack = kept.reduce((sum, entry) => sum + slackOf(entry), 0);
    if (total - slack <= available) return squeeze(kept, total - available);
    const dispensable = kept.filter((entry) => entry.column.dispensable !== undefined);
    if (dispensable.length === 0) return squeeze(kept, slack);
    const victim = dispensable.reduce((worst, entry) =>
      entry.column.dispensable! >= worst.column.dispensable! ? entry : worst,
    );
    kept = kept.filter((entry) => entry !== victim);
  }
}

function slackOf(entry: MeasuredColumn): number {
  return entry.column.minWidth === undefined ? 0 : Math.max(0, entry.width - entry.column.minWidth);
}

/** Takes `surplus` columns from the squeezable ones, always from the one with most to give. */
function squeeze(columns: readonly MeasuredColumn[], surplus: number): MeasuredColumn[] {
  const result = [...columns];
  for (let left = surplus; left > 0; left--) {
    const at = result.reduce((most, entry, i) => (slackOf(entry) > slackOf(result[most]!) ? i : most), 0);
    const entry = result[at]!;
    if (slackOf(entry) === 0) break;
    result[at] = { ...entry, width: entry.width - 1 };
  }
  return result;
}
