import { InvalidRecordError } from '@stormlog/records';
import { JsonFault, JsonScanner, NEED_MORE } from './json-scanner.ts';
import { wholeCharacters } from './whole-characters.ts';

/** One value of a trace may not be larger. */
const MAX_VALUE_BYTES = 256 << 20;

/** A scanner over a stream of bytes: steps that meet the end of the bytes at hand are taken again with more of them. */
export class JsonWindow {
  readonly scanner = new JsonScanner();
  readonly #path: string;
  readonly #chunks: AsyncIterator<Buffer>;
  /** Offset in the (unpacked) file of the buffer's first byte. */
  #base = 0;
  /** Bytes at hand, of which the scanner sees whole characters. */
  #filled = 0;
  #checked = 0;
  /** The byte in whose place the zero byte stands that the scanner stops at. */
  #covered = 0;

  constructor(path: string, chunks: AsyncIterable<Buffer>) {
    this.#path = path;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * Takes a step, with as many bytes as it needs. What a step changes
   * besides the scanner's position must be complete up to the scanner's mark.
   *
   * @param place names what is being read, for errors
   */
  async step<T>(take: () => T, place: () => string): Promise<T> {
    const { scanner } = this;
    for (;;) {
      scanner.mark = scanner.position;
      try {
        return take();
      } catch (error) {
        if (error === NEED_MORE) {
          scanner.position = scanner.mark;
          if (scanner.isLast) throw this.#invalid('the trace is cut short', scanner.end, place);
          await this.#fill(place);
        } else if (error instanceof JsonFault) {
          throw this.#invalid(error.message, error.at, place);
        } else {
          throw error;
        }
      }
    }
  }

  /** Whether only white space follows. */
  async isAtEnd(place: () => string): Promise<boolean> {
    const { scanner } = this;
    for (;;) {
      try {
        scanner.peek();
        return false;
      } catch (error) {
        if (error !== NEED_MORE) throw error;
        if (scanner.isLast) return true;
        await this.#fill(place);
      }
    }
  }

  /** Lets go of the source. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(place: () => string): Promise<void> {
    const { scanner } = this;
    const next = await this.#chunks.next();
    const chunk = next.done === true ? Buffer.alloc(0) : next.value;
    const kept = this.#filled - scanner.position;
    scanner.buffer[scanner.end] = this.#covered;
    if (kept + chunk.length > MAX_VALUE_BYTES) {
      throw new InvalidRecordError('document_too_large', `${place()} is larger than ${MAX_VALUE_BYTES} bytes`, {
        path: this.#path,
      });
    }
    // Beyond the last byte stand a space, which ends a number at the end of the file, and the scanner's zero.
    if (scanner.position > 0 || scanner.buffer.length < kept + chunk.length + 2) {
      const size = Math.max(scanner.buffer.length, kept + chunk.length + 2);
      const target = size > scanner.buffer.length ? Buffer.allocUnsafe(2 * size) : scanner.buffer;
      scanner.buffer.copy(target, 0, scanner.position, this.#filled);
      scanner.buffer = target;
      this.#base += scanner.position;
      this.#checked -= scanner.position;
      scanner.position = 0;
    }
    chunk.copy(scanner.buffer, kept);
    this.#filled = kept + chunk.length;
    scanner.isLast = next.done === true;
    const fresh = scanner.buffer.subarray(this.#checked, this.#filled);
    const whole = wholeCharacters(fresh, scanner.isLast);
    if (whole === null) {
      throw new InvalidRecordError('not_utf8', `${place()}: the bytes are not UTF-8`, { path: this.#path });
    }
    this.#checked += whole;
    scanner.end = this.#checked;
    if (scanner.isLast) {
      scanner.buffer[this.#filled] = 0x20;
      scanner.end = this.#filled + 1;
    }
    this.#covered = scanner.buffer[scanner.end]!;
    scanner.buffer[scanner.end] = 0;
  }

  #invalid(what: string, at: number, place: () => string): InvalidRecordError {
    const text = `${place()}: ${what} at byte ${this.#base + at} of the text`;
    return new InvalidRecordError('json_syntax', text, { path: this.#path });
  }
}
