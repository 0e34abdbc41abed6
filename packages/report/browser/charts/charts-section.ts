import { COUNTERS } from '../../src/html/series/counter-name.ts';
import { COUNTER_WORDS, type Run } from '../data/run.ts';
import { button, byId, choice, element } from '../dom.ts';
import { timeText } from '../time-text.ts';
import { MOST_RANKS, type View } from '../view.ts';
import type { ViewState } from '../view-state.ts';
import { comparisonContent, trackContent } from './rank-content.ts';
import { sampleDetails } from './sample-details.ts';
import { TimeChart } from './time-chart.ts';

const COMPARISON_HEIGHT = 250;
const TRACK_HEIGHT = 210;

/** The charts of the chosen ranks, one below the other, and above them the comparison of one counter. */
export function showCharts(run: Run, state: ViewState): void {
  const root = byId('charts-content');
  if (run.data.tracks.length === 0 || run.data.counters.length === 0) {
    root.append(element('p', { text: 'No rank has a counter that was measured.' }));
    return;
  }
  const chips = element('div', { class: 'chips' });
  const comparison = element('div', { class: 'comparison' });
  const tracks = element('div', { class: 'tracks' });
  const where = element('span', { class: 'where', role: 'status' });
  root.append(toolbar(run, state, chips, where), comparison, tracks);
  let charts: TimeChart[] = [];

  const rebuild = (view: View) => {
    for (const chart of charts) chart.destroy();
    comparison.replaceChildren();
    tracks.replaceChildren();
    charts = [];
    showChips(run, state, view, chips);
    if (view.counter !== null && view.ranks.length > 0) {
      const chart = new TimeChart(run, state, comparisonContent(run, view.ranks, view.counter, COMPARISON_HEIGHT));
      comparison.append(element('h3', { text: `${COUNTER_WORDS[view.counter]}, beside all ranks` }), chart.root);
      charts.push(chart);
    }
    for (const rank of view.ranks) {
      for (const index of run.tracksOf(rank)) {
        const chart = new TimeChart(run, state, trackContent(run, index, view.drawn, TRACK_HEIGHT));
        const samples = sampleDetails(run, state, index);
        tracks.append(
          element('div', { class: 'track', id: `track-${index}` }, trackTitle(run, index), chart.root, samples),
        );
        charts.push(chart);
      }
    }
  };
  const showWhere = ({ from, to, clock }: View) => {
    const isAll = from <= 0 && to >= run.data.span;
    where.textContent = isAll
      ? 'the whole run'
      : `${timeText(run.data, clock, from)} to ${timeText(run.data, clock, to)}`;
  };

  state.onChange((view, before) => {
    if (view.ranks !== before.ranks || view.counter !== before.counter || view.drawn !== before.drawn) rebuild(view);
    const isRepainted = view.theme !== before.theme || view.clock !== before.clock;
    for (const chart of charts) chart.follow(view, isRepainted);
    showWhere(view);
  });
  rebuild(state.view);
  showWhere(state.view);
}

function trackTitle(run: Run, index: number): HTMLElement {
  const { rank, kept, samples } = run.data.tracks[index]!;
  const about =
    kept < samples
      ? `${kept.toLocaleString('en-US')} of ${samples.toLocaleString('en-US')} samples`
      : `${samples.toLocaleString('en-US')} samples`;
  const statements = run
    .statementsOf(rank)
    .map(({ id, severity, title }) => element('a', { class: `flag ${severity}`, href: `#${id}`, text: title }));
  return element(
    'div',
    { class: 'track-title' },
    element('h3', { text: run.trackLabel(index) }),
    element('span', { class: 'faint', text: about }),
    ...statements,
  );
}

function showChips(run: Run, state: ViewState, view: View, chips: HTMLElement): void {
  chips.replaceChildren(
    ...view.ranks.map((rank) =>
      button(`rank ${rank} ×`, () => state.hideRank(rank), {
        class: run.statementsOf(rank).length > 0 ? 'chip marked' : 'chip',
        'aria-label': `Hide rank ${rank}`,
      }),
    ),
  );
}

function toolbar(run: Run, state: ViewState, chips: HTMLElement, where: HTMLElement): HTMLElement {
  const { counters } = run.data;
  const counter = choice(
    'Compare',
    counters.map((name) => [name, COUNTER_WORDS[name]] as const),
    state.view.counter ?? counters[0]!,
    (name) => state.update({ counter: name }),
  );
  const drawn = COUNTERS.filter((name) => counters.includes(name)).map((name) => {
    const box = element('input', { type: 'checkbox' });
    box.checked = state.view.drawn.includes(name);
    box.addEventListener('change', () => {
      const kept = state.view.drawn.filter((each) => each !== name);
      state.update({ drawn: box.checked ? [...kept, name] : kept });
    });
    return element('label', { class: 'check' }, box, COUNTER_WORDS[name]);
  });
  state.onChange((view) => {
    if (view.counter !== null) counter.set(view.counter);
  });
  const zoom = element(
    'div',
    { class: 'buttons', role: 'group', 'aria-label': 'Time' },
    button('←', () => state.pan(-0.25), { 'aria-label': 'Earlier' }),
    button('−', () => state.zoom(2), { 'aria-label': 'Zoom out' }),
    button('+', () => state.zoom(0.5), { 'aria-label': 'Zoom in' }),
    button('→', () => state.pan(0.25), { 'aria-label': 'Later' }),
    button('All', () => state.reset(), { 'aria-label': 'All of the run' }),
  );
  const lines = element('fieldset', { class: 'lines' }, element('legend', { text: 'Lines' }), ...drawn);
  const help = element('p', {
    class: 'faint help',
    text: 'Drag to zoom, Shift and drag to move, Ctrl and wheel to zoom, double-click for everything.',
  });
  return element(
    'div',
    { class: 'toolbar' },
    element('div', { class: 'row' }, addRank(run, state), chips),
    element('div', { class: 'row' }, counter.root, counters.length > 1 ? lines : null, zoom, where),
    help,
  );
}

function addRank(run: Run, state: ViewState): HTMLElement {
  const input = element('input', { type: 'text', id: 'add-rank' });
  input.inputMode = 'numeric';
  input.placeholder = 'rank';
  const note = element('span', { class: 'note', role: 'status' });
  const form = element(
    'form',
    { class: 'add-rank' },
    element('label', { for: 'add-rank', text: 'Show rank' }),
    input,
    element('button', { type: 'submit', text: 'Add' }),
    note,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const rank = /^\d{1,9}$/.test(input.value.trim()) ? Number(input.value.trim()) : null;
    if (rank === null || run.tracksOf(rank).length === 0) {
      note.textContent = 'no such rank has samples';
      return;
    }
    note.textContent = state.view.ranks.length >= MOST_RANKS ? `${MOST_RANKS} at once: the last one made room` : '';
    state.showRank(rank);
    input.value = '';
  });
  return form;
}
