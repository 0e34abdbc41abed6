import { MOST_RANKS, type View } from './view.ts';

type Listener = (view: View, before: View) => void;

/** The one place that knows what is shown; changes of one frame are told together. */
export class ViewState {
  #view: View;
  #told: View;
  #isWaiting = false;
  readonly #span: number;
  readonly #listeners: Listener[] = [];

  constructor(view: View, span: number) {
    this.#view = view;
    this.#told = view;
    this.#span = span;
  }

  get view(): View {
    return this.#view;
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  update(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => this.flush());
  }

  /** Tells all listeners now, for printing. */
  flush(): void {
    this.#isWaiting = false;
    const before = this.#told;
    this.#told = this.#view;
    for (const listener of this.#listeners) listener(this.#view, before);
  }

  /** Shows a stretch of time, kept within the run and no shorter than can be drawn. */
  setWindow(from: number, to: number): void {
    const width = Math.min(this.#span, Math.max(to - from, this.#span * 1e-6, 1e-6));
    const start = Math.max(0, Math.min(from, this.#span - width));
    this.update({ from: start, to: start + width });
  }

  /** @param factor below 1 to see more closely. @param around what stays in its place */
  zoom(factor: number, around?: number): void {
    const { from, to } = this.#view;
    const middle = around ?? (from + to) / 2;
    this.setWindow(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  /** @param share of the window, to the right where positive */
  pan(share: number): void {
    const { from, to } = this.#view;
    this.setWindow(from + (to - from) * share, to + (to - from) * share);
  }

  reset(): void {
    this.update({ from: 0, to: this.#span, at: null });
  }

  /** Puts a rank first among those shown. */
  showRank(rank: number): void {
    const others = this.#view.ranks.filter((each) => each !== rank);
    this.update({ ranks: [rank, ...others].slice(0, MOST_RANKS) });
  }

  hideRank(rank: number): void {
    this.update({ ranks: this.#view.ranks.filter((each) => each !== rank) });
  }
}
