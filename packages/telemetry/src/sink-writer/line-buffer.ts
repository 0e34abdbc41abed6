/** A buffer of this size takes the lines of a flush of default size. */
const CHUNK_BYTES = 64 * 1024;

interface Chunk {
  readonly bytes: Buffer;
  used: number;
}

/** Lines that wait to be written, and those that are being written just now. */
export class LineBuffer {
  #chunks: Chunk[] = [];
  #records = 0;
  #bytes = 0;
  #inFlight: { readonly payload: Buffer; readonly records: number; readonly chunk: Chunk | null } | null = null;
  /** Of a flush that is done, to be filled again. */
  #spare: Buffer | null = null;

  /** Records buffered, those being written included. */
  get records(): number {
    return this.#records + (this.#inFlight?.records ?? 0);
  }

  /** Bytes buffered, those being written included. */
  get bytes(): number {
    return this.#bytes + (this.#inFlight?.payload.length ?? 0);
  }

  /** Records that are not being written. */
  get waiting(): number {
    return this.#records;
  }

  /** Copies a line, its line end included, that the bytes start with. */
  push(bytes: Uint8Array, length: number): void {
    const chunk = this.#chunkFor(length);
    chunk.bytes.set(bytes.subarray(0, length), chunk.used);
    chunk.used += length;
    this.#bytes += length;
    this.#records++;
  }

  /** Takes everything that waits to be written; it stays counted until it is settled. The payload is good until then. */
  take(): { readonly payload: Buffer; readonly records: number } {
    const [first] = this.#chunks;
    const chunk = first !== undefined && this.#chunks.length === 1 ? first : null;
    const payload =
      chunk === null ? Buffer.concat(this.#chunks.map(writtenPart), this.#bytes) : chunk.bytes.subarray(0, chunk.used);
    const records = this.#records;
    this.#inFlight = { payload, records, chunk };
    this.clear();
    return { payload, records };
  }

  /** What was taken has been written. */
  settle(): void {
    const chunk = this.#inFlight?.chunk;
    if (chunk?.bytes.length === CHUNK_BYTES) this.#spare = chunk.bytes;
    this.#inFlight = null;
  }

  /** What was taken could not be written: it waits again, before what came since. */
  putBack(): void {
    if (this.#inFlight === null) return;
    const { payload, records } = this.#inFlight;
    this.#chunks.unshift({ bytes: payload, used: payload.length });
    this.#bytes += payload.length;
    this.#records += records;
    this.#inFlight = null;
  }

  /** Forgets everything that waits. */
  clear(): void {
    this.#chunks = [];
    this.#records = 0;
    this.#bytes = 0;
  }

  #chunkFor(length: number): Chunk {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.used + length <= last.bytes.length) return last;
    const chunk = { bytes: this.#newBytes(length), used: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }

  #newBytes(length: number): Buffer {
    if (length > CHUNK_BYTES) return Buffer.allocUnsafeSlow(length);
    const bytes = this.#spare ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    this.#spare = null;
    return bytes;
  }
}

function writtenPart({ bytes, used }: Chunk): Buffer {
  return bytes.subarray(0, used);
}
