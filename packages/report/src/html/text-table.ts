import { terminalSafe } from '../text/terminal-safe.ts';

/** Longer texts of files are cut: a page has thousands of them. */
const MOST_CHARACTERS = 400;

/** Visible texts, each kept once and named by its place. */
export class TextTable {
  readonly #places = new Map<string, number>();

  /** The place of a text; −1 for null and the empty text. */
  add(text: string | null): number {
    if (text === null || text === '') return -1;
    const visible = visibleText(text, MOST_CHARACTERS);
    const known = this.#places.get(visible);
    if (known !== undefined) return known;
    this.#places.set(visible, this.#places.size);
    return this.#places.size - 1;
  }

  list(): string[] {
    return [...this.#places.keys()];
  }
}

/** A text of a file as a page shows it: every character visible, cut with `…` where it is too long. */
export function visibleText(text: string, limit = MOST_CHARACTERS): string {
  const units = [...text.slice(0, limit * 2 + 2)];
  return terminalSafe(units.length > limit ? `${units.slice(0, limit).join('')}…` : text);
}
