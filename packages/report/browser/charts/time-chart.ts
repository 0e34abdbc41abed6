import uPlot from 'uplot';
import { byteTicks } from '../../src/html/axis/ticks.ts';
import { formatBinarySize } from '../../src/units/binary-size.ts';
import type { Run } from '../data/run.ts';
import { element } from '../dom.ts';
import { type Palette, readPalette } from '../palette.ts';
import { timeText, timeTicks } from '../time-text.ts';
import type { View } from '../view.ts';
import type { ViewState } from '../view-state.ts';
import { drawMarks, type Marks, phaseStripHeight } from './draw-marks.ts';
import { panByDragging, zoomByWheel } from './gestures.ts';

/** One line of a chart. */
export interface Line {
  readonly label: string;
  readonly color: (palette: Palette) => string;
  readonly width: number;
  readonly dash: readonly number[];
  /** Not in the readout. */
  readonly isQuiet?: boolean;
}

/** What a chart shows. */
export interface ChartContent {
  /** Names the chart for those who do not see it. */
  readonly label: string;
  readonly height: number;
  readonly lines: readonly Line[];
  /** Times, then one list for each line. */
  readonly data: uPlot.AlignedData;
  /** Places of two lines with the area between filled. */
  readonly band?: readonly [high: number, low: number];
  readonly marks: Marks;
}

/** All charts begin and end at the same place, so that times stand above each other. */
const AXIS_WIDTH = 76;
const RIGHT_MARGIN = 30;
const SYNC = uPlot.sync('time');

/** A chart over the time of the view: zooming one zooms all, and the cursor moves in all of them. */
export class TimeChart {
  readonly root: HTMLElement;
  readonly #readout: HTMLElement;
  readonly #plot: uPlot;
  readonly #resize: ResizeObserver;
  readonly #content: ChartContent;
  readonly #run: Run;
  readonly #state: ViewState;
  #palette = readPalette();

  constructor(run: Run, state: ViewState, content: ChartContent) {
    this.#run = run;
    this.#state = state;
    this.#content = content;
    const holder = element('div', {
      class: 'plot',
      role: 'group',
      tabindex: 0,
      'aria-label': `${content.label}. Arrow keys move, plus and minus zoom, 0 shows everything.`,
    });
    this.#readout = element('p', { class: 'readout', 'aria-hidden': 'true' });
    this.root = element('div', { class: 'chart' }, this.#readout, holder);
    this.#plot = new uPlot(this.#options(), content.data, holder);
    this.#plot.root.setAttribute('aria-hidden', 'true');
    SYNC.sub(this.#plot);
    holder.addEventListener('keydown', (event) => this.#onKey(event));
    zoomByWheel(this.#plot.over, state, (x) => this.#plot.posToVal(x, 'x'));
    panByDragging(this.#plot.over, state);
    this.#resize = new ResizeObserver(() => {
      this.#plot.setSize({ width: Math.max(200, holder.clientWidth), height: content.height });
    });
    this.#resize.observe(holder);
    this.#showReadout(null);
  }

  /** Follows the view; `isRepainted` after a change of theme or clock. */
  follow(view: View, isRepainted: boolean): void {
    if (isRepainted) this.#palette = readPalette();
    const { min, max } = this.#plot.scales['x'] ?? {};
    if (min !== view.from || max !== view.to) this.#plot.setScale('x', { min: view.from, max: view.to });
    else this.#plot.redraw(isRepainted, isRepainted);
  }

  destroy(): void {
    this.#resize.disconnect();
    SYNC.unsub(this.#plot);
    this.#plot.destroy();
    this.root.remove();
  }

  #options(): uPlot.Options {
    const { lines, height, band, marks } = this.#content;
    const { from, to } = this.#state.view;
    const axis = { stroke: () => this.#palette.faint, font: '12px system-ui, sans-serif' };
    const grid = { stroke: () => this.#palette.line, width: 1 };
    return {
      width: 600,
      height,
      padding: [6 + phaseStripHeight(marks), RIGHT_MARGIN, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, min: from, max: to, auto: false },
        y: { range: (_, low, high) => paddedRange(low, high) },
      },
      cursor: {
        sync: { key: SYNC.key, setSeries: false, scales: ['x', null] },
        drag: { x: true, y: false, setScale: false },
        points: { size: 6 },
        bind: {
          dblclick: () => () => {
            this.#state.reset();
            return null;
          },
          mousedown: (_, __, handler) => (event) => (event.shiftKey ? null : handler(event)),
        },
      },
      axes: [
        {
          ...axis,
          grid,
          size: 28,
          splits: (plot, _, low, high) =>
            timeTicks(this.#run.data, this.#state.view.clock, low, high, plot.width / 120).values as number[],
          values: (plot, splits) => this.#timeTexts(plot, splits),
        },
        {
          ...axis,
          grid,
          size: AXIS_WIDTH,
          splits: (plot, _, low, high) => byteTicks(low, high, plot.height / 50).values as number[],
          values: (plot, splits) => {
            const { min = 0, max = 1 } = plot.scales['y'] ?? {};
            const { texts } = byteTicks(min, max, plot.height / 50);
            return splits.map((_, i) => texts[i] ?? '');
          },
        },
      ],
      series: [{}, ...lines.map((line) => this.#series(line))],
      ...(band === undefined
        ? {}
        : { bands: [{ series: [band[0] + 1, band[1] + 1] as [number, number], fill: () => this.#palette.band }] }),
      hooks: {
        draw: [(plot) => drawMarks(plot, marks, this.#state.view, this.#palette)],
        setSelect: [(plot) => this.#onSelect(plot)],
        setCursor: [(plot) => this.#showReadout(plot.cursor.idx ?? null)],
      },
    };
  }

  #series(line: Line): uPlot.Series {
    return {
      label: line.label,
      stroke: () => line.color(this.#palette),
      width: line.width,
      dash: [...line.dash],
      points: { show: false },
    };
  }

  #timeTexts(plot: uPlot, splits: readonly number[]): string[] {
    const { min = 0, max = 1 } = plot.scales['x'] ?? {};
    const { texts } = timeTicks(this.#run.data, this.#state.view.clock, min, max, plot.width / 120);
    return splits.map((_, i) => texts[i] ?? '');
  }

  #onSelect(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < 4) return;
    this.#state.setWindow(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  #onKey(event: KeyboardEvent): void {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#state.pan(-0.2),
      ArrowRight: () => this.#state.pan(0.2),
      '+': () => this.#state.zoom(0.5),
      '=': () => this.#state.zoom(0.5),
      '-': () => this.#state.zoom(2),
      '0': () => this.#state.reset(),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  /** The values under the cursor, or the names of the lines. */
  #showReadout(index: number | null): void {
    const { lines, data } = this.#content;
    const time = index === null ? undefined : data[0][index];
    const parts = lines.flatMap((line, i) => {
      if (line.isQuiet === true) return [];
      const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.borderTopColor = line.color(this.#palette);
      swatch.style.borderTopStyle = line.dash.length === 0 ? 'solid' : line.dash[0]! > 4 ? 'dashed' : 'dotted';
      const value = index === null ? undefined : valueNear(data[i + 1], index);
      const text = value === undefined ? line.label : `${line.label} ${formatBinarySize(Math.round(value))}`;
      return [element('span', { class: 'item' }, swatch, text)];
    });
    const when =
      time === undefined
        ? null
        : element('span', { class: 'item time', text: timeText(this.#run.data, this.#state.view.clock, time) });
    this.#readout.replaceChildren(...(when === null ? [] : [when]), ...parts);
  }
}

/** The value at an index, or the nearest before it where lines have different times. */
function valueNear(values: ArrayLike<number | null | undefined> | undefined, index: number): number | undefined {
  for (let i = index; i >= 0 && i > index - 64; i--) {
    const value = values?.[i];
    if (value === null) return undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function paddedRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const margin = (high - low) * 0.06 || Math.max(1, Math.abs(high) * 0.05);
  return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin];
}
