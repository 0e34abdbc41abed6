import { html, type Markup } from '../markup.ts';

const WIDTH = 560;
const HEIGHT = 84;
const LEFT = 14;
const RIGHT = WIDTH - 14;
const LINE = 44;

/** One value of each rank on one line. */
export interface Strip {
  readonly label: string;
  readonly values: readonly { readonly rank: number; readonly value: number }[];
  readonly rank: number;
  /** The value of the peers in the middle. */
  readonly middle: number;
  readonly format: (value: number) => string;
}

/** A drawing of one value per rank: the peers as rings, the rank as a named dot, so that the distance is seen. */
export function stripFigure({ label, values, rank, middle, format }: Strip): Markup {
  const all = [...values.map(({ value }) => value), middle];
  const low = all.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = all.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const x = (value: number) => Math.round((LEFT + ((value - low) / (high - low || 1)) * (RIGHT - LEFT)) * 10) / 10;
  const own = values.find((each) => each.rank === rank);
  const isRight = own !== undefined && x(own.value) > WIDTH / 2;
  return html`<svg class="strip" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<line class="axis" x1="${LEFT}" x2="${RIGHT}" y1="${LINE}" y2="${LINE}"/>
<line class="median" x1="${x(middle)}" x2="${x(middle)}" y1="${LINE - 12}" y2="${LINE + 12}"/>
<text x="${x(middle)}" y="${LINE + 28}" text-anchor="${x(middle) > WIDTH / 2 ? 'end' : 'start'}">peers ${format(middle)}</text>
${values.map((each) => (each.rank === rank ? null : html`<circle class="peer" cx="${x(each.value)}" cy="${LINE}" r="4"/>`))}
${own === undefined ? null : html`<circle class="own" cx="${x(own.value)}" cy="${LINE}" r="6"/><text class="own" x="${x(own.value)}" y="${LINE - 16}" text-anchor="${isRight ? 'end' : 'start'}">rank ${rank}: ${format(own.value)}</text>`}
</svg>`;
}
