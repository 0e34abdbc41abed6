import { formatDuration } from '../../units/duration.ts';
import { formatRankList } from '../../units/rank-list.ts';
import { relativeTicks } from '../axis/time-text.ts';
import { html, type Markup } from '../markup.ts';
import type { PageClock } from '../page-clock.ts';
import { onsetOf, type Statement } from '../statement.ts';

const WIDTH = 1160;
const ROW = 24;
const LABELS = 230;
const RIGHT = WIDTH - 90;
const MOST_ROWS = 10;

/** The onsets of statements in their order on one time axis, each with its doubt; null with fewer than two. */
export function orderFigure(statements: readonly Statement[], clock: PageClock): Markup | null {
  const timed = statements
    .filter((statement) => onsetOf(statement) !== null && statement.severity !== 'info')
    .sort((left, right) => (onsetOf(left)! < onsetOf(right)! ? -1 : 1));
  if (timed.length < 2) return null;
  const shown = timed.slice(0, MOST_ROWS);
  const span = clock.spanNs / 1e9;
  const x = (seconds: number) =>
    Math.round((LABELS + (Math.max(0, Math.min(span, seconds)) / span) * (RIGHT - LABELS)) * 10) / 10;
  const height = shown.length * ROW + 22;
  const { values, texts } = relativeTicks(0, span, 8);
  const rest = timed.length - shown.length;
  return html`<figure class="order"><div class="scroll" tabindex="0" role="region" aria-label="Order of the onsets"><svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="group" aria-label="Onsets of what stands out, in their order">
${values.map((value, i) => html`<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="0" y2="${height - 20}"/><text class="tick" x="${x(value)}" y="${height - 5}" text-anchor="middle">${texts[i]!}</text>`)}
${shown.map((statement, row) => orderRow(statement, row, x, clock))}
</svg></div><figcaption>Onsets in their order, on the ranks’ own clocks, with their doubt${rest > 0 ? `; ${rest} more below` : null}</figcaption></figure>`;
}

function orderRow(statement: Statement, row: number, x: (seconds: number) => number, clock: PageClock): Markup {
  const { id, severity, ranks, code, cause } = statement;
  const onset = onsetOf(statement)!;
  const seconds = clock.seconds(onset);
  const doubt = Number(cause?.onset_uncertainty_ns ?? 0n) / 1e9;
  const y = row * ROW + ROW / 2;
  const [from, at, to] = [x(seconds - doubt), x(seconds), x(seconds + doubt)];
  const label = `${ranks.length === 0 ? 'the run' : `rank ${formatRankList(ranks, 2)}`}: ${code.replaceAll('_', ' ')}`;
  const after =
    onset >= clock.startNs ? `+${formatDuration(onset - clock.startNs)}` : `-${formatDuration(clock.startNs - onset)}`;
  return html`<a href="#${id}" class="${severity}"><text x="${LABELS - 14}" y="${y + 4}" text-anchor="end">${label}</text><rect class="doubt" x="${from}" y="${y - 5}" width="${Math.max(1, Math.round((to - from) * 10) / 10)}" height="10" rx="3"/>${mark(severity, at, y)}<text class="after" x="${Math.max(to, at) + 12}" y="${y + 4}">${after}</text></a>`;
}

function mark(severity: Statement['severity'], x: number, y: number): Markup {
  const path =
    severity === 'critical'
      ? `M${x} ${y - 6}L${x + 7} ${y + 5}L${x - 7} ${y + 5}Z`
      : `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`;
  return html`<path d="${path}"/>`;
}
