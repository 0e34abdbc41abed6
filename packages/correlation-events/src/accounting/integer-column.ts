const FIRST_CAPACITY = 64;

/** A list of 32-bit integers. */
export class IntegerColumn {
  #values = new Int32Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  /** Replaces a value that was pushed before. */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }
}
