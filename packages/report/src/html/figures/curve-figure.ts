import { formatDuration } from '../../units/duration.ts';
import { wallClockTime } from '../../units/wall-clock.ts';
import { byteTicks } from '../axis/ticks.ts';
import { html, type Markup } from '../markup.ts';
import type { PageClock } from '../page-clock.ts';
import type { PeerBand } from '../series/peer-band.ts';

const WIDTH = 560;
const HEIGHT = 200;
const PLOT = { left: 66, right: WIDTH - 10, top: 12, bottom: HEIGHT - 24 };

/** A rank's counter over time beside what its peers have. */
export interface Curve {
  readonly label: string;
  readonly own: Float64Array;
  /** Null for a rank without peers. */
  readonly peers: PeerBand | null;
  readonly onset: { readonly ns: bigint; readonly doubtNs: bigint } | null;
}

/**
 * A drawing of a curve as SVG: the peers as a band with their median, the rank on top, the onset with its uncertainty. It
 * needs no script, so it prints and shows everywhere; values are those of the grid's stretches of time.
 */
export function curveFigure(curve: Curve, clock: PageClock): Markup {
  const { own, peers, onset } = curve;
  const [low, high] = rangeOf(peers === null ? [own] : [own, peers.low, peers.high]);
  const x = (column: number) => PLOT.left + ((column + 0.5) / own.length) * (PLOT.right - PLOT.left);
  const y = (value: number) => PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top);
  const ticks = byteTicks(low, high, 4);
  const shape = { x, y };
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${curve.label}">
${ticks.values.map((value, i) => gridLine(y(value), ticks.texts[i]!))}
${peers === null ? null : html`<path class="band" d="${areaPath(peers, shape)}"/><path class="median" d="${linePath(peers.median, shape)}"/>`}
${onset === null ? null : onsetMark(onset, clock)}
<path class="own" d="${linePath(own, shape)}"/>
<line class="axis" x1="${PLOT.left}" x2="${PLOT.right}" y1="${PLOT.bottom}" y2="${PLOT.bottom}"/>
<text x="${PLOT.left}" y="${HEIGHT - 6}">${wallClockTime(clock.startNs)}</text>
<text x="${PLOT.right}" y="${HEIGHT - 6}" text-anchor="end">${wallClockTime(clock.startNs + BigInt(Math.round(clock.spanNs)))}</text>
</svg>`;
}

interface Shape {
  readonly x: (column: number) => number;
  readonly y: (value: number) => number;
}

function gridLine(y: number, text: string): Markup {
  return html`<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${coordinate(y)}" y2="${coordinate(y)}"/><text x="${PLOT.left - 6}" y="${coordinate(y + 4)}" text-anchor="end">${text}</text>`;
}

function onsetMark({ ns, doubtNs }: NonNullable<Curve['onset']>, clock: PageClock): Markup {
  const place = (at: bigint) => {
    const share = Number(at - clock.startNs) / clock.spanNs;
    return PLOT.left + Math.max(0, Math.min(1, share)) * (PLOT.right - PLOT.left);
  };
  const [from, at, to] = [place(ns - doubtNs), place(ns), place(ns + doubtNs)];
  const isRight = at > (PLOT.left + PLOT.right) / 2;
  return html`<rect class="doubt" x="${coordinate(from)}" y="${PLOT.top}" width="${coordinate(Math.max(1, to - from))}" height="${PLOT.bottom - PLOT.top}"/><line class="onset" x1="${coordinate(at)}" x2="${coordinate(at)}" y1="${PLOT.top}" y2="${PLOT.bottom}"/><text class="onset" x="${coordinate(isRight ? at - 5 : at + 5)}" y="${PLOT.top + 10}" text-anchor="${isRight ? 'end' : 'start'}">+${formatDuration(ns - clock.startNs)}</text>`;
}

function rangeOf(columns: readonly Float64Array[]): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    for (const value of column) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, 1];
  const margin = (high - low) * 0.06 || Math.max(1, Math.abs(high) * 0.05);
  return [low - margin, high + margin];
}

/** A line that is lifted where nothing was measured. */
function linePath(values: Float64Array, { x, y }: Shape): string {
  let path = '';
  let isDown = false;
  values.forEach((value, i) => {
    if (Number.isNaN(value)) {
      isDown = false;
      return;
    }
    path += `${isDown ? 'L' : 'M'}${coordinate(x(i))} ${coordinate(y(value))}`;
    isDown = true;
  });
  return path;
}

/** The area between the lowest and the highest, stretch by stretch. */
function areaPath({ low, high }: PeerBand, { x, y }: Shape): string {
  let path = '';
  for (let i = 0; i < low.length; i++) {
    if (Number.isNaN(low[i]!)) continue;
    const first = i;
    while (i + 1 < low.length && !Number.isNaN(low[i + 1]!)) i++;
    const indexes = Array.from({ length: i - first + 1 }, (_, k) => first + k);
    const there = indexes.map((k) => `${coordinate(x(k))} ${coordinate(y(high[k]!))}`);
    const back = indexes.reverse().map((k) => `${coordinate(x(k))} ${coordinate(y(low[k]!))}`);
    path += `M${[...there, ...back].join('L')}Z`;
  }
  return path;
}

function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}
