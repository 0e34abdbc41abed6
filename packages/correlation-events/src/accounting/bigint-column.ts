const FIRST_CAPACITY = 64;

/** A list of bigints, 8 bytes each while they fit into 64 bits; larger ones are kept aside. */
export class BigintColumn {
  #values = new BigInt64Array(FIRST_CAPACITY);
  #length = 0;
  readonly #wide = new Map<number, bigint>();

  get length(): number {
    return this.#length;
  }

  /** True while every value fits into 64 bits. */
  get isNarrow(): boolean {
    return this.#wide.size === 0;
  }

  /** The values as 64-bit words; those kept aside read as something else. */
  get words(): BigInt64Array {
    return this.#values.subarray(0, this.#length);
  }

  push(value: bigint): void {
    if (this.#length === this.#values.length) {
      const grown = new BigInt64Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    if (BigInt.asIntN(64, value) !== value) this.#wide.set(this.#length, value);
    this.#values[this.#length++] = value;
  }

  at(index: number): bigint {
    return (this.#wide.size === 0 ? undefined : this.#wide.get(index)) ?? this.#values[index]!;
  }
}
