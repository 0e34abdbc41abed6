/** Rows of one block of a column. */
const BLOCK_ROWS = 1 << 14;
const KEY_WORDS = 4;
const SMALLEST_INDEX = 1 << 10;

/**
 * Finds rows by 128-bit keys: the keys lie in blocks that never move, an open-addressed index holds the numbers of their
 * rows. 16 bytes a row for the key and between 5.3 and 16 for the index while it grows.
 */
export class IdentityTable {
  /** Rows so far. */
  size = 0;
  readonly #blocks: Int32Array[] = [];
  /** Row number plus one; 0 is an empty place. */
  #index = new Uint32Array(SMALLEST_INDEX);

  /** The row of a key, null when there is none. */
  find(key: Int32Array): number | null {
    const row = this.#index[this.#place(key)]!;
    return row === 0 ? null : row - 1;
  }

  /** Gives a key that has none the next row, and answers its number. */
  add(key: Int32Array): number {
    if ((this.size + 1) * 4 > this.#index.length * 3) this.#grow();
    const row = this.size++;
    const start = (row % BLOCK_ROWS) * KEY_WORDS;
    if (start === 0) this.#blocks.push(new Int32Array(BLOCK_ROWS * KEY_WORDS));
    const block = this.#blocks[this.#blocks.length - 1]!;
    for (let word = 0; word < KEY_WORDS; word++) block[start + word] = key[word]!;
    this.#index[this.#place(key)] = row + 1;
    return row;
  }

  /** Where the key's row number stands, or would. */
  #place(key: Int32Array): number {
    const index = this.#index;
    const mask = index.length - 1;
    for (let place = key[0]! & mask; ; place = (place + 1) & mask) {
      const row = index[place]!;
      if (row === 0 || this.#hasKey(row - 1, key)) return place;
    }
  }

  #hasKey(row: number, key: Int32Array): boolean {
    const block = this.#blocks[Math.floor(row / BLOCK_ROWS)]!;
    const start = (row % BLOCK_ROWS) * KEY_WORDS;
    return (
      block[start] === key[0] &&
      block[start + 1] === key[1] &&
      block[start + 2] === key[2] &&
      block[start + 3] === key[3]
    );
  }

  #grow(): void {
    const grown = new Uint32Array(this.#index.length * 2);
    const mask = grown.length - 1;
    this.#index = new Uint32Array(0);
    for (let row = 0; row < this.size; row++) {
      let place = this.#blocks[Math.floor(row / BLOCK_ROWS)]![(row % BLOCK_ROWS) * KEY_WORDS]! & mask;
      while (grown[place] !== 0) place = (place + 1) & mask;
      grown[place] = row + 1;
    }
    this.#index = grown;
  }
}
