import type { Run } from '../data/run.ts';
import type { Palette } from '../palette.ts';
import { timeTicks } from '../time-text.ts';
import type { View } from '../view.ts';
import type { MapRow } from './map-rows.ts';

/** Left and right as in the charts, so that times stand above each other. */
export const PLOT = { left: 76, right: 30, top: 4, bottom: 26 } as const;
const LABEL_HEIGHT = 13;

/** What is drawn around the image of the map. */
export interface MapFrame {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Rows in sight. */
  readonly rows: readonly MapRow[];
  readonly view: View;
  readonly palette: Palette;
  readonly run: Run;
}

export function plotWidth({ width }: Pick<MapFrame, 'width'>): number {
  return Math.max(1, width - PLOT.left - PLOT.right);
}

export function plotHeight({ height }: Pick<MapFrame, 'height'>): number {
  return Math.max(1, height - PLOT.top - PLOT.bottom);
}

export function xOf(frame: MapFrame, time: number): number {
  const { from, to } = frame.view;
  return PLOT.left + ((time - from) / (to - from)) * plotWidth(frame);
}

export function yOf(frame: MapFrame, row: number): number {
  return PLOT.top + (row / Math.max(1, frame.rows.length)) * plotHeight(frame);
}

/** Labels of the rows, bars of those that stand out, the axis, and the onsets of what is said. */
export function drawFrame(frame: MapFrame): void {
  drawRowLabels(frame);
  drawTimeAxis(frame);
  drawOnsets(frame);
}

function drawRowLabels(frame: MapFrame): void {
  const { context, rows, palette } = frame;
  const rowHeight = plotHeight(frame) / Math.max(1, rows.length);
  context.font = '12px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const taken: number[] = [];
  const label = (index: number, color: string, weight: string) => {
    const y = yOf(frame, index + 0.5);
    if (taken.some((other) => Math.abs(other - y) < LABEL_HEIGHT)) return;
    taken.push(y);
    context.fillStyle = color;
    context.font = `${weight} 12px system-ui, sans-serif`;
    context.fillText(rows[index]!.label, PLOT.left - 12, y);
  };
  const flagged = rows.flatMap((row, index) => (row.statements.length > 0 ? [index] : []));
  for (const index of [...flagged].sort((left, right) => weightOf(rows[left]!) - weightOf(rows[right]!))) {
    const color = palette.severity[rows[index]!.statements[0]!.severity];
    label(index, palette.text, '600');
    context.fillStyle = color;
    const height = Math.max(3, rowHeight - 1);
    context.fillRect(PLOT.left - 8, yOf(frame, index + 0.5) - height / 2, 5, height);
  }
  const stride = Math.max(1, Math.ceil((LABEL_HEIGHT + 3) / rowHeight));
  const step = stride === 1 ? 1 : roundUp(stride);
  for (let index = 0; index < rows.length; index += step) label(index, palette.faint, '400');
}

function weightOf({ statements }: MapRow): number {
  return { critical: 0, warning: 1, info: 2 }[statements[0]!.severity];
}

/** The next power of two times 1 or a few. */
function roundUp(stride: number): number {
  return [2, 4, 8, 16, 32, 64, 128, 256, 512].find((step) => step >= stride) ?? stride;
}

function drawTimeAxis(frame: MapFrame): void {
  const { context, view, palette, run, height } = frame;
  const { values, texts } = timeTicks(run.data, view.clock, view.from, view.to, plotWidth(frame) / 120);
  context.font = '12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillStyle = palette.faint;
  context.strokeStyle = palette.faint;
  values.forEach((value, i) => {
    const x = xOf(frame, value);
    context.fillText(texts[i]!, x, height - PLOT.bottom + 8);
    context.beginPath();
    context.moveTo(x, height - PLOT.bottom);
    context.lineTo(x, height - PLOT.bottom + 5);
    context.stroke();
  });
}

/** A ring at the onset of each statement, drawn over its row. */
function drawOnsets(frame: MapFrame): void {
  const { context, rows, palette, view } = frame;
  context.save();
  context.beginPath();
  context.rect(PLOT.left, PLOT.top - 8, plotWidth(frame), plotHeight(frame) + 16);
  context.clip();
  rows.forEach((row, index) => {
    for (const { onset, severity } of row.statements) {
      if (onset === null || onset < view.from || onset > view.to) continue;
      context.beginPath();
      context.arc(xOf(frame, onset), yOf(frame, index + 0.5), 5, 0, 2 * Math.PI);
      context.lineWidth = 4;
      context.strokeStyle = palette.surface;
      context.stroke();
      context.lineWidth = 2;
      context.strokeStyle = palette.severity[severity];
      context.stroke();
    }
  });
  if (view.at !== null) {
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(xOf(frame, view.at), PLOT.top);
    context.lineTo(xOf(frame, view.at), PLOT.top + plotHeight(frame));
    context.stroke();
  }
  context.restore();
}
