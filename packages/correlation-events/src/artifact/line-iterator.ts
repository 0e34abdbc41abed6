/** Records of neighbouring lines. */
export interface InferenceBatch<T> {
  readonly records: readonly T[];
  /** Per record: its line, 1 for the first. */
  readonly lines: readonly number[];
}

/** A record and the line it stands on, 1 for the first. */
export interface InferenceLine<T> {
  readonly line: number;
  readonly record: T;
}

/**
 * The records of batches one by one. A record of a batch that is there already costs one settled promise, where an async
 * generator would cost several.
 */
export class LineIterator<T> implements AsyncIterableIterator<InferenceLine<T>> {
  readonly #batches: AsyncIterator<InferenceBatch<T>>;
  #batch: InferenceBatch<T> = { records: [], lines: [] };
  #next = 0;
  /** The batch that is being read, which calls made meanwhile wait for. */
  #reading: Promise<unknown> | null = null;

  constructor(batches: AsyncIterable<InferenceBatch<T>>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  next(): Promise<IteratorResult<InferenceLine<T>>> {
    if (this.#reading === null && this.#next < this.#batch.records.length) return Promise.resolve(this.#take());
    const result = (this.#reading ?? Promise.resolve()).then(() => this.#takeOrRead());
    const settled = result
      .catch(() => undefined)
      .then(() => {
        if (this.#reading === settled) this.#reading = null;
      });
    this.#reading = settled;
    return result;
  }

  async return(): Promise<IteratorResult<InferenceLine<T>>> {
    this.#batch = { records: [], lines: [] };
    await this.#batches.return?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #takeOrRead(): Promise<IteratorResult<InferenceLine<T>>> {
    while (this.#next >= this.#batch.records.length) {
      const read = await this.#batches.next();
      if (read.done === true) {
        this.#batch = { records: [], lines: [] };
        this.#next = 0;
        return { value: undefined, done: true };
      }
      this.#batch = read.value;
      this.#next = 0;
    }
    return this.#take();
  }

  #take(): IteratorResult<InferenceLine<T>> {
    const at = this.#next++;
    return { value: { line: this.#batch.lines[at]!, record: this.#batch.records[at]! }, done: false };
  }
}
