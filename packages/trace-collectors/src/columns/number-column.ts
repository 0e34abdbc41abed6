/** A growing column of doubles. */
export class NumberColumn {
  #values = new Float64Array(256);

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }
}
