import type { Palette } from '../palette.ts';
import { scaleColor } from '../palette.ts';
import type { View } from '../view.ts';
import type { MapRow } from './map-rows.ts';

export type MapMode = 'value' | 'difference';

/** The numbers behind the colours of one counter. */
export interface MapValues {
  readonly columns: number;
  readonly cells: Float64Array;
  /** Cell minus the median of all in its stretch of time. */
  readonly differences: Float64Array;
  readonly low: number;
  readonly high: number;
  /** Largest distance from the median. */
  readonly reach: number;
}

export function mapValues(cells: Float64Array, columns: number, median: Float64Array): MapValues {
  const differences = new Float64Array(cells.length);
  let [low, high, reach] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i]!;
    const difference = value - median[i % columns]!;
    differences[i] = difference;
    if (value < low) low = value;
    if (value > high) high = value;
    if (Math.abs(difference) > reach) reach = Math.abs(difference);
  }
  return low > high
    ? { columns, cells, differences, low: 0, high: 1, reach: 1 }
    : { columns, cells, differences, low, high, reach: reach || 1 };
}

/** Where a value lies on the scale, 0…1. Differences are drawn by their square root, so that small ones are seen beside large ones. */
export function shareOf(values: MapValues, mode: MapMode, cell: number): number {
  if (mode === 'value') return (values.cells[cell]! - values.low) / (values.high - values.low || 1);
  const difference = values.differences[cell]! / values.reach;
  return 0.5 + 0.5 * Math.sign(difference) * Math.sqrt(Math.abs(difference));
}

/**
 * The map as an image of columns × lines. Where there are more rows than lines, a line shows of each column the cell that is
 * furthest from what all ranks have, so that no rank that stands out is lost.
 */
export function mapImage(
  values: MapValues,
  rows: readonly MapRow[],
  lines: number,
  mode: MapMode,
  theme: View['theme'],
  palette: Palette,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = values.columns;
  canvas.height = Math.max(1, lines);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const image = context.createImageData(canvas.width, canvas.height);
  const colors = Array.from({ length: 256 }, (_, i) => scaleColor(mode, theme, i / 255));
  for (let y = 0; y < lines; y++) {
    const first = Math.floor((y * rows.length) / lines);
    const last = Math.max(first + 1, Math.floor(((y + 1) * rows.length) / lines));
    for (let x = 0; x < values.columns; x++) {
      const cell = chooseCell(values, rows, first, last, x);
      if (cell < 0) continue;
      const color = colors[Math.round(shareOf(values, mode, cell) * 255)]!;
      image.data.set([...color, 255], 4 * (y * values.columns + x));
    }
  }
  context.putImageData(image, 0, 0);
  hatchMissing(context, rows, lines, palette);
  return canvas;
}

function chooseCell(
  { columns, differences }: MapValues,
  rows: readonly MapRow[],
  first: number,
  last: number,
  x: number,
): number {
  let best = -1;
  for (let row = first; row < last; row++) {
    const { track } = rows[row]!;
    if (track < 0) continue;
    const cell = track * columns + x;
    const distance = Math.abs(differences[cell]!);
    if (Number.isNaN(distance)) continue;
    if (best < 0 || distance > Math.abs(differences[best]!)) best = cell;
  }
  return best;
}

/** Missing ranks are striped, which is no colour of the scale. */
function hatchMissing(
  context: CanvasRenderingContext2D,
  rows: readonly MapRow[],
  lines: number,
  palette: Palette,
): void {
  context.fillStyle = palette.faint;
  for (let y = 0; y < lines; y++) {
    const first = Math.floor((y * rows.length) / lines);
    const last = Math.max(first + 1, Math.floor(((y + 1) * rows.length) / lines));
    const isMissing = rows.slice(first, last).every(({ track }) => track < 0);
    if (!isMissing) continue;
    for (let x = y % 2; x < context.canvas.width; x += 4) context.fillRect(x, y, 2, 1);
  }
}
