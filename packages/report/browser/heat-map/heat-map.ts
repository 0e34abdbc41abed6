import type { CounterName } from '../../src/html/series/counter-name.ts';
import { formatBinarySize } from '../../src/units/binary-size.ts';
import { COUNTER_WORDS, type Run } from '../data/run.ts';
import { button, byId, choice, element } from '../dom.ts';
import { readPalette } from '../palette.ts';
import { timeText } from '../time-text.ts';
import type { ViewState } from '../view-state.ts';
import { drawFrame, type MapFrame, PLOT, plotHeight, plotWidth, xOf, yOf } from './map-canvas.ts';
import { type MapMode, type MapValues, mapImage, mapValues } from './map-image.ts';
import { type MapRow, mapRows, type RowOrder } from './map-rows.ts';
import { ScaleLegend } from './scale-legend.ts';

const ROW_HEIGHT = 22;
const LEAST_HEIGHT = 90;
const MOST_HEIGHT = 640;

interface Cell {
  readonly row: number;
  readonly time: number;
}

/** Ranks over time as colours: every rank at once, those that stand out marked; a click opens one. */
export class HeatMap {
  readonly #run: Run;
  readonly #state: ViewState;
  readonly #canvas = element('canvas', { tabindex: 0, role: 'application', 'aria-roledescription': 'heat map' });
  readonly #overlay = element('canvas', { class: 'overlay', 'aria-hidden': 'true' });
  readonly #tip = element('div', { class: 'tip', 'aria-hidden': 'true' });
  readonly #live = element('p', { class: 'sr', role: 'status' });
  readonly #legend: ScaleLegend;
  readonly #values = new Map<CounterName, MapValues>();
  #mode: MapMode;
  #rows: readonly MapRow[];
  #shown: readonly [number, number];
  #cursor: Cell | null = null;
  #dragFrom: { readonly x: number; readonly y: number } | null = null;
  #image: { readonly key: string; readonly canvas: HTMLCanvasElement } | null = null;
  #hasPicture = false;

  constructor(run: Run, state: ViewState) {
    this.#run = run;
    this.#state = state;
    this.#mode = run.data.tracks.length > 3 ? 'difference' : 'value';
    this.#rows = mapRows(run, 'rank');
    this.#shown = [0, this.#rows.length];
    this.#legend = new ScaleLegend();
    const holder = element('div', { class: 'map' }, this.#canvas, this.#overlay, this.#tip);
    byId('map-content').append(this.#toolbar(), holder, this.#legend.root, this.#live);
    this.#listen(holder);
    new ResizeObserver(() => this.draw()).observe(holder);
    state.onChange(() => this.draw());
  }

  draw(): void {
    const frame = this.#frame(this.#canvas);
    const counter = this.#state.view.counter;
    if (frame === null || counter === null) return;
    const values = this.#valuesOf(counter);
    const image = this.#imageOf(frame, counter, values);
    const { from, to } = frame.view;
    const perSecond = values.columns / this.#run.data.span;
    frame.context.imageSmoothingEnabled = false;
    frame.context.fillStyle = frame.palette.band;
    frame.context.fillRect(PLOT.left, PLOT.top, plotWidth(frame), plotHeight(frame));
    frame.context.drawImage(
      image,
      from * perSecond,
      0,
      (to - from) * perSecond,
      image.height,
      PLOT.left,
      PLOT.top,
      plotWidth(frame),
      plotHeight(frame),
    );
    drawFrame(frame);
    this.#legend.show(values, this.#mode, frame.view.theme);
    this.#describe(counter);
    this.#hasPicture = true;
    this.#drawCursor();
  }

  #toolbar(): HTMLElement {
    const { counters, ranks } = this.#run.data;
    const counter = choice(
      'Show',
      counters.map((name) => [name, COUNTER_WORDS[name]] as const),
      this.#state.view.counter ?? counters[0] ?? 'allocated',
      (name) => this.#state.update({ counter: name }),
    );
    this.#state.onChange((view) => {
      if (view.counter !== null) counter.set(view.counter);
    });
    const mode = choice<MapMode>(
      'as',
      [
        ['difference', 'difference from the median of all'],
        ['value', 'value'],
      ],
      this.#mode,
      (next) => {
        this.#mode = next;
        this.draw();
      },
    );
    const order = choice<RowOrder>(
      'Rows',
      [
        ['rank', 'by rank'],
        ['findings', 'what stands out first'],
        ['host', 'by host'],
      ],
      'rank',
      (next) => {
        this.#rows = mapRows(this.#run, next);
        this.#showRows(0, this.#rows.length);
      },
    );
    const all = button('All ranks, whole run', () => {
      this.#state.reset();
      this.#showRows(0, this.#rows.length);
    });
    const help = element('p', {
      class: 'faint help',
      text: `${ranks.length > 40 ? 'Drag over an area to see it closely. ' : ''}Click a cell to open its rank. Rings mark the onsets of what stands out; stripes are missing ranks.`,
    });
    return element(
      'div',
      { class: 'toolbar' },
      element('div', { class: 'row' }, counter.root, mode.root, order.root, all),
      help,
    );
  }

  #showRows(first: number, last: number): void {
    const from = Math.max(0, Math.min(first, this.#rows.length - 1));
    this.#shown = [from, Math.max(from + 1, Math.min(last, this.#rows.length))];
    this.#cursor = null;
    this.draw();
  }

  #frame(canvas: HTMLCanvasElement): MapFrame | null {
    const width = canvas.parentElement?.clientWidth ?? 0;
    const rows = this.#rows.slice(...this.#shown);
    const height = Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, rows.length * ROW_HEIGHT + PLOT.top + PLOT.bottom));
    const context = canvas.getContext('2d');
    if (width === 0 || context === null) return null;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    return { context, width, height, rows, view: this.#state.view, palette: readPalette(), run: this.#run };
  }

  #valuesOf(counter: CounterName): MapValues {
    let values = this.#values.get(counter);
    if (values === undefined) {
      values = mapValues(this.#run.grid(counter), this.#run.data.grid.columns, this.#run.band(counter).median);
      this.#values.set(counter, values);
    }
    return values;
  }

  /** Colours are worked out again only when they change, not while the view moves along the time axis. */
  #imageOf(frame: MapFrame, counter: CounterName, values: MapValues): HTMLCanvasElement {
    const lines = Math.min(frame.rows.length, Math.round(plotHeight(frame) * devicePixelRatio));
    const order = frame.rows[0]?.label ?? '';
    const key = [counter, this.#mode, frame.view.theme, lines, ...this.#shown, order, this.#rows[1]?.label].join(' ');
    if (this.#image?.key !== key) {
      this.#image = { key, canvas: mapImage(values, frame.rows, lines, this.#mode, frame.view.theme, frame.palette) };
    }
    return this.#image.canvas;
  }

  #describe(counter: CounterName): void {
    const flagged = this.#rows.filter(({ statements }) => statements.length > 0).length;
    this.#canvas.setAttribute(
      'aria-label',
      `${COUNTER_WORDS[counter]} of ${this.#rows.length} ranks over time; ${flagged} stand out. Arrow keys move from cell to cell, Enter opens the rank.`,
    );
  }

  #listen(holder: HTMLElement): void {
    const place = (event: PointerEvent) => {
      const box = this.#canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    holder.addEventListener('pointermove', (event) => {
      const at = place(event);
      this.#cursor = this.#cellAt(at.x, at.y);
      this.#drawCursor(this.#dragFrom === null ? undefined : { from: this.#dragFrom, to: at });
    });
    holder.addEventListener('pointerleave', () => {
      this.#cursor = null;
      this.#drawCursor();
    });
    holder.addEventListener('pointerdown', (event) => {
      if (event.button === 0) this.#dragFrom = place(event);
    });
    holder.addEventListener('pointerup', (event) => {
      const from = this.#dragFrom;
      this.#dragFrom = null;
      if (from !== null) this.#release(from, place(event));
    });
    holder.addEventListener('dblclick', () => this.#state.reset());
    this.#canvas.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #release(from: { x: number; y: number }, to: { x: number; y: number }): void {
    if (Math.abs(to.x - from.x) < 6 && Math.abs(to.y - from.y) < 6) {
      const cell = this.#cellAt(to.x, to.y);
      if (cell !== null) this.#open(cell);
      return;
    }
    const corners = [
      this.#cellAt(Math.min(from.x, to.x), Math.min(from.y, to.y), true),
      this.#cellAt(Math.max(from.x, to.x), Math.max(from.y, to.y), true),
    ];
    const [first, last] = corners;
    if (first === null || last === null || first === undefined || last === undefined) return;
    if (last.row > first.row) this.#showRows(this.#shown[0] + first.row, this.#shown[0] + last.row + 1);
    if (Math.abs(to.x - from.x) >= 6) this.#state.setWindow(first.time, last.time);
  }

  #open({ row, time }: Cell): void {
    const chosen = this.#rows[this.#shown[0] + row];
    if (chosen === undefined) return;
    if (chosen.track < 0) {
      this.#live.textContent = `rank ${chosen.rank} is missing: it has no samples`;
      const statement = chosen.statements[0];
      if (statement !== undefined) location.hash = `#${statement.id}`;
      return;
    }
    this.#state.showRank(chosen.rank);
    this.#state.update({ at: time });
    byId('charts').scrollIntoView({ behavior: 'smooth' });
  }

  #cellAt(x: number, y: number, isClamped = false): Cell | null {
    const rows = this.#shown[1] - this.#shown[0];
    const frame = { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    const across = (x - PLOT.left) / plotWidth(frame);
    const down = (y - PLOT.top) / plotHeight(frame);
    if (!isClamped && (across < 0 || across > 1 || down < 0 || down >= 1)) return null;
    const { from, to } = this.#state.view;
    return {
      row: Math.max(0, Math.min(rows - 1, Math.floor(down * rows))),
      time: from + Math.max(0, Math.min(1, across)) * (to - from),
    };
  }

  #onKey(event: KeyboardEvent): void {
    const { from, to } = this.#state.view;
    const rows = this.#shown[1] - this.#shown[0];
    const step = (to - from) / Math.max(1, Math.min(this.#run.data.grid.columns, 100));
    const { row, time } = this.#cursor ?? { row: 0, time: from };
    const moves: Readonly<Record<string, () => Cell | null>> = {
      ArrowLeft: () => ({ row, time: time - step }),
      ArrowRight: () => ({ row, time: time + step }),
      ArrowUp: () => ({ row: row - 1, time }),
      ArrowDown: () => ({ row: row + 1, time }),
      PageUp: () => ({ row: row - 16, time }),
      PageDown: () => ({ row: row + 16, time }),
      Home: () => ({ row: 0, time: from }),
      End: () => ({ row: rows - 1, time: to }),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.#cursor !== null) this.#open(this.#cursor);
      return;
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    const next = move?.() ?? null;
    if (next === null) return;
    event.preventDefault();
    this.#cursor = { row: Math.max(0, Math.min(rows - 1, next.row)), time: Math.max(from, Math.min(to, next.time)) };
    this.#drawCursor();
    this.#live.textContent = this.#cellTexts(this.#cursor).join(', ');
  }

  /** The cell under the pointer as a frame with a text beside it, and the area that is being dragged over. */
  #drawCursor(drag?: { readonly from: { x: number; y: number }; readonly to: { x: number; y: number } }): void {
    if (!this.#hasPicture) return;
    const frame = this.#frame(this.#overlay);
    if (frame === null) return;
    const { context, palette } = frame;
    if (drag !== undefined) {
      context.fillStyle = palette.accent;
      context.globalAlpha = 0.2;
      context.fillRect(drag.from.x, drag.from.y, drag.to.x - drag.from.x, drag.to.y - drag.from.y);
      context.globalAlpha = 1;
    }
    const cell = this.#cursor;
    this.#tip.hidden = cell === null;
    if (cell === null) return;
    const [x, y] = [xOf(frame, cell.time), yOf(frame, cell.row)];
    const height = Math.max(3, yOf(frame, cell.row + 1) - y);
    context.strokeStyle = palette.text;
    context.lineWidth = 1;
    context.strokeRect(PLOT.left - 0.5, y - 0.5, plotWidth(frame) + 1, height + 1);
    context.beginPath();
    context.moveTo(x, PLOT.top);
    context.lineTo(x, PLOT.top + plotHeight(frame));
    context.stroke();
    this.#tip.replaceChildren(...this.#cellTexts(cell).map((text) => element('div', { text })));
    const isRight = x > frame.width / 2;
    this.#tip.style.left = isRight ? '' : `${x + 14}px`;
    this.#tip.style.right = isRight ? `${frame.width - x + 14}px` : '';
    this.#tip.style.top = `${Math.max(0, Math.min(y, frame.height - 90))}px`;
  }

  #cellTexts({ row, time }: Cell): string[] {
    const chosen = this.#rows[this.#shown[0] + row];
    const { counter, clock } = this.#state.view;
    if (chosen === undefined || counter === null) return [];
    const when = timeText(this.#run.data, clock, time);
    const said = chosen.statements.slice(0, 2).map(({ title }) => title);
    if (chosen.track < 0) return [`rank ${chosen.rank}: missing`, ...said];
    const values = this.#valuesOf(counter);
    const column = Math.min(values.columns - 1, Math.floor((time / this.#run.data.span) * values.columns));
    const cell = chosen.track * values.columns + column;
    const value = values.cells[cell]!;
    const host = this.#run.row(chosen.rank)?.host ?? null;
    const figures = Number.isNaN(value)
      ? ['no sample']
      : [
          `${COUNTER_WORDS[counter]} ${formatBinarySize(Math.round(value))}`,
          `${formatBinarySize(Math.round(values.differences[cell]!), { sign: true })} beside the median`,
        ];
    return [`${this.#run.trackLabel(chosen.track)}${host === null ? '' : ` on ${host}`}`, when, ...figures, ...said];
  }
}
