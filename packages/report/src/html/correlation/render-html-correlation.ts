import { counted } from '../../units/counted.ts';
import { formatDuration } from '../../units/duration.ts';
import { formatShare } from '../../units/share.ts';
import { PAGE_STYLE } from '../assets/page-style.ts';
import { html, type Markup } from '../markup.ts';
import { renderPageFrame } from '../page-frame.ts';
import { visibleText } from '../text-table.ts';
import { type ClockPanel, clockPanels, type DeviceLane } from './clock-panel.ts';
import type { CorrelationRun } from './correlation-run.ts';
import { iterationTable, leftoverList, requestTable } from './correlation-tables.ts';
import { HATCHING, panelFigure } from './panel-figure.ts';

/**
 * Runs of inference artifacts as one HTML page that loads nothing and needs no script (docs/formats/report-page.md §9):
 * GPU activity, iterations and requests on a time axis, what each device did and for whom, and what could not be placed. The
 * same input gives the same bytes.
 */
export function renderHtmlCorrelation(runs: readonly CorrelationRun[]): string {
  const [first] = runs;
  const name = first?.report.account.run_id ?? 'no correlation events';
  const title = runs.length === 1 ? `run ${visibleText(name, 80)}` : counted(runs.length, 'run');
  return renderPageFrame({
    title: `${title} – stormlog`,
    style: PAGE_STYLE,
    body: html`<a class="skip" href="#main">Skip to the content</a>
<header><div><h1>${title}</h1></div></header>
<main id="main">${HATCHING}${runs.map((run, index) => runSections(run, index, runs.length > 1))}</main>`,
  });
}

function runSections(run: CorrelationRun, index: number, isOneOfSeveral: boolean): Markup {
  const { counts, account } = run.report;
  const panels = clockPanels(run.graph);
  const facts = [
    counted(counts.events, 'event'),
    counted(counts.iterations, 'iteration'),
    counted(counts.requests, 'request'),
    counted(counts.activities, 'activity', 'activities'),
  ];
  const id = `run-${index + 1}`;
  const tables = [iterationTable(run), requestTable(run)].filter((table) => table !== null);
  return html`${isOneOfSeveral ? html`<section aria-labelledby="${id}"><h2 id="${id}">run ${visibleText(account.run_id ?? 'without an id', 80)}</h2></section>` : null}
<section class="tiles" aria-label="In short"><h2 class="sr">In short</h2><div class="tile"><h3>Read</h3><p>${facts.join(', ')}</p></div>${deviceTiles(panels)}</section>
${panels.length === 0 ? html`<section><h2>Over time</h2><p>No event has both ends on a clock.</p></section>` : panels.map((panel) => panelSection(panel))}
${tables.length === 0 ? null : html`<section aria-label="Iterations and requests">${tables}</section>`}
<section><h2>Not placed</h2>${leftoverList(run)}</section>`;
}

function deviceTiles(panels: readonly ClockPanel[]): Markup {
  const devices = panels.flatMap((panel) => panel.devices.map((device) => ({ panel, device })));
  if (devices.length === 0) {
    return html`<div class="tile"><h3>GPU time</h3><p class="value">none measured</p><p>append a trace: stormlog capture append ARTIFACT --kineto TRACE</p></div>`;
  }
  return html`${devices.map(({ panel, device }) => deviceTile(panel, device))}`;
}

function deviceTile({ start, end }: ClockPanel, { device_uuid, linked, all }: DeviceLane): Markup {
  const busy = lengthOf(all);
  const apart = busy - lengthOf(linked);
  const share = formatShare(busy, end - start);
  return html`<div class="tile"><h3>${visibleText(device_uuid, 40)}</h3><p class="value">busy ${formatDuration(busy)}</p>
<p>${share === '' ? null : html`${share} of the time shown; `}${apart === 0n ? 'all of it in iterations' : html`${formatDuration(apart)} (${formatShare(apart, busy)}) in no iteration`}</p></div>`;
}

function panelSection(panel: ClockPanel): Markup {
  const aligned =
    panel.aligned.length === 0
      ? null
      : html` Brought onto it by alignments: ${panel.aligned.map((clock) => visibleText(clock, 80)).join(', ')}.`;
  return html`<section><h2>Over time, by the clock ${visibleText(panel.clock, 80)}</h2>
<p class="faint">${formatDuration(panel.end - panel.start)} from the first to the last.${aligned}${
    panel.devices.length === 0
      ? null
      : html` The height of a GPU’s lane is how busy it was; <span class="legend-part"><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect class="linked" width="12" height="12"/></svg> in iterations</span>, <span class="legend-part"><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect class="unlinked-line" width="12" height="12"/></svg> hatched: in none</span>.`
  }</p>
${panelFigure(panel)}</section>`;
}

function lengthOf(intervals: DeviceLane['all']): bigint {
  return intervals.reduce((sum, [start, end]) => sum + end - start, 0n);
}
