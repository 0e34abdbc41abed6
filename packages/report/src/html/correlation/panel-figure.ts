import { formatDuration } from '../../units/duration.ts';
import { multiples, niceStep } from '../axis/ticks.ts';
import { html, type Markup } from '../markup.ts';
import { visibleText } from '../text-table.ts';
import { busyShares } from './busy-buckets.ts';
import type { Bar, ClockPanel, DeviceLane, RequestBar } from './clock-panel.ts';

const WIDTH = 1160;
const LEFT = 210;
const RIGHT = WIDTH - 12;
const LANE = 34;
const ROW = 18;
const BUCKETS = (RIGHT - LEFT) / 2;
/** More bars than this are told apart by nobody. */
const MOST_BARS = 2000;
const MOST_REQUESTS = 24;
/** Classes of the stages of a request, by the order in which their names come up. */
const STAGE_CLASSES = 6;

/** The hatching that panels refer to, once a page. */
export const HATCHING = html`<svg width="0" height="0" class="hidden" aria-hidden="true"><defs><pattern id="unlinked" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="unlinked-ground" width="5" height="5"/><rect class="unlinked-line" width="2" height="5"/></pattern></defs></svg>`;

interface Scale {
  readonly panel: ClockPanel;
  x(time: bigint): number;
}

/**
 * What happened by one clock, on one time axis, as SVG: how busy each GPU was and how much of that belongs to no iteration,
 * the iterations of each producer, and the longest requests with their stages. Needs no script.
 */
export function panelFigure(panel: ClockPanel): Markup {
  const span = Number(panel.end - panel.start) || 1;
  const scale: Scale = {
    panel,
    x: (time) => Math.round((LEFT + (Number(time - panel.start) / span) * (RIGHT - LEFT)) * 10) / 10,
  };
  const requests = longest(panel.requests, MOST_REQUESTS);
  const stageNames = [...new Set(requests.flatMap(({ stages }) => stages.map(({ name }) => name)))];
  const parts: Markup[] = [];
  let y = 6;
  for (const device of panel.devices) {
    parts.push(deviceLane(device, y, scale));
    y += LANE + 8;
  }
  for (const [producer, bars] of panel.iterations) {
    parts.push(iterationLane(producer, bars, y, scale));
    y += LANE;
  }
  for (const request of requests) {
    parts.push(requestRow(request, y, scale, stageNames));
    y += ROW;
  }
  const grid = multiples(0, span, Math.max(1, niceStep(span / 8))).map((nanoseconds) => {
    const after = BigInt(Math.round(nanoseconds));
    const x = scale.x(panel.start + after);
    return html`<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${y}"/><text class="tick" x="${x}" y="${y + 15}" text-anchor="middle">${formatDuration(after)}</text>`;
  });
  const label = `GPU activity, iterations and requests by the clock ${visibleText(panel.clock, 80)}`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><svg class="panel" viewBox="0 0 ${WIDTH} ${y + 22}" width="${WIDTH}" height="${y + 22}" role="img" aria-label="${label}">
${grid}
${parts}
</svg></div>${leftOut(panel.requests.length - requests.length)}${stageLegend(stageNames)}`;
}

function deviceLane({ device_uuid, linked, all }: DeviceLane, y: number, { panel }: Scale): Markup {
  const bottom = y + LANE;
  const whole = busyShares(all, panel.start, panel.end, BUCKETS);
  const ours = busyShares(linked, panel.start, panel.end, BUCKETS);
  return html`${laneLabel(device_uuid, y + LANE / 2)}<rect class="lane" x="${LEFT}" y="${y}" width="${RIGHT - LEFT}" height="${LANE}"/>
<path class="unlinked" d="${areaPath(whole, bottom)}"/><path class="linked" d="${areaPath(ours, bottom)}"/>`;
}

function areaPath(shares: Float64Array, bottom: number): string {
  const heights = Array.from(shares, (share) => (share === 0 ? 0 : Math.max(0.5, Math.round(share * LANE * 10) / 10)));
  let path = '';
  for (let from = 0; from < heights.length; ) {
    const height = heights[from]!;
    let to = from + 1;
    while (heights[to] === height) to++;
    if (height > 0) path += `M${LEFT + from * 2} ${bottom}v-${height}h${(to - from) * 2}v${height}z`;
    from = to;
  }
  return path;
}

function iterationLane(producer: string, bars: readonly Bar[], y: number, { x }: Scale): Markup {
  const shown = longest(bars, MOST_BARS);
  return html`${laneLabel(producer, y + LANE / 2 - 2)}${shown.map((bar) => {
    const from = x(bar.start);
    return html`<rect class="iteration" x="${from}" y="${y + 4}" width="${Math.max(0.8, Math.round((x(bar.end) - from) * 10) / 10)}" height="${LANE - 14}"><title>${barText(bar)}</title></rect>`;
  })}`;
}

function requestRow(request: RequestBar, y: number, { x }: Scale, stageNames: readonly string[]): Markup {
  const from = x(request.start);
  const width = Math.max(0.8, Math.round((x(request.end) - from) * 10) / 10);
  return html`${laneLabel(request.name, y + ROW / 2)}<rect class="request" x="${from}" y="${y + 3}" width="${width}" height="${ROW - 6}"><title>${barText(request)}</title></rect>${request.stages.map(
    (stage) => {
      const start = x(stage.start);
      const stageWidth = Math.max(0.5, Math.round((x(stage.end) - start) * 10) / 10);
      return html`<rect class="stage-${(stageNames.indexOf(stage.name) % STAGE_CLASSES) + 1}" x="${start}" y="${y + 5}" width="${stageWidth}" height="${ROW - 10}"><title>${barText(stage)}</title></rect>`;
    },
  )}`;
}

function laneLabel(text: string, y: number): Markup {
  return html`<text class="label" x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${visibleText(text, 26)}</text>`;
}

function leftOut(requests: number): Markup | null {
  if (requests === 0) return null;
  return html`<p class="faint">The ${MOST_REQUESTS} longest requests are drawn; ${requests.toLocaleString('en-US')} are not.</p>`;
}

function stageLegend(names: readonly string[]): Markup | null {
  if (names.length === 0) return null;
  return html`<p class="legend">Stages: ${names
    .slice(0, 24)
    .map(
      (name, i) =>
        html`<span class="legend-part"><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect class="stage-${(i % STAGE_CLASSES) + 1}" width="12" height="12"/></svg> ${visibleText(name, 40)}</span> `,
    )}</p>`;
}

function barText({ name, start, end }: Bar): string {
  return `${visibleText(name, 80)}: ${formatDuration(end - start)}`;
}

/** The longest ones, in the order given. */
function longest<Of extends Bar>(bars: readonly Of[], most: number): readonly Of[] {
  if (bars.length <= most) return bars;
  const kept = new Set(
    [...bars].sort((left, right) => Number(right.end - right.start - (left.end - left.start))).slice(0, most),
  );
  return bars.filter((bar) => kept.has(bar));
}
