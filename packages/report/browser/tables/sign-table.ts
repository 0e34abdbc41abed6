import type { SignRow } from '../../src/html/page-data.ts';
import { formatDuration } from '../../src/units/duration.ts';
import type { Run } from '../data/run.ts';
import { byId, element } from '../dom.ts';
import { timeText } from '../time-text.ts';
import type { ViewState } from '../view-state.ts';
import { type Column, DataTable } from './data-table.ts';

const SEVERITIES = { critical: 0, warning: 1, info: 2 } as const;
const WORDS = { critical: 'Critical', warning: 'Warning', info: 'Note' } as const;

/** What ranks recorded and what analysis found, by time. @returns what shows the signs of one rank */
export function showSignTable(run: Run, state: ViewState): (rank: number | null) => void {
  const root = byId('signs-content');
  const { signs } = run.data;
  if (signs.length === 0) {
    root.append(
      element('p', { text: 'No rank recorded an alert or a change of its collector, and analysis found no sign.' }),
    );
    return () => undefined;
  }
  const table = new DataTable<SignRow>('Table of the signs', 'signs', columnsOf(run, state));
  const input = element('input', { type: 'search', id: 'sign-filter' });
  input.placeholder = 'rank 2, critical, a word';
  const filter = () => {
    const isWanted = signFilter(input.value, run);
    table.show(signs.filter(isWanted), signs.length);
  };
  input.addEventListener('input', filter);
  root.append(
    element('div', { class: 'row' }, element('label', { for: 'sign-filter', text: 'Filter' }), input),
    table.root,
  );
  filter();
  state.onChange((view, before) => {
    if (view.clock !== before.clock) filter();
  });
  return (rank) => {
    input.value = rank === null ? '' : `rank ${rank}`;
    filter();
  };
}

function signFilter(text: string, run: Run): (sign: SignRow) => boolean {
  const ranks = new Set(Array.from(text.matchAll(/\brank\s+(\d{1,9})\b/gi), (match) => Number(match[1])));
  const words = text
    .toLowerCase()
    .replace(/\brank\s+\d{1,9}\b/g, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ rank, severity, signal, details, phase }) => {
    if (ranks.size > 0 && !ranks.has(rank)) return false;
    if (words.length === 0) return true;
    const hay = `${WORDS[severity]} ${signal} ${run.text(details)} ${run.text(phase)}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  };
}

function columnsOf(run: Run, state: ViewState): Column<SignRow>[] {
  return [
    {
      title: 'Time',
      isNumber: true,
      key: ({ start }) => start,
      cell: ({ rank, start }) =>
        element('a', {
          href: `#view?ranks=${rank}&at=${Number(start.toFixed(9))}`,
          text: timeText(run.data, state.view.clock, start),
          title: 'Show in the charts',
        }),
    },
    { title: 'Rank', isNumber: true, key: ({ rank }) => rank, cell: ({ rank }) => String(rank) },
    {
      title: 'Severity',
      key: ({ severity }) => SEVERITIES[severity],
      cell: ({ severity }) => element('span', { class: `badge ${severity}`, text: WORDS[severity] }),
    },
    { title: 'Sign', key: ({ signal }) => signal, cell: ({ signal }) => signal },
    {
      title: 'Times',
      isNumber: true,
      isDescendingFirst: true,
      key: ({ count }) => count,
      cell: ({ count, start, end }) =>
        count === 1
          ? ''
          : `${count.toLocaleString('en-US')} in ${formatDuration(BigInt(Math.round((end - start) * 1e9)))}`,
    },
    { title: 'Phase', key: ({ phase }) => run.text(phase) || null, cell: ({ phase }) => run.text(phase) },
    {
      title: 'What it says',
      cell: ({ details, confidence }) =>
        `${run.text(details)}${confidence === null ? '' : ` (confidence ${confidence.toFixed(2)})`}`,
    },
  ];
}
