import type { RankRow } from '../../src/html/page-data.ts';
import { formatBinarySize } from '../../src/units/binary-size.ts';
import { formatDuration } from '../../src/units/duration.ts';
import { COUNTER_WORDS, type Run } from '../data/run.ts';
import { byId, element } from '../dom.ts';
import { timeText } from '../time-text.ts';
import type { ViewState } from '../view-state.ts';
import { type Column, DataTable } from './data-table.ts';
import { rankFilter } from './rank-filter.ts';
import { sparkLine } from './spark-line.ts';

/** The ranks as a table, those that stand out first. */
export function showRankTable(run: Run, state: ViewState): void {
  const root = byId('ranks-content');
  const table = new DataTable<RankRow>('Table of the ranks', 'ranks', columnsOf(run, state));
  const rows = [...run.data.ranks].sort(
    (left, right) => weightOf(left, run) - weightOf(right, run) || left.rank - right.rank,
  );
  const input = element('input', { type: 'search', id: 'rank-filter' });
  input.placeholder = '0-3,7 or a host, a state, a sign';
  const only = element('input', { type: 'checkbox' });
  const filter = () => {
    const isWanted = rankFilter(input.value);
    const shown = rows.filter((row) => isWanted(row) && (!only.checked || weightOf(row, run) < QUIET));
    table.show(shown, rows.length);
  };
  input.addEventListener('input', filter);
  only.addEventListener('change', filter);
  const controls = element(
    'div',
    { class: 'row' },
    element('label', { for: 'rank-filter', text: 'Filter' }),
    input,
    element('label', { class: 'check' }, only, 'only what stands out'),
  );
  root.append(controls, table.root);
  filter();
  state.onChange((view, before) => {
    if (view.clock !== before.clock || view.counter !== before.counter) filter();
  });
}

const QUIET = 1_000_000;

/** What stands out comes first, in the order of the findings; then ranks with a sign. */
function weightOf(row: RankRow, run: Run): number {
  const statement = row.statements[0];
  if (statement !== undefined) return statement;
  if (row.missing) return run.data.statements.length;
  return row.sign === null ? QUIET : run.data.statements.length + 1;
}

function columnsOf(run: Run, state: ViewState): Column<RankRow>[] {
  const { counters, ranks } = run.data;
  const has = (key: 'reserved' | 'used' | 'peak' | 'gap_peak' | 'allocated' | 'silence' | 'sign') =>
    ranks.some((row) => row[key] !== null && row[key] !== 0);
  const sizes = (
    title: string,
    key: 'allocated' | 'reserved' | 'used' | 'peak' | 'gap' | 'gap_peak',
    isChange: boolean,
  ): Column<RankRow> => ({
    title,
    isNumber: true,
    isDescendingFirst: true,
    key: (row) => row[key],
    cell: (row) => sizeText(row, row[key], isChange),
  });
  const optional = (isShown: boolean, column: Column<RankRow>) => (isShown ? [column] : []);
  return [
    { title: 'Rank', isNumber: true, key: ({ rank }) => rank, cell: (row) => rankCell(run, row) },
    { title: 'What stands out', key: (row) => row.statements[0] ?? null, cell: (row) => statementCell(run, row) },
    ...optional(counters.length > 0, { title: 'Course', cell: (row) => courseCell(run, state, row) }),
    { title: 'Session', key: ({ status, missing }) => (missing ? 'missing' : status), cell: sessionCell },
    { title: 'Host', key: ({ host }) => host, cell: ({ host }) => host ?? '' },
    {
      title: 'Samples',
      isNumber: true,
      isDescendingFirst: true,
      key: ({ samples, missing }) => (missing ? null : samples),
      cell: ({ samples, missing }) => (missing ? '' : samples.toLocaleString('en-US')),
    },
    {
      title: 'Last seen',
      isNumber: true,
      key: ({ last }) => last,
      cell: ({ last }) => (last === null ? '' : timeText(run.data, state.view.clock, last)),
    },
    ...optional(has('silence'), {
      title: 'Before peers',
      isNumber: true,
      isDescendingFirst: true,
      key: ({ silence }) => silence,
      cell: ({ silence }) => (silence === null ? '' : formatDuration(BigInt(Math.round(silence * 1e9)))),
    }),
    ...optional(has('allocated'), sizes('Allocated', 'allocated', true)),
    ...optional(has('peak'), sizes('Peak', 'peak', false)),
    ...optional(has('reserved') && counters.includes('reserved'), sizes('Reserved', 'reserved', true)),
    ...optional(has('used') && counters.includes('device_used'), sizes('Device used', 'used', true)),
    ...optional(has('gap_peak'), sizes('Gap now', 'gap', false)),
    ...optional(has('gap_peak'), sizes('Gap peak', 'gap_peak', false)),
    ...optional(has('sign'), {
      title: 'First sign',
      key: ({ sign }) => sign,
      cell: ({ sign, rank }) => (sign === null ? '' : element('a', { href: `#signs?rank=${rank}`, text: sign })),
    }),
  ];
}

function rankCell(run: Run, { rank, missing }: RankRow): Node {
  if (missing || run.tracksOf(rank).length === 0) return document.createTextNode(String(rank));
  return element('a', { href: `#view?ranks=${rank}`, text: String(rank), title: `Show rank ${rank} in the charts` });
}

function statementCell(run: Run, { statements }: RankRow): Node {
  const cell = element('span');
  for (const index of statements.slice(0, 3)) {
    const { id, severity, title } = run.data.statements[index]!;
    const word = { critical: 'Critical', warning: 'Warning', info: 'Note' }[severity];
    cell.append(element('a', { class: `badge ${severity}`, href: `#${id}`, text: word, title }), ' ');
  }
  return cell;
}

function sessionCell({ status, missing }: RankRow): Node {
  if (missing) return element('strong', { class: 'bad', text: 'missing' });
  return element('span', { class: status === 'completed' ? '' : 'doubtful', text: status ?? 'not known' });
}

/** All rows share the height of the largest change, so that they can be compared; each starts at its own lowest. */
function courseCell(run: Run, state: ViewState, { rank }: RankRow): Node {
  const counter = state.view.counter ?? run.data.counters[0];
  const index = run.tracksOf(rank)[0];
  if (counter === undefined || index === undefined) return document.createTextNode('');
  const { columns } = run.data.grid;
  const values = run.grid(counter).subarray(index * columns, (index + 1) * columns);
  let low = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < low) low = value;
  const drawing = sparkLine(values, low, low + reachOf(run, counter));
  return element('span', { title: `${COUNTER_WORDS[counter]} over the run` }, drawing);
}

const reaches = new WeakMap<Float64Array, number>();

function reachOf(run: Run, counter: (typeof run.data.counters)[number]): number {
  const cells = run.grid(counter);
  const known = reaches.get(cells);
  if (known !== undefined) return known;
  const { columns } = run.data.grid;
  let reach = 0;
  for (let row = 0; row < run.data.tracks.length; row++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of cells.subarray(row * columns, (row + 1) * columns)) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > reach) reach = high - low;
  }
  reaches.set(cells, reach);
  return reach;
}

function sizeText({ missing }: RankRow, bytes: number | null, isChange: boolean): Node {
  if (missing) return document.createTextNode('');
  if (bytes === null) return element('span', { class: 'faint', text: 'not measured' });
  return element('span', {
    text: formatBinarySize(bytes, { sign: isChange }),
    title: `${bytes.toLocaleString('en-US')} bytes`,
  });
}
