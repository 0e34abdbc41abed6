import { formatBinarySize } from '../../src/units/binary-size.ts';
import { COUNTER_WORDS, type Run } from '../data/run.ts';
import { element } from '../dom.ts';
import { timeText } from '../time-text.ts';
import type { ViewState } from '../view-state.ts';

const MOST_ROWS = 100;

/** The samples of a chart as a table, made when it is opened: those of the window, around the marked time if there is one. */
export function sampleDetails(run: Run, state: ViewState, index: number): HTMLElement {
  const details = element('details', { class: 'samples' }, element('summary', { text: 'Samples as a table' }));
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    details.replaceChildren(details.firstElementChild!, sampleTable(run, state, index));
  });
  return details;
}

function sampleTable(run: Run, state: ViewState, index: number): HTMLElement {
  const { times, columns } = run.track(index);
  const { from, to, at, clock } = state.view;
  const inside = times.flatMap((time, i) => (time >= from && time <= to ? [i] : []));
  const middle = at === null ? 0 : Math.max(0, inside.findIndex((i) => times[i]! >= at) - MOST_ROWS / 2);
  const shown = inside.slice(middle, middle + MOST_ROWS);
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col', text: 'Time' }),
    ...[...columns.keys()].map((name) => element('th', { scope: 'col', class: 'number', text: COUNTER_WORDS[name] })),
  );
  const rows = shown.map((i) =>
    element(
      'tr',
      {},
      element('td', { text: timeText(run.data, clock, times[i]!, 1e-6) }),
      ...[...columns.values()].map((values) => {
        const value = values[i];
        return value === null || value === undefined
          ? element('td', { class: 'number faint', text: 'not measured' })
          : element('td', {
              class: 'number',
              text: formatBinarySize(Math.round(value)),
              title: `${Math.round(value).toLocaleString('en-US')} bytes`,
            });
      }),
    ),
  );
  const table = element('table', { class: 'small' }, element('thead', {}, head), element('tbody', {}, ...rows));
  const note = element('p', { class: 'faint', text: `${shown.length} of ${inside.length} samples in view` });
  const scroll = element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Samples of ${run.trackLabel(index)}` },
    table,
  );
  return element('div', {}, note, scroll);
}
