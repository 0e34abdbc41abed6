/** Lines that wait to be written, and those that are being written just now. */
export class LineBuffer {
  #lines: string[] = [];
  #bytes = 0;
  #inFlight: { readonly lines: string[]; readonly bytes: number } | null = null;

  /** Records buffered, those being written included. */
  get records(): number {
    return this.#lines.length + (this.#inFlight?.lines.length ?? 0);
  }

  /** Bytes buffered, those being written included. */
  get bytes(): number {
    return this.#bytes + (this.#inFlight?.bytes ?? 0);
  }

  /** Records that are not being written. */
  get waiting(): number {
    return this.#lines.length;
  }

  /** @param line ASCII with its line end, so that it has as many bytes as characters */
  push(line: string): void {
    this.#lines.push(line);
    this.#bytes += line.length;
  }

  /** Takes everything that waits to be written; it stays counted until it is settled. */
  take(): { readonly payload: Buffer; readonly records: number } {
    const lines = this.#lines;
    this.#inFlight = { lines, bytes: this.#bytes };
    this.#lines = [];
    this.#bytes = 0;
    return { payload: Buffer.from(lines.join(''), 'latin1'), records: lines.length };
  }

  /** What was taken has been written. */
  settle(): void {
    this.#inFlight = null;
  }

  /** What was taken could not be written: it waits again, before what came since. */
  putBack(): void {
    if (this.#inFlight === null) return;
    this.#lines = this.#inFlight.lines.concat(this.#lines);
    this.#bytes += this.#inFlight.bytes;
    this.#inFlight = null;
  }

  /** Forgets everything that waits. */
  clear(): void {
    this.#lines = [];
    this.#bytes = 0;
  }
}
