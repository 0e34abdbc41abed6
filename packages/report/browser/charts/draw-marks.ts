import type uPlot from 'uplot';
import type { SignRow, StatementData } from '../../src/html/page-data.ts';
import type { Palette } from '../palette.ts';
import type { View } from '../view.ts';

/** A phase of a rank. */
export interface Phase {
  readonly path: string;
  readonly depth: number;
  readonly start: number;
  readonly end: number;
}

/** What is drawn over the lines of a chart. */
export interface Marks {
  readonly signs: readonly SignRow[];
  readonly statements: readonly StatementData[];
  readonly phases: readonly Phase[];
}

const ROW_HEIGHT = 15;
const MOST_ROWS = 2;
/** Rectangles narrower than this many pixels are not worth drawing. */
const LEAST_WIDTH = 0.6;

/** The room above a chart in which its phases stand. */
export function phaseStripHeight({ phases }: Marks): number {
  return phases.length === 0 ? 0 : rowsOf(phases) * ROW_HEIGHT + 4;
}

function rowsOf(phases: readonly Phase[]): number {
  return Math.min(
    MOST_ROWS,
    phases.reduce((most, { depth }) => Math.max(most, depth), 1),
  );
}

/** Draws onsets with their doubt, signs, the marked time and the phases. */
export function drawMarks(plot: uPlot, marks: Marks, view: View, palette: Palette): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.setLineDash([]);
  const scale = devicePixelRatio;
  const place = (time: number) => plot.valToPos(time, 'x', true);
  ctx.beginPath();
  ctx.rect(bbox.left, 0, bbox.width, bbox.top + bbox.height);
  ctx.clip();
  for (const statement of marks.statements) drawOnset(plot, statement, place, palette);
  for (const sign of marks.signs) drawSign(plot, sign, place, palette);
  if (view.at !== null) {
    const x = place(view.at);
    ctx.strokeStyle = palette.accent;
    ctx.lineWidth = 1.5 * scale;
    ctx.setLineDash([6 * scale, 4 * scale]);
    line(ctx, x, bbox.top, x, bbox.top + bbox.height);
    ctx.setLineDash([]);
  }
  drawPhases(plot, marks.phases, place, palette);
  ctx.restore();
}

function drawOnset(
  plot: uPlot,
  { onset, doubt, severity }: StatementData,
  place: (time: number) => number,
  palette: Palette,
): void {
  if (onset === null) return;
  const { ctx, bbox } = plot;
  const color = palette.severity[severity];
  const [from, at, to] = [place(onset - (doubt ?? 0)), place(onset), place(onset + (doubt ?? 0))];
  ctx.fillStyle = color;
  ctx.globalAlpha = 0.14;
  ctx.fillRect(from, bbox.top, Math.max(1, to - from), bbox.height);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color;
  ctx.lineWidth = 2 * devicePixelRatio;
  line(ctx, at, bbox.top, at, bbox.top + bbox.height);
}

/** A triangle, a diamond or a dot at the top by severity, and a bar where the sign went on. */
function drawSign(
  plot: uPlot,
  { start, end, severity }: SignRow,
  place: (time: number) => number,
  palette: Palette,
): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const [x, to] = [place(start), place(end)];
  if (to < bbox.left - 10 || x > bbox.left + bbox.width + 10) return;
  const color = palette.severity[severity];
  const y = bbox.top + 7 * scale;
  const size = 5 * scale;
  ctx.fillStyle = color;
  if (to - x > size) {
    ctx.globalAlpha = 0.35;
    ctx.fillRect(x, y - size / 2, to - x, size);
    ctx.globalAlpha = 1;
  }
  ctx.beginPath();
  if (severity === 'critical') {
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y + size * 0.8);
    ctx.lineTo(x - size, y + size * 0.8);
  } else if (severity === 'warning') {
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y);
    ctx.lineTo(x, y + size);
    ctx.lineTo(x - size, y);
  } else {
    ctx.arc(x, y, size * 0.6, 0, 2 * Math.PI);
  }
  ctx.closePath();
  ctx.fill();
  ctx.strokeStyle = palette.surface;
  ctx.lineWidth = scale;
  ctx.stroke();
}

/** The outer phases as rows of boxes above the plot, named where there is room. */
function drawPhases(plot: uPlot, phases: readonly Phase[], place: (time: number) => number, palette: Palette): void {
  if (phases.length === 0) return;
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const rows = rowsOf(phases);
  const top = bbox.top - (rows * ROW_HEIGHT + 4) * scale;
  ctx.font = `${11 * scale}px system-ui, sans-serif`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { path, depth, start, end } of phases) {
    if (depth > rows) continue;
    const x = Math.max(bbox.left, place(start));
    const width = Math.min(bbox.left + bbox.width, place(end)) - x;
    if (width < LEAST_WIDTH) continue;
    const y = top + (depth - 1) * ROW_HEIGHT * scale;
    const height = (ROW_HEIGHT - 2) * scale;
    ctx.fillStyle = palette.line;
    ctx.fillRect(x, y, Math.max(1, width - scale), height);
    const name = path.split(' / ').at(-1) ?? path;
    if (width > 24 * scale && ctx.measureText(name).width < width - 6 * scale) {
      ctx.fillStyle = palette.text;
      ctx.fillText(name, x + 4 * scale, y + height / 2);
    }
  }
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}
