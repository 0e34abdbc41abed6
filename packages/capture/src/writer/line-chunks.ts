const MAX_SPARE = 4;

/** Whole lines that wait to be written. */
export interface LineChunk {
  readonly bytes: Buffer;
  /** How much of `bytes` is filled. */
  used: number;
  /** Events in it. */
  events: number;
  /** The file is full after these lines. */
  endsFile: boolean;
}

/** Lines that wait to be written, in chunks; never more bytes than the limit. */
export class LineChunks {
  /** Bytes and events that wait, those being written included. */
  bytes = 0;
  events = 0;
  readonly #limit: number;
  readonly #chunkBytes: number;
  readonly #chunks: LineChunk[] = [];
  /** Emptied chunks, kept for the next lines. */
  readonly #spare: Buffer[] = [];
  /** The chunk that still takes lines; it is the last one. */
  #filling: LineChunk | null = null;

  constructor(limit: number, chunkBytes: number) {
    this.#limit = limit;
    this.#chunkBytes = Math.min(chunkBytes, limit);
  }

  /** False for a length that never fits, however empty it is. */
  couldHold(length: number): boolean {
    return length <= this.#limit;
  }

  /**
   * Takes the lines of one event; they stay together.
   *
   * @param lines of which the first `length` bytes are meant; they are copied
   * @returns false when there is no room
   */
  push(lines: Uint8Array, length: number): boolean {
    if (this.bytes + length > this.#limit) return false;
    let chunk = this.#filling;
    if (chunk === null || chunk.used + length > chunk.bytes.length) chunk = this.#newChunk(length);
    chunk.bytes.set(lines.length === length ? lines : lines.subarray(0, length), chunk.used);
    chunk.used += length;
    chunk.events++;
    this.bytes += length;
    this.events++;
    return true;
  }

  /** What comes from here belongs into another file. */
  endFile(): void {
    if (this.#filling !== null) this.#filling.endsFile = true;
    this.#filling = null;
  }

  /** The chunks that can be written to the present file; they stay until they are settled. */
  next(): readonly LineChunk[] {
    this.#filling = null;
    const last = this.#chunks.findIndex((chunk) => chunk.endsFile);
    return last < 0 ? [...this.#chunks] : this.#chunks.slice(0, last + 1);
  }

  /** The first chunks have been written. */
  settle(count: number): void {
    for (const chunk of this.#chunks.splice(0, count)) {
      this.bytes -= chunk.used;
      this.events -= chunk.events;
      if (chunk.bytes.length === this.#chunkBytes && this.#spare.length < MAX_SPARE) this.#spare.push(chunk.bytes);
    }
  }

  #newChunk(atLeast: number): LineChunk {
    const isLarge = atLeast > this.#chunkBytes;
    const spare = isLarge ? undefined : this.#spare.pop();
    const bytes = spare ?? Buffer.allocUnsafeSlow(isLarge ? atLeast : this.#chunkBytes);
    const chunk = { bytes, used: 0, events: 0, endsFile: false };
    this.#chunks.push(chunk);
    this.#filling = chunk;
    return chunk;
  }
}
