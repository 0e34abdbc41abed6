/** Keeps one text of each content, by number: names of kernels repeat. */
export class TextTable {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  at(number: number): string {
    return this.#texts[number]!;
  }
}
