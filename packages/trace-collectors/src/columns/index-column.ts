/** A growing column of indexes into something else. */
export class IndexColumn {
  #values = new Uint32Array(256);

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const larger = new Uint32Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }
}
