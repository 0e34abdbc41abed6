const BLOCK_ROWS = 1 << 14;

/** A growing list of 64-bit digests, in blocks that never move. */
export class DigestColumn {
  #length = 0;
  readonly #blocks: Int32Array[] = [];

  push(low: number, high: number): void {
    const at = (this.#length++ % BLOCK_ROWS) * 2;
    if (at === 0) this.#blocks.push(new Int32Array(BLOCK_ROWS * 2));
    const block = this.#blocks[this.#blocks.length - 1]!;
    block[at] = low;
    block[at + 1] = high;
  }

  /** Whether the digest of a row is this one. */
  has(row: number, low: number, high: number): boolean {
    const block = this.#blocks[Math.floor(row / BLOCK_ROWS)]!;
    const at = (row % BLOCK_ROWS) * 2;
    return block[at] === low && block[at + 1] === high;
  }
}
