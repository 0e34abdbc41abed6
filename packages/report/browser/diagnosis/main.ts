import type { DiagnosisPageData } from '../../src/html/page-data.ts';
import { showCharts } from '../charts/charts-section.ts';
import { Run } from '../data/run.ts';
import { byId } from '../dom.ts';
import { followAddress } from '../follow-address.ts';
import { HeatMap } from '../heat-map/heat-map.ts';
import { parseAddress } from '../parse-address.ts';
import { showRankTable } from '../tables/rank-table.ts';
import { showSignTable } from '../tables/sign-table.ts';
import { preferredTheme, showTools } from '../tools.ts';
import { ViewState } from '../view-state.ts';

const data: DiagnosisPageData = JSON.parse(byId('page-data').textContent ?? '');
const run = new Run(data);
const known = new Set(data.tracks.map(({ rank }) => rank));
const state = new ViewState(
  {
    ranks: data.opening.ranks,
    counter: data.opening.counter,
    from: 0,
    to: data.span,
    at: null,
    clock: 'wall',
    theme: preferredTheme(),
    drawn: data.counters,
  },
  data.span,
);

showTools(state);
if (data.counters.length > 0 && data.tracks.length > 0) new HeatMap(run, state);
else byId('map').hidden = true;
showCharts(run, state);
showRankTable(run, state);
const showSignsOf = showSignTable(run, state);

/** Goes where an address within the page leads. */
function follow(): void {
  const address = parseAddress(location.hash, known, data.span);
  if (address.kind === 'view') {
    state.update(address.change);
    byId('charts').scrollIntoView();
  } else if (address.kind === 'signs') {
    showSignsOf(address.rank);
    byId('signs').scrollIntoView();
  } else {
    const target = address.id === '' ? null : document.getElementById(address.id);
    const details = target?.closest('details');
    if (details != null) details.open = true;
    target?.scrollIntoView();
  }
}

addEventListener('hashchange', follow);
// A link that leads where the page is already leads there once more.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (link instanceof HTMLAnchorElement && link.hash === location.hash) follow();
});
if (location.hash !== '') follow();
followAddress(state, data.span);
document.documentElement.dataset['ready'] = 'true';
